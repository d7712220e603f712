import { Refusal } from '../../refusal.ts'
import { epochDay, localDate } from '../../time.ts'
import { dayPricer } from './calendar/day-price.ts'
import { rentalDays } from './calendar/days.ts'
import { requireMovesServed } from './lines/handover.ts'
import { checkLead, checkLength } from './lines/limits.ts'
import { bookedPriceOfDay, price, sameGoods, snapshotOf } from './price.ts'
import type { PriceInput, QuoteSnapshot } from './quote.ts'
import { requote } from './requote.ts'
import type { PriceRules } from './rules.ts'

/**
 * 改单: the price of an order with other times, stores or model. When only its times move, it retains the sold prices
 * and new parts have present prices. With another store, model or place it is priced like a new booking; dates that
 * were sold retain their price while store and model are the same. In both cases the booking limits apply to what
 * is new, and an existing reduction needs no permission again. Refusals: those of `price`.
 */
export function quoteModified(sold: QuoteSnapshot, asked: PriceInput, rules: PriceRules): QuoteSnapshot {
  const input = { ...asked, mayDiscount: asked.mayDiscount || sold.input.mayDiscount }
  if (!onlyTimesMove(sold.input, input)) return snapshotOf(input, rules, price(input, rules, sold), sold)
  const { pickupAt, returnAt } = input
  if (returnAt <= pickupAt) throw new Refusal('returnBeforePickup', { field: 'returnAt' })
  const pricer = dayPricer(rules, input.source)
  const length = rentalDays(pickupAt, returnAt, sold)
  checkLength(rules, pricer.rule, length)
  requireMovesServed(sold.input, input, rules)
  if (pickupAt !== sold.input.pickupAt) checkLead(input, rules, pricer.rule.advanceMinMinutes ?? 0)
  const at = bookedPriceOfDay(sold, pricer.at)
  const slots = length.days + (length.overHours > 0 ? 1 : 0)
  for (let k = 0; k < slots; k++) {
    const { stop, date } = at(epochDay(pickupAt) + k)
    if (stop) throw new Refusal('dateStopped', { date })
  }
  return requote(sold, pickupAt, rules, returnAt)
}

/** Whether a modification counts as a new sale: other goods, or a date before or after the sold ones. */
export const sellsAnew = (sold: PriceInput, asked: PriceInput): boolean =>
  !sameGoods(sold, asked) ||
  localDate(asked.pickupAt) < localDate(sold.pickupAt) ||
  localDate(asked.returnAt) > localDate(sold.returnAt)

const onlyTimesMove = (a: PriceInput, b: PriceInput): boolean =>
  sameGoods(a, b) && a.returnStoreId === b.returnStoreId && sameServices(a, b)

/** Whether two requests have the same services, in any order. */
export const sameServices = (a: PriceInput, b: PriceInput): boolean => services(a) === services(b)

const services = (input: PriceInput): string =>
  input.services
    .map(({ code, qty }) => `${code} ${qty}`)
    .toSorted()
    .join()
