import { orderItemType, type Responsibility, responsibility } from '../../booking/order/codes.ts'
import { applyBp, type Fen, formatMoney, percent } from '../../money.ts'
import { type Instant, type LocalDate, MINUTE, toMinute } from '../../time.ts'
import { holidayName } from '../quote/calendar/holidays.ts'
import { sumOf } from '../quote/lines/lines.ts'
import { dailyPrice } from '../quote/long/months.ts'
import type { LongSnapshot } from '../quote/long/price.ts'
import type { QuoteSnapshot } from '../quote/quote.ts'
import type { HolidayCalendar } from '../quote/rules.ts'
import { type CancelBase, type CancelSeason, cancelBase } from './codes.ts'

/** Applies from `minMinutesBefore` minutes before the pickup; exactly one of `rateBp` and `fixedFen` is set. */
export interface CancelTier {
  readonly minMinutesBefore: number
  readonly rateBp: number | null
  readonly fixedFen: Fen | null
}

export interface CancelRule {
  readonly name: string
  readonly season: CancelSeason
  /** null or empty: all. */
  readonly sources: readonly number[] | null
  readonly storeIds: readonly string[] | null
  /** The tier with the fewest minutes also applies after the pickup time and to a no-show. */
  readonly tiers: readonly CancelTier[]
  readonly base: CancelBase
  /** Upper limit of the penalty in prices of the first days; null: no limit. */
  readonly maxPenaltyDays: number | null
  /** 0–2880. */
  readonly noShowAfterMinutes: number
  /** Whether the customer agreed that an unpaid penalty is deducted from the deposit. */
  readonly penaltyFromDeposit: boolean
}

/** The cancellation terms of an order (JSON), stored when it is created and renewed when it is modified. */
export interface CancelSnapshot {
  readonly v: 1
  readonly rule: CancelRule
  /** Tiers that applied when the order was modified, so that a later pickup does not make a cancellation cheaper. */
  readonly carried: readonly CancelTier[]
}

/** Amounts of an order from which a penalty is computed, fen. */
export interface CancelBasis {
  /** Discounted day prices from slot 0, before reductions. */
  readonly dayPrices: readonly Fen[]
  readonly rent: Fen
  readonly total: Fen
}

const hours = (n: number): number => n * 60

const defaultTerms = {
  sources: null,
  storeIds: null,
  base: cancelBase.rent,
  maxPenaltyDays: 3,
  noShowAfterMinutes: 240,
  penaltyFromDeposit: false,
} as const

const tiers = (...rows: readonly (readonly [minMinutesBefore: number, rateBp: number])[]): readonly CancelTier[] =>
  rows.map(([minMinutesBefore, rateBp]) => ({ minMinutesBefore, rateBp, fixedFen: null }))

/** Rules of a merchant that has set none. */
export const defaultCancelRules: Readonly<Record<CancelSeason, CancelRule>> = {
  normal: {
    ...defaultTerms,
    name: '标准取消规则',
    season: 'normal',
    tiers: tiers([hours(24), 0], [hours(6), 2000], [hours(2), 5000], [0, 10000]),
  },
  holiday: {
    ...defaultTerms,
    name: '节假日取消规则',
    season: 'holiday',
    tiers: tiers([hours(72), 0], [hours(24), 3000], [hours(6), 6000], [0, 10000]),
  },
}

/** `holiday` when a short rental includes a statutory holiday; long rentals are always `normal`. */
export function cancelSeason(slotDates: readonly LocalDate[], calendar: HolidayCalendar): CancelSeason {
  return slotDates.some((date) => holidayName(calendar, date) !== null) ? 'holiday' : 'normal'
}

/** The rule for a new or modified order: the one that names store and source most specifically, else the default. */
export function cancelRuleFor(
  rules: readonly CancelRule[],
  where: { readonly storeId: string; readonly source: number; readonly season: CancelSeason },
): CancelRule {
  let best = defaultCancelRules[where.season]
  let bestRank = -1
  for (const rule of rules) {
    if (rule.season !== where.season) continue
    const store = match(rule.storeIds, where.storeId)
    const source = match(rule.sources, where.source)
    if (store < 0 || source < 0 || store * 2 + source <= bestRank) continue
    best = rule
    bestRank = store * 2 + source
  }
  return best
}

/** 1 named, 0 open to all, -1 not among those named. */
function match<T>(list: readonly T[] | null, value: T): -1 | 0 | 1 {
  if (list === null || list.length === 0) return 0
  return list.includes(value) ? 1 : -1
}

/** The base amounts of a short order. */
export const cancelBasis = (snapshot: QuoteSnapshot): CancelBasis => ({
  dayPrices: snapshot.dayPrices.slice(0, snapshot.days).map((day) => day.amount),
  rent: sumOf(snapshot.lines.filter((row) => row.itemType === orderItemType.rental)),
  total: snapshot.total,
})

/** Basis of the cancel penalty of a long order before the pickup: its first month, a day being a thirtieth. */
export const longCancelBasis = ({ monthlyPrice }: Pick<LongSnapshot, 'monthlyPrice'>): CancelBasis => ({
  dayPrices: Array.from({ length: 30 }, () => dailyPrice(monthlyPrice)),
  rent: monthlyPrice,
  total: monthlyPrice,
})

/** The tier that applies now, to the minute. null: the rule has no tiers, so that there is no penalty. */
export function cancelTier(rule: CancelRule, pickupAt: Instant, now: Instant, noShow = false): CancelTier | null {
  const descending = rule.tiers.toSorted((a, b) => b.minMinutesBefore - a.minMinutesBefore)
  const last = descending.at(-1) ?? null
  if (noShow) return last
  const before = pickupAt - toMinute(now)
  return descending.find((tier) => before >= tier.minMinutesBefore * MINUTE) ?? last
}

/** From when a store may confirm that the customer did not come. */
export const noShowFrom = (rule: CancelRule, pickupAt: Instant): Instant => pickupAt + rule.noShowAfterMinutes * MINUTE

/** The cancellation terms after a modification: the current rule, and the tier that applied to the old pickup at that moment. */
export function carryCancel(
  old: CancelSnapshot,
  oldPickupAt: Instant,
  modifiedAt: Instant,
  rule: CancelRule,
): CancelSnapshot {
  const held = cancelTier(old.rule, oldPickupAt, modifiedAt)
  return { v: 1, rule, carried: held === null ? old.carried : [...old.carried, held] }
}

export interface CancelRequest {
  readonly pickupAt: Instant
  /** Time at which the cancellation is committed. */
  readonly now: Instant
  readonly responsibility: Responsibility
  readonly noShow: boolean
  /** Staff waive the penalty (needs `order.discount` and a note). */
  readonly waive: boolean
}

export interface CancelOutcome {
  readonly penalty: Fen
  /** The penalty without a waiver or another liable party. */
  readonly fullPenalty: Fen
  /** Whether the unpaid part may be deducted from the rental deposit before it is released. */
  readonly mayDeductDeposit: boolean
  readonly tier: CancelTier | null
  /** Explanation of `fullPenalty`, in Chinese. */
  readonly formula: string
}

/**
 * Penalty of a cancellation before the pickup: the tier's share of the base, limited by the first day prices and
 * the order total; after a modification the higher of the current tier and the carried ones. 0 when the merchant or
 * the channel is liable.
 */
export function cancelOutcome(snapshot: CancelSnapshot, basis: CancelBasis, request: CancelRequest): CancelOutcome {
  const own = cancelTier(snapshot.rule, request.pickupAt, request.now, request.noShow)
  let worst: Priced = { tier: own, amount: 0, formula: '免费取消' }
  for (const tier of own === null ? snapshot.carried : [own, ...snapshot.carried]) {
    const priced = pricedTier(tier, snapshot.rule, basis)
    if (priced.amount > worst.amount) worst = priced
  }
  const pays = request.responsibility === responsibility.customer && !request.waive
  const penalty = pays ? worst.amount : 0
  return {
    penalty,
    fullPenalty: worst.amount,
    mayDeductDeposit: snapshot.rule.penaltyFromDeposit,
    tier: worst.tier,
    formula: worst.formula,
  }
}

/** After the penalty, the rest of the payments is refunded; a penalty above them becomes a receivable. Fen. */
export const afterPenalty = (paid: Fen, penalty: Fen): { readonly refund: Fen; readonly receivable: Fen } => ({
  refund: Math.max(0, paid - penalty),
  receivable: Math.max(0, penalty - paid),
})

/** What cancelling in a tier costs, for the table on the page. */
export const tierPenalty = (rule: CancelRule, tier: CancelTier, basis: CancelBasis): Fen =>
  pricedTier(tier, rule, basis).amount

interface Priced {
  readonly tier: CancelTier | null
  readonly amount: Fen
  readonly formula: string
}

function pricedTier(tier: CancelTier, rule: CancelRule, basis: CancelBasis): Priced {
  const base = baseOf(rule.base, basis)
  const rateBp = tier.rateBp ?? 0
  const share = tier.fixedFen ?? applyBp(base.amount, rateBp)
  const words =
    tier.fixedFen === null
      ? `${base.name}${formatMoney(base.amount)} × ${percent(rateBp)}`
      : `固定${formatMoney(share)}`
  const dayCap = firstDays(basis.dayPrices, rule.maxPenaltyDays)
  const amount = Math.min(share, dayCap, basis.total)
  if (amount === share) return { tier, amount, formula: words }
  const limit = amount === dayCap ? `前${rule.maxPenaltyDays}天租金` : '订单金额'
  return { tier, amount, formula: `${words}，最高按${limit}${formatMoney(amount)}` }
}

function firstDays(dayPrices: readonly Fen[], count: number | null): Fen {
  if (count === null) return Number.POSITIVE_INFINITY
  return dayPrices.slice(0, count).reduce((sum, price) => sum + price, 0)
}

function baseOf(base: CancelBase, basis: CancelBasis): { readonly name: string; readonly amount: Fen } {
  if (base === cancelBase.firstDay) return { name: '首日租金', amount: basis.dayPrices[0] ?? 0 }
  if (base === cancelBase.rent) return { name: '租金', amount: Math.max(0, basis.rent) }
  return { name: '订单总额', amount: basis.total }
}
