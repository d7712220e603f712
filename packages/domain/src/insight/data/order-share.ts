import type { OrderKind, Source } from '../../booking/order/codes.ts'
import { type Accrual, earnedAmount, type Sold, unpostedEarning } from '../../money/payment/earning.ts'
import { addDays, type Instant, type LocalDate, localDate, MINUTE, startOfDate } from '../../time.ts'
import type { Holding } from './car-of-day.ts'
import type { Income } from './income.ts'
import type { Sums } from './sums.ts'
import type { Window } from './window.ts'

/** A pickup up to this much later than agreed still counts as on time. */
const ON_TIME = 15 * MINUTE

/** Who cancelled an order. */
export type CancelledBy = 'customer' | 'merchant' | 'channel' | 'system'

/** The facts of an order that figures are computed from; fen. */
export interface OrderFacts {
  readonly orderId: string
  readonly storeId: string
  readonly modelId: string
  readonly source: Source
  readonly kind: OrderKind
  readonly createdAt: Instant
  readonly cancelledAt: Instant | null
  readonly cancelledBy: CancelledBy | null
  /** As agreed. */
  readonly pickupAt: Instant
  readonly actualPickupAt: Instant | null
  readonly actualReturnAt: Instant | null
  /** What was sold, each part over its own period. */
  readonly sold: readonly Sold[]
  /** What the books have posted over time. */
  readonly posted: Accrual
  /** The first day that the books have not reached: what is earned from then on is not posted yet. */
  readonly openFrom: LocalDate
  /** Income of the order in the books. */
  readonly income: readonly Income[]
  readonly renewed: boolean
  readonly damagedAt: readonly Instant[]
  /** When violations of the order happened. */
  readonly violatedAt: readonly Instant[]
  /** The vehicles that it had, each from its pickup or swap on. */
  readonly cars: readonly Holding[]
}

const amounts = { rent: 'rentFen', renewalRent: 'renewalFen', service: 'serviceFen', late: 'lateFen' } as const

/** The part of the amounts of a day that counts until a moment. */
function partUntil(
  { actualPickupAt, actualReturnAt }: OrderFacts,
  { day, overTime }: Income,
  fen: number,
  at: Instant,
) {
  const [start, end] = [startOfDate(day), startOfDate(addDays(day, 1))]
  const from = Math.max(start, actualPickupAt ?? start)
  const to = Math.min(end, actualReturnAt ?? end)
  if (!overTime || to - from < MINUTE) return at > start ? fen : 0
  return earnedAmount({ from, to }, fen, at)
}

/** What of the income in the books, and of what they will post of a rental that goes on, belongs to a window. */
function addIncome(order: OrderFacts, { from, until }: Window, share: Partial<Record<keyof Sums, number>>): void {
  const add = (key: keyof Sums, fen: number) => {
    if (fen !== 0) share[key] = (share[key] ?? 0) + fen
  }
  for (const one of order.income) {
    if (startOfDate(one.day) >= until || startOfDate(addDays(one.day, 1)) < from) continue
    const within = (fen: number) => partUntil(order, one, fen, until) - partUntil(order, one, fen, from)
    for (const key of ['rent', 'renewalRent', 'service'] as const) add(key, within(one[amounts[key]]))
    if (startOfDate(one.day) >= from) {
      add('other', one.otherFen)
      add('late', one.lateFen)
    }
  }
  const { actualPickupAt: pickedUpAt, actualReturnAt, cancelledAt } = order
  if (pickedUpAt === null || actualReturnAt !== null || cancelledAt !== null) return
  const [before, after] = [from, until].map((at) => unpostedEarning({ ...order, pickedUpAt }, at))
  for (const key of Object.keys(amounts) as (keyof typeof amounts)[])
    add(key, after![amounts[key]] - before![amounts[key]])
}

const isOutAt = ({ actualPickupAt, actualReturnAt }: OrderFacts, at: Instant): boolean =>
  actualPickupAt !== null && actualPickupAt < at && (actualReturnAt === null || actualReturnAt >= at)

/**
 * What an order contributes to the sums of a window. Contributions of adjacent windows add up to that of the joined
 * window, except `out`: whether the car was out at the end.
 */
export function orderShare(order: OrderFacts, { from, until }: Window): Partial<Sums> {
  const share: Partial<Record<keyof Sums, number>> = {}
  const within = (at: Instant | null) => at !== null && at >= from && at < until
  const { createdAt, cancelledBy, cancelledAt, pickupAt, actualPickupAt, actualReturnAt } = order
  addIncome(order, { from, until }, share)
  if (within(createdAt)) {
    share.created = 1
    if (cancelledAt !== null) {
      share.cancelled = 1
      share[cancelledKeys[cancelledBy ?? 'system']] = 1
    }
  }
  if (actualPickupAt !== null && within(actualPickupAt)) {
    share.pickups = 1
    share.onTime = actualPickupAt <= pickupAt + ON_TIME ? 1 : 0
    share.lead = Math.floor((pickupAt - createdAt) / MINUTE)
  }
  if (actualPickupAt !== null && actualReturnAt !== null && within(actualReturnAt)) {
    share.returns = 1
    share.stayed = Math.floor((actualReturnAt - actualPickupAt) / MINUTE)
    share.renewed = order.renewed ? 1 : 0
  }
  if (isOutAt(order, until)) share.out = 1
  const damages = order.damagedAt.filter(within).length
  if (damages > 0) share.damages = damages
  const violations = order.violatedAt.filter(within).length
  if (violations > 0) share.violations = violations
  return share
}

const cancelledKeys = {
  customer: 'cancelledByCustomer',
  merchant: 'cancelledByMerchant',
  channel: 'cancelledByChannel',
  system: 'cancelledBySystem',
} as const

/** First and last day, inclusive, on which an order may contribute. */
export function daysOfOrder(order: OrderFacts, now: Instant): readonly [first: LocalDate, last: LocalDate] {
  const moments = [
    order.createdAt,
    ...[order.cancelledAt, order.actualPickupAt, order.actualReturnAt].filter((at) => at !== null),
    ...order.damagedAt,
    ...order.violatedAt,
    ...order.income.map(({ day }) => startOfDate(day)),
    // While the car is out, the order counts on each day, however late it is.
    ...(order.actualPickupAt !== null && order.actualReturnAt === null ? [now - 1] : []),
  ]
  return [localDate(Math.min(...moments)), localDate(Math.max(...moments))]
}
