import { type Fen, formatMoney } from '../../money.ts'
import { badInput, Refusal } from '../../refusal.ts'
import type { PriceRule, PriceTier } from '../quote/rules.ts'

/** Price terms of one (store, model, source): the rule without its id and source. */
export type RuleTerms = Omit<PriceRule, 'id' | 'source' | 'agreed'>

/** Limits of a day's price, fen. */
export const MIN_PRICE: Fen = 1
export const MAX_PRICE: Fen = 9_999_900
/** Lowest rate of a tier: a tenth of the price, bp. */
export const MIN_RATE_BP = 1000
export const MAX_TIERS = 20
/** A higher tier is never reached, since no rental is longer. Days. */
export const MAX_TIER_DAYS = 365
export const MAX_MONTHS = 36

/** Defaults of a new rule: two weekend days, one sixth of the day price per additional hour. */
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

/** Labels of the fields, in the order of the form. */
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

export const ruleFields = Object.keys(ruleLabels) as readonly (keyof RuleTerms)[]

const inRange = (fen: Fen): boolean => Number.isInteger(fen) && fen >= MIN_PRICE && fen <= MAX_PRICE

/** The refusal of a price (3201); its text uses the label without 价: 平日 → 平日价格须在…. */
export const priceFault = (fen: Fen | null, field: string, label: string): Refusal[] =>
  fen === null || inRange(fen) ? [] : [new Refusal('priceOutOfRange', { 字段: label, field })]

/**
 * All faults of a rule: the form shows each beside its field, the server refuses with the first. 3201 prices, 3202
 * tiers, -2 others; `detail.field` names the field, `tiers.1` a row of a list.
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

/** Faults of length discounts: duplicate days (3202), a rate outside 10–100 %, a price outside the limits, both or neither. */
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

/** The highest monthly price: the highest day price on each day of a month. */
const MAX_MONTHLY: Fen = MAX_PRICE * 31

/** Faults of monthly prices: duplicate months (3202), a price outside the limits (3201); `whose` is put in front. */
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

/** Throws the first fault. */
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

/** Normal form of a rule, so that equal rules are equal as JSON. */
export const tidyRule = (terms: RuleTerms): RuleTerms => ({
  ...terms,
  weekendDays: terms.weekendDays.toSorted((a, b) => a - b),
  tiers: sortedTiers(terms.tiers),
})

/**
 * The fields of `after` that differ; `before` null: all fields. A scheduled change is stored like this, so that it
 * does not overwrite other fields that were changed meanwhile.
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
 * A version number of monthly prices, which are replaced as a whole and have no row with a version: a hash of the
 * content. A client that read the same prices may replace them.
 */
export const versionOfLong = (rows: readonly LongTier[]): number => textVersion(JSON.stringify(sortedLong(rows)))

/** A hash of a text (FNV-1a) as a positive number that fits an int. */
export function textVersion(text: string): number {
  let hash = 0x811c9dc5
  for (const char of text) hash = Math.imul(hash ^ char.charCodeAt(0), 0x01000193)
  return ((hash >>> 1) % 1_999_999_999) + 1
}
