import type { OrderKind, Source } from '../../booking/order/codes.ts'
import { earnedUntil, type Sold } from '../../money/payment/earning.ts'
import { mulDiv } from '../../money.ts'
import { type Instant, type LocalDate, localDate, MINUTE, startOfDate } from '../../time.ts'
import type { Holding } from './car-of-day.ts'
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
  /** What was sold with the order and with each renewal, each over its own period. */
  readonly sold: readonly Sold[]
  /** Income of the order in the books, except {@link otherIncome}. */
  readonly booked: { readonly rentFen: number; readonly serviceFen: number }
  /** Penalties, damage and violations, by the day of posting. */
  readonly otherIncome: readonly { readonly day: LocalDate; readonly fen: number }[]
  readonly renewed: boolean
  readonly damagedAt: readonly Instant[]
  /** When violations of the order happened. */
  readonly violatedAt: readonly Instant[]
  /** The vehicles that it had, each from its pickup or swap on. */
  readonly cars: readonly Holding[]
}

type Part = 'rentFen' | 'serviceFen'

/** The start of the agreed time, and the moment until which it earns income. */
const earning = ({ sold, pickupAt, actualReturnAt }: OrderFacts) => {
  const from = sold[0]?.period.from ?? pickupAt
  const agreed = sold.reduce((last, { period }) => Math.max(last, period.to), from)
  return { from, to: Math.min(agreed, actualReturnAt ?? agreed) }
}

/**
 * What an order has earned until `at`, by the same rule as the books: nothing before the pickup, then each period
 * over its own time. After the return it is the booked amount, distributed over the used time, so that the days add
 * up to it.
 */
function earned(order: OrderFacts, part: Part, booked: number, at: Instant): number {
  const { sold, actualPickupAt, actualReturnAt } = order
  if (actualPickupAt === null) return 0
  const all = (until: Instant) =>
    sold.reduce((sum, stretch) => sum + earnedUntil(stretch.period, stretch[part], until), 0)
  if (actualReturnAt === null) return all(at)
  const { from, to } = earning(order)
  // The car came back before the agreed start, so that everything counts on the day of return.
  if (to <= from) return at > actualReturnAt ? booked : 0
  if (sold.length === 1) return earnedUntil({ from, to }, booked, at)
  const whole = all(to)
  if (whole === 0) return at > actualReturnAt ? booked : 0
  return mulDiv(booked, all(Math.min(at, to)), whole)
}

/** The part of {@link earned} rent that was sold with the order itself, not by renewals. */
function earnedFirst(order: OrderFacts, at: Instant): number {
  const { sold, actualPickupAt, actualReturnAt, booked } = order
  const [first] = sold
  if (first === undefined || sold.length === 1 || actualPickupAt === null)
    return earned(order, 'rentFen', booked.rentFen, at)
  const own = (until: Instant) => earnedUntil(first.period, first.rentFen, until)
  if (actualReturnAt === null) return own(at)
  const { to } = earning(order)
  const whole = sold.reduce((sum, stretch) => sum + earnedUntil(stretch.period, stretch.rentFen, to), 0)
  if (to <= earning(order).from || whole === 0) return earned(order, 'rentFen', booked.rentFen, at)
  return mulDiv(booked.rentFen, own(Math.min(at, to)), whole)
}

/** When an order that can earn nothing more ended. */
const endOf = ({ actualReturnAt, cancelledAt }: OrderFacts): Instant | null => actualReturnAt ?? cancelledAt

/** Insurance is earned over time, other services at the return. */
function services(order: OrderFacts): { readonly insurance: number; readonly rest: number } {
  const sold = order.sold.reduce((sum, { serviceFen }) => sum + serviceFen, 0)
  const insurance = order.actualReturnAt === null ? sold : Math.min(sold, order.booked.serviceFen)
  return { insurance, rest: order.booked.serviceFen - insurance }
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
  const { createdAt, cancelledBy, cancelledAt, pickupAt, actualPickupAt, actualReturnAt, booked } = order
  const end = endOf(order)
  const { insurance, rest } = services(order)
  if (actualPickupAt !== null) {
    share.rent = earned(order, 'rentFen', booked.rentFen, until) - earned(order, 'rentFen', booked.rentFen, from)
    if (order.sold.length > 1) share.renewalRent = share.rent - (earnedFirst(order, until) - earnedFirst(order, from))
    share.service = earned(order, 'serviceFen', insurance, until) - earned(order, 'serviceFen', insurance, from)
  } else if (within(end)) share.rent = booked.rentFen
  if (within(end)) share.service = (share.service ?? 0) + (actualPickupAt === null ? booked.serviceFen : rest)
  for (const { day, fen } of order.otherIncome) if (within(startOfDate(day))) share.other = (share.other ?? 0) + fen
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
  const { from, to } = earning(order)
  const moments = [
    order.createdAt,
    ...[order.cancelledAt, order.actualPickupAt, order.actualReturnAt].filter((at) => at !== null),
    ...order.damagedAt,
    ...order.violatedAt,
    ...order.otherIncome.map(({ day }) => startOfDate(day)),
    ...(order.actualPickupAt === null ? [] : [from, Math.max(from, Math.min(to, now))]),
    // While the car is out, the order counts on each day, however late it is.
    ...(order.actualPickupAt !== null && order.actualReturnAt === null ? [now - 1] : []),
  ]
  return [localDate(Math.min(...moments)), localDate(Math.max(...moments))]
}
