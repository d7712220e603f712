import type { Fen } from '../../money.ts'
import { dateOfEpochDay, epochDay, type Instant } from '../../time.ts'
import { findDayPricer } from './calendar/day-price.ts'
import { rentalDays } from './calendar/days.ts'
import { handoverMoved } from './lines/handover.ts'
import { checkLength } from './lines/limits.ts'
import { rentAndServices, rentLines, serviceLines, sumOf } from './lines/lines.ts'
import { bookedPriceOfDay, dayPricesFrom, SPARE_DATES } from './price.ts'
import type { PriceLine, QuoteSnapshot } from './quote.ts'
import type { PriceRules } from './rules.ts'

/**
 * Prices an order from another start, and to another end where one is given, with everything else as agreed. Booked
 * dates, discounts (of the new length), services, fees and reductions are as sold; only new parts have present
 * prices: further dates, and the night fees of new hours. Booking limits and closed dates apply to new bookings
 * only, so that this never refuses.
 */
export function requote(
  sold: QuoteSnapshot,
  from: Instant,
  rules: PriceRules,
  returnAt: Instant = sold.input.returnAt,
): QuoteSnapshot {
  const input = { ...sold.input, now: from, pickupAt: from, returnAt }
  const { days, overHours } = rentalDays(from, input.returnAt, sold)
  const pricer = { card: sold.card, at: bookedPriceOfDay(sold, pricesToday(sold, rules)) }
  const dayPrices = dayPricesFrom(pricer, epochDay(from), days, days + SPARE_DATES)
  const stay = [...rentLines(dayPrices, days, overHours, sold.card), ...serviceLines(sold.services, days)]
  const base = { sold: sumOf(sold.lines, rentAndServices), now: sumOf(stay) }
  const charged = [...stay, ...handoverMoved(sold, input, rules, base)]
  const charges = sumOf(charged)
  const lines = [...charged, ...reductionsWithin(sold.lines, charges)]
  return { ...sold, input, days, overHours, dayPrices, lines, charges, total: sumOf(lines) }
}

/**
 * An order that becomes shorter keeps the shortest and longest time of its store and price rule, as a booking does.
 * @throws Refusal lengthOutOfRange (3009)
 */
export function checkShortened(sold: QuoteSnapshot, from: Instant, returnAt: Instant, rules: PriceRules): void {
  const pricer = findDayPricer(rules, sold.input.source)
  if (pricer !== null && returnAt < sold.input.returnAt)
    checkLength(rules, pricer.rule, rentalDays(from, returnAt, sold))
}

/** The present price of a date; for a model without a price, that of the first sold day. */
function pricesToday(sold: QuoteSnapshot, rules: PriceRules) {
  const today = findDayPricer(rules, sold.input.source)
  if (today !== null) return today.at
  const [first] = sold.dayPrices
  if (first === undefined) throw new Error('a snapshot keeps the price of each day')
  return (day: number) => ({ ...first, date: dateOfEpochDay(day), stop: false })
}

/** Limits the manual reductions to the new total, so that the result is never negative. */
function reductionsWithin(lines: readonly PriceLine[], charges: Fen): readonly PriceLine[] {
  let left = charges
  return lines
    .filter(({ kind }) => kind === 'reduce')
    .flatMap((row) => {
      const size = Math.min(-row.amount, left)
      left -= size
      if (size === -row.amount) return row
      return size === 0 ? [] : { ...row, amount: -size, unitPrice: -size }
    })
}

/** A part of a bill with a changed amount: fen, 0 where it is new or removed. */
export interface BillChange {
  readonly name: string
  readonly before: Fen
  readonly after: Fen
}

/** The differences of two bills of one order, part by part in the order of the bill; all days of rent are one part. */
export function billChanges(before: readonly PriceLine[], after: readonly PriceLine[]): BillChange[] {
  const codes = new Map([...before, ...after].map(({ code, name }) => [code, name]))
  const part = (lines: readonly PriceLine[], code: string) => sumOf(lines.filter((row) => row.code === code))
  return [...codes]
    .map(([code, name]) => ({ name, before: part(before, code), after: part(after, code) }))
    .filter((change) => change.before !== change.after)
}
