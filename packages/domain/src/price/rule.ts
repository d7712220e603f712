import { formatMoney } from '../money.ts'
import type { Fen } from '../quote/money.ts'
import type { PriceRule, PriceTier } from '../quote/rules.ts'
import { badInput, Refusal } from '../refusal.ts'

/** What a merchant sets for one (store, model, source): the rule without its id and source. */
export type RuleTerms = Omit<PriceRule, 'id' | 'source'>

/** Cheapest and dearest day, fen. */
export const MIN_PRICE: Fen = 1
export const MAX_PRICE: Fen = 9_999_900
/** No tier sells below a tenth of the price. */
export const MIN_RATE_BP = 1000
export const MAX_TIERS = 20
/** A tier beyond this is never reached: no rental is longer. */
export const MAX_TIER_DAYS = 365
export const MAX_MONTHS = 36

/** A rule as it begins: two weekend days, an hour over for a sixth of the day, nothing else said. */
export const newRule = (basePrice: Fen): RuleTerms => ({
  basePrice,
  weekendPrice: null,
  holidayPrice: null,
  weekendDays: [6, 7],
  overHourPrice: null,
  overHourDivisor: 6,
  minDays: 1,
  maxDays: null,
  advanceMinMinutes: null,
  discountOnHoliday: false,
  enabled: true,
  tiers: [],
})

/** Names of the fields as people read them, in the order of the form. */
export const ruleLabels: Readonly<Record<keyof RuleTerms, string>> = {
  basePrice: '平日价',
  weekendPrice: '周末价',
  holidayPrice: '节假日价',
  weekendDays: '周末为',
  overHourPrice: '超时每小时',
  overHourDivisor: '超时按日租的几分之一',
  minDays: '起租天数',
  maxDays: '最长租期',
  advanceMinMinutes: '提前预订',
  discountOnHoliday: '节假日参与折扣',
  enabled: '启用',
  tiers: '多日折扣',
}

/** The fields of a rule in that order. */
export const ruleFields = Object.keys(ruleLabels) as readonly (keyof RuleTerms)[]

const inRange = (fen: Fen): boolean => Number.isInteger(fen) && fen >= MIN_PRICE && fen <= MAX_PRICE

/** The refusal of a price (3201), named by its label without 价: 平日 → 平日价格须在…. */
export const priceFault = (fen: Fen | null, field: string, label: string): Refusal[] =>
  fen === null || inRange(fen) ? [] : [new Refusal('priceOutOfRange', { 字段: label, field })]

/**
 * Everything that is wrong with a rule, field by field: the form shows each beside its field, the server refuses with
 * the first. 3201 prices, 3202 tiers, -2 the rest; `detail.field` names the field, `tiers.1` a row of a list.
 */
export function ruleFaults(terms: RuleTerms): Refusal[] {
  const { basePrice, weekendPrice, holidayPrice, overHourPrice } = terms
  return [
    ...priceFault(basePrice, 'basePrice', '平日'),
    ...priceFault(weekendPrice, 'weekendPrice', '周末'),
    ...priceFault(holidayPrice, 'holidayPrice', '节假日'),
    ...priceFault(overHourPrice, 'overHourPrice', '超时每小时'),
    ...(terms.weekendDays.length > 6 ? [badInput('weekendDays', '周末最多选六天')] : []),
    ...(new Set(terms.weekendDays).size < terms.weekendDays.length ? [badInput('weekendDays', '周末不能重复')] : []),
    ...(terms.maxDays !== null && terms.maxDays < terms.minDays
      ? [badInput('maxDays', '最长租期不能短于起租天数')]
      : []),
    ...tierFaults(terms.tiers),
  ]
}

/** What is wrong with length discounts: days twice (3202), a rate beyond 10–100 %, a price beyond bounds, both or neither. */
export function tierFaults(tiers: readonly PriceTier[]): Refusal[] {
  const seen = new Set<number>()
  const faults = tiers.flatMap(({ fromDays, rateBp, fixedDayPrice }, index) => {
    const field = `tiers.${index}`
    const twice = seen.has(fromDays)
    seen.add(fromDays)
    if (twice) return [new Refusal('tierRepeated', { field })]
    if (!Number.isInteger(fromDays) || fromDays < 2 || fromDays > MAX_TIER_DAYS)
      return [badInput(field, `折扣天数须在2至${MAX_TIER_DAYS}天之间`)]
    if ((rateBp === null) === (fixedDayPrice === null)) return [badInput(field, '请填写折扣或固定日价')]
    if (rateBp !== null && (!Number.isInteger(rateBp) || rateBp < MIN_RATE_BP || rateBp > 10_000))
      return [badInput(field, '折扣须在10%至100%之间')]
    return priceFault(fixedDayPrice, field, `满${fromDays}天每日`)
  })
  return tiers.length > MAX_TIERS ? [...faults, badInput('tiers', `多日折扣最多${MAX_TIERS}档`)] : faults
}

export interface LongTier {
  readonly fromMonths: number
  readonly monthlyPrice: Fen
}

/** A month may cost as much as the dearest day on each of its days. */
const MAX_MONTHLY: Fen = MAX_PRICE * 31

/** What is wrong with the monthly prices: months twice (3202), a price beyond bounds (3201); `whose` is named before them. */
export function longFaults(rows: readonly LongTier[], whose = ''): Refusal[] {
  const seen = new Set<number>()
  return rows.flatMap(({ fromMonths, monthlyPrice }, index) => {
    const field = `longRows.${index}`
    const twice = seen.has(fromMonths)
    seen.add(fromMonths)
    if (twice) return [new Refusal('tierRepeated', { field })]
    if (!Number.isInteger(fromMonths) || fromMonths < 1 || fromMonths > MAX_MONTHS)
      return [badInput(field, `租期须为1至${MAX_MONTHS}个月`)]
    if (!Number.isInteger(monthlyPrice) || monthlyPrice < MIN_PRICE)
      return [new Refusal('priceOutOfRange', { 字段: `${whose}满${fromMonths}个月每月`, field })]
    return monthlyPrice > MAX_MONTHLY
      ? [badInput(field, `${whose}满${fromMonths}个月每月价格不能高于${formatMoney(MAX_MONTHLY)}`)]
      : []
  })
}

/** Throws the first of what is wrong. */
export function refuseFaults(faults: readonly Refusal[]): void {
  const [first] = faults
  if (first !== undefined) throw first
}

export const sortedTiers = (tiers: readonly PriceTier[]): readonly PriceTier[] =>
  tiers
    .map(({ fromDays, rateBp, fixedDayPrice }) => ({ fromDays, rateBp, fixedDayPrice }))
    .toSorted((a, b) => a.fromDays - b.fromDays)

export const sortedLong = (rows: readonly LongTier[]): readonly LongTier[] =>
  rows
    .map(({ fromMonths, monthlyPrice }) => ({ fromMonths, monthlyPrice }))
    .toSorted((a, b) => a.fromMonths - b.fromMonths)

/** A rule in its one written form: what is equal reads equal. */
export const tidyRule = (terms: RuleTerms): RuleTerms => ({
  ...terms,
  weekendDays: terms.weekendDays.toSorted((a, b) => a - b),
  tiers: sortedTiers(terms.tiers),
})

/**
 * The fields in which `after` differs; `before` null: all of them. A change that waits for its day is kept as this, so
 * that what others change meanwhile in other fields stays.
 */
export function ruleChanges(before: RuleTerms | null, after: RuleTerms): Partial<RuleTerms> {
  const [old, next] = [before === null ? null : tidyRule(before), tidyRule(after)]
  return Object.fromEntries(
    ruleFields
      .filter((field) => old === null || JSON.stringify(old[field]) !== JSON.stringify(next[field]))
      .map((field) => [field, next[field]]),
  )
}

/**
 * The version of a set that is replaced as a whole and has no row of its own to count on: its content as a number.
 * Whoever read the same set may replace it.
 */
export const versionOfLong = (rows: readonly LongTier[]): number => textVersion(JSON.stringify(sortedLong(rows)))

/** A text as a number that stands for it (FNV-1a, 1 … 2³¹). */
export function textVersion(text: string): number {
  let hash = 0x811c9dc5
  for (const char of text) hash = Math.imul(hash ^ char.charCodeAt(0), 0x01000193)
  return ((hash >>> 1) % 1_999_999_999) + 1
}
