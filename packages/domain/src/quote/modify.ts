import { Refusal } from '../refusal.ts'
import { epochDay, localDate } from '../time.ts'
import { dayPricer } from './calendar/day-price.ts'
import { rentalDays } from './calendar/days.ts'
import { checkLead, checkLength } from './lines/limits.ts'
import { asBooked, price, sameGoods, snapshotOf } from './price.ts'
import type { PriceInput, QuoteSnapshot } from './quote.ts'
import { requote } from './requote.ts'
import type { PriceRules } from './rules.ts'

/**
 * What an order costs at other times, stores or with another model (改单). Where only its times move, it stays as sold and
 * only what is new takes today's prices; with another store, model or place it is priced as a booking of today, the dates
 * that it had at their price as long as store and model are the same. Either way what is new keeps the limits of booking,
 * and a reduction that was given needs nobody's key again.
 * Refusals: those of `price`.
 */
export function modified(sold: QuoteSnapshot, asked: PriceInput, rules: PriceRules): QuoteSnapshot {
  const input = { ...asked, mayDiscount: asked.mayDiscount || sold.input.mayDiscount }
  if (!onlyTimesMove(sold.input, input)) return snapshotOf(input, rules, price(input, rules, sold), sold)
  const { pickupAt, returnAt } = input
  if (returnAt <= pickupAt) throw new Refusal('returnBeforePickup', { field: 'returnAt' })
  const pricer = dayPricer(rules, input.source)
  const length = rentalDays(pickupAt, returnAt, sold)
  checkLength(rules, pricer.rule, length)
  if (pickupAt !== sold.input.pickupAt) checkLead(input, rules, pricer.rule.advanceMinMinutes ?? 0)
  const at = asBooked(sold, pricer.at)
  const slots = length.days + (length.overHours > 0 ? 1 : 0)
  for (let k = 0; k < slots; k++) {
    const { stop, date } = at(epochDay(pickupAt) + k)
    if (stop) throw new Refusal('dateStopped', { date })
  }
  return requote(sold, pickupAt, rules, returnAt)
}

/** Whether a stay that was sold becomes a new sale: other goods, or a date before or after those it had. */
export const sellsAnew = (sold: PriceInput, asked: PriceInput): boolean =>
  !sameGoods(sold, asked) ||
  localDate(asked.pickupAt) < localDate(sold.pickupAt) ||
  localDate(asked.returnAt) > localDate(sold.returnAt)

const onlyTimesMove = (a: PriceInput, b: PriceInput): boolean =>
  sameGoods(a, b) && a.returnStoreId === b.returnStoreId && sameServices(a, b)

/** Whether the same services are asked for, in whatever order. */
export const sameServices = (a: PriceInput, b: PriceInput): boolean => services(a) === services(b)

const services = (input: PriceInput): string =>
  input.services
    .map(({ code, qty }) => `${code} ${qty}`)
    .toSorted()
    .join()
