import { dateOfEpochDay, epochDay, type Instant } from '../time.ts'
import { findDayPricer } from './calendar/day-price.ts'
import { rentalDays } from './calendar/days.ts'
import { handoverMoved } from './lines/handover.ts'
import { rentAndServices, rentLines, serviceLines, sumOf } from './lines/lines.ts'
import type { Fen } from './money.ts'
import { asBooked, dayPricesFrom, SPARE_DATES } from './price.ts'
import type { PriceLine, QuoteSnapshot } from './quote.ts'
import type { PriceRules } from './rules.ts'

/**
 * An order priced anew from another start, to another end where one is given, everything else as agreed. What was sold stays as sold: the dates
 * that were booked, the discounts (now of the new length), services, fees and reductions. Only what is new takes today's
 * prices: further dates, and the night fees of the new hours. Limits of booking and closed dates are for new bookings; the
 * order stands, so this never refuses.
 */
export function requote(
  sold: QuoteSnapshot,
  from: Instant,
  rules: PriceRules,
  returnAt: Instant = sold.input.returnAt,
): QuoteSnapshot {
  const input = { ...sold.input, now: from, pickupAt: from, returnAt }
  const { days, overHours } = rentalDays(from, input.returnAt, sold)
  const pricer = { card: sold.card, at: asBooked(sold, pricesToday(sold, rules)) }
  const dayPrices = dayPricesFrom(pricer, epochDay(from), days, days + SPARE_DATES)
  const stay = [...rentLines(dayPrices, days, overHours, sold.card), ...serviceLines(sold.services, days)]
  const base = { sold: sumOf(sold.lines, rentAndServices), now: sumOf(stay) }
  const charged = [...stay, ...handoverMoved(sold, input, rules, base)]
  const charges = sumOf(charged)
  const lines = [...charged, ...reductionsWithin(sold.lines, charges)]
  return { ...sold, input, days, overHours, dayPrices, lines, charges, total: sumOf(lines) }
}

/** Today's price of a date; a model that has none any more goes on at the price of the first day sold. */
function pricesToday(sold: QuoteSnapshot, rules: PriceRules) {
  const today = findDayPricer(rules, sold.input.source)
  if (today !== null) return today.at
  const [first] = sold.dayPrices
  if (first === undefined) throw new Error('a snapshot keeps the price of each day')
  return (day: number) => ({ ...first, date: dateOfEpochDay(day), stop: false })
}

/** Caps the manual reductions at the new total, so that a requote is never negative. */
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

/** A part of a bill that costs something else than before: fen, 0 where it is new or gone. */
export interface BillChange {
  readonly name: string
  readonly before: Fen
  readonly after: Fen
}

/** How two bills of one order differ, part by part in the order of the bill; days of rent are one part. */
export function billChanges(before: readonly PriceLine[], after: readonly PriceLine[]): BillChange[] {
  const codes = new Map([...before, ...after].map(({ code, name }) => [code, name]))
  const part = (lines: readonly PriceLine[], code: string) => sumOf(lines.filter((row) => row.code === code))
  return [...codes]
    .map(([code, name]) => ({ name, before: part(before, code), after: part(after, code) }))
    .filter((change) => change.before !== change.after)
}
