import { longText, valueText } from '@cheyi/domain/pricing/price/change'
import {
  type LongTier,
  longFaults,
  newRule,
  type RuleTerms,
  ruleFaults,
  tidyRule,
} from '@cheyi/domain/pricing/price/rule'
import type { PriceTier } from '@cheyi/domain/pricing/quote/rules'
import { badInput, type Refusal } from '@cheyi/domain/refusal'
import { follows, type PriceRow, type Rule } from '../parts/layers.ts'

/** A tier as typed in the form; null for an empty number. */
export interface TypedTier {
  readonly fromDays: number | null
  readonly rateBp: number | null
  readonly fixedDayPrice: number | null
  /** Which of the two fields applies. */
  readonly by: 'rate' | 'price'
}

export interface TypedMonth {
  readonly fromMonths: number | null
  readonly monthlyPrice: number | null
}

/** Value of the price form; null for empty numbers. */
export type PriceForm = Omit<RuleTerms, 'basePrice' | 'tiers' | 'overHourDivisor'> & {
  readonly basePrice: number | null
  readonly overHourDivisor: number | null
  readonly tiers: readonly TypedTier[]
  readonly longRows: readonly TypedMonth[]
}

const termsOf = ({ id: _, source: __, version: ___, ...terms }: Rule): RuleTerms => terms

const typedTier = (tier: PriceTier): TypedTier => ({ ...tier, by: tier.rateBp === null ? 'price' : 'rate' })

/**
 * Initial form value: the own price of the layer; for a channel without one, the price it follows; else empty with default terms.
 */
export function formOf(row: Pick<PriceRow, 'rule' | 'base' | 'long' | 'source'>): PriceForm {
  const from = follows(row) ? (row.base ?? row.rule) : row.rule
  const terms = from === null ? { ...newRule(0), basePrice: null } : termsOf(from)
  return {
    ...terms,
    enabled: follows(row) || terms.enabled,
    tiers: terms.tiers.map(typedTier),
    longRows: row.long.map((tier) => ({ ...tier })),
  }
}

/** The terms in the form, with 0 for missing numbers, so that the checks report them. */
export const termsOfForm = ({ longRows: _, ...form }: PriceForm): RuleTerms =>
  tidyRule({
    ...form,
    basePrice: form.basePrice ?? 0,
    overHourDivisor: form.overHourDivisor ?? 6,
    tiers: typedTiers(form),
  })

const typedTiers = (form: Pick<PriceForm, 'tiers'>): PriceTier[] =>
  form.tiers.map(({ fromDays, rateBp, fixedDayPrice, by }) => ({
    fromDays: fromDays ?? 0,
    rateBp: by === 'rate' ? (rateBp ?? 0) : null,
    fixedDayPrice: by === 'price' ? (fixedDayPrice ?? 0) : null,
  }))

export const longOfForm = ({ longRows }: Pick<PriceForm, 'longRows'>): LongTier[] =>
  longRows.map(({ fromMonths, monthlyPrice }) => ({ fromMonths: fromMonths ?? 0, monthlyPrice: monthlyPrice ?? 0 }))

/** Problems by field, by the same rules as for a saved price and in the order of the form. */
export function problemsOf(form: PriceForm): Readonly<Record<string, string>> {
  const terms = { ...termsOfForm(form), tiers: typedTiers(form) }
  const found: Refusal[] = [...ruleFaults(terms), ...longFaults(longOfForm(form))]
  if (form.basePrice === null) found.unshift(badInput('basePrice', '请输入日租价'))
  const messages: Record<string, string> = {}
  for (const { key, detail, message } of found)
    messages[String(detail.field)] ??= key === 'badInput' ? String(detail.字段) : message
  return messages
}

/** Converts to the rule fields of the call. */
export function ruleInput(form: PriceForm) {
  const { weekendDays, tiers, ...terms } = termsOfForm(form)
  return { ...terms, weekendDays: [...weekendDays], tiers: tiers.map((tier) => ({ ...tier })) }
}

/**
 * The input to send: only changed fields, so that changes of other users to the other fields are not overwritten; `all` sends every
 * field of a new price.
 */
export function changedInput(
  form: PriceForm,
  names: readonly (keyof PriceForm)[],
  seen: { readonly version: number; readonly longVersion: number },
  all: boolean,
) {
  const rule = Object.entries(ruleInput(form)).filter(([name]) => all || names.includes(name as keyof PriceForm))
  const months = all || names.includes('longRows')
  return {
    version: seen.version,
    ...Object.fromEntries(rule),
    ...(months && { longVersion: seen.longVersion, longRows: longOfForm(form) }),
  }
}

/** Text of a form field, shown when the value of another user conflicts with the typed one. */
export const wordsOf =
  <K extends keyof PriceForm>(field: K) =>
  (value: PriceForm[K]): string => {
    if (field === 'longRows') return longText(longOfForm({ longRows: value as PriceForm['longRows'] }))
    if (field === 'tiers') return valueText('tiers', typedTiers({ tiers: value as PriceForm['tiers'] }))
    return valueText(field, value as RuleTerms[keyof RuleTerms])
  }
