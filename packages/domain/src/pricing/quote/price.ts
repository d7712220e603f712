import { Refusal } from '../../refusal.ts'
import { epochDay } from '../../time.ts'
import { type DayPricer, dayPricer, discountDay, type PublishedPrice, tierOf } from './calendar/day-price.ts'
import { type RentalDays, rentalDays } from './calendar/days.ts'
import { depositLines } from './lines/deposits.ts'
import { handoverLines } from './lines/handover.ts'
import { checkLimits } from './lines/limits.ts'
import { rentLines, serviceLines, sumOf } from './lines/lines.ts'
import { reduceLines } from './lines/reduce.ts'
import { soldServices } from './lines/services.ts'
import type { DayPrice, PriceInput, Quote, QuoteHint, QuoteSnapshot } from './quote.ts'
import type { PriceRules } from './rules.ts'

/** Dates that a snapshot prices beyond the booked slots: that of the additional hours and 7 after the return. */
export const SPARE_DATES = 8

/**
 * The price of a short rental, line by line; used for quotes, new orders and modifications. Refusals: 3007 return
 * before pickup, 3008 pickup in the past, 3001 no price, 3002 a date is closed, 3003 too soon (channels), 3009 too
 * short or too long, 3006 place not served, -2 services or reductions, -3 a reduction that needs `order.discount`.
 * @param kept snapshot of the order that is being modified: dates that were already booked retain their
 * undiscounted price and are not refused as closed; the length discount is that of the new length. A price belongs
 * to one store, model and source, so that nothing is retained when one of them changes.
 */
export function price(input: PriceInput, rules: PriceRules, kept?: QuoteSnapshot): Quote {
  const pricer = orderPricer(input, rules, kept)
  const length = lengthOf(input, rules)
  return bill(input, rules, pricer, length, checkLimits(input, rules, pricer.rule, length), kept?.input)
}

/** `price` without the booking limits: what a channel's order would cost here, for comparison. @later channel orders */
export function priceUnlimited(input: PriceInput, rules: PriceRules): Quote {
  return bill(input, rules, orderPricer(input, rules), lengthOf(input, rules), [])
}

/** The prices that are stored with an order, so that later computations do not depend on the present rules. Same arguments as `price`. */
export function snapshotOf(input: PriceInput, rules: PriceRules, quote: Quote, kept?: QuoteSnapshot): QuoteSnapshot {
  const pricer = orderPricer(input, rules, kept)
  return {
    v: 1,
    input,
    graceMinutes: rules.settings.graceMinutes,
    dayAfterMinutes: rules.settings.dayAfterMinutes,
    days: quote.days,
    overHours: quote.overHours,
    card: pricer.card,
    dayPrices: dayPricesFrom(pricer, epochDay(input.pickupAt), quote.days, quote.days + SPARE_DATES),
    services: quote.services,
    lines: quote.lines,
    charges: quote.charges,
    total: quote.total,
  }
}

/** Prices of `count` dates from an epoch day on, discounted for a rental of `days`. */
export function dayPricesFrom(
  pricer: Pick<DayPricer, 'card' | 'at'>,
  first: number,
  days: number,
  count: number,
): readonly DayPrice[] {
  const tier = tierOf(pricer.card, days)
  return Array.from({ length: count }, (_, k) => discountDay(pricer.at(first + k), pricer.card, tier))
}

function lengthOf({ pickupAt, returnAt }: PriceInput, rules: PriceRules): RentalDays {
  if (returnAt <= pickupAt) throw new Refusal('returnBeforePickup', { field: 'returnAt' })
  return rentalDays(pickupAt, returnAt, rules.settings)
}

function orderPricer(input: PriceInput, rules: PriceRules, kept?: QuoteSnapshot): DayPricer {
  const pricer = dayPricer(rules, input.source)
  if (kept === undefined || !sameGoods(input, kept.input)) return pricer
  return { ...pricer, at: bookedPriceOfDay(kept, pricer.at) }
}

/** Prices for an existing order: booked dates as they were sold and never closed, others by `at`. */
export function bookedPriceOfDay(kept: QuoteSnapshot, at: DayPricer['at']): (day: number) => PublishedPrice {
  const booked = kept.dayPrices.slice(0, kept.days + (kept.overHours > 0 ? 1 : 0))
  const first = epochDay(kept.input.pickupAt)
  return (day) => {
    const old = booked[day - first]
    return old === undefined ? at(day) : { ...old, stop: false }
  }
}

/** Whether both requests are for the same store, model and source, to which a price belongs. */
export const sameGoods = (a: PriceInput, b: PriceInput): boolean =>
  a.storeId === b.storeId && a.modelId === b.modelId && a.source === b.source

function bill(
  input: PriceInput,
  rules: PriceRules,
  pricer: DayPricer,
  { days, overHours }: RentalDays,
  hints: readonly QuoteHint[],
  sold?: PriceInput,
): Quote {
  const first = epochDay(input.pickupAt)
  const tier = tierOf(pricer.card, days)
  const dayPrices: DayPrice[] = []
  const slots = overHours > 0 ? days + 1 : days
  for (let k = 0; k < slots; k++) {
    const published = pricer.at(first + k)
    if (published.stop) throw new Refusal('dateStopped', { date: published.date })
    dayPrices.push(discountDay(published, pricer.card, tier))
  }
  const services = soldServices(rules, input, input.services)
  const lines = [...rentLines(dayPrices, days, overHours, pricer.card), ...serviceLines(services, days)]
  lines.push(...handoverLines(input, rules, sumOf(lines), sold))
  const charges = sumOf(lines)
  const reductions = reduceLines(input, charges, rules.settings.manualDiscountBp)
  lines.push(...reductions)
  return {
    days,
    overHours,
    lines,
    charges,
    total: charges + sumOf(reductions),
    deposits: depositLines(rules, input),
    hints,
    dayPrices,
    card: pricer.card,
    services,
  }
}
