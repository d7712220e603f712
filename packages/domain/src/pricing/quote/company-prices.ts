import { applyBp, type Fen, formatMoney, percent } from '../../money.ts'
import type { LongPrice } from './long/price.ts'
import type { PriceRules } from './rules.ts'

/*
 * What a company agreed with the merchant, as a layer over the rules of a store, a model and a source. A price of the model goes before
 * the company's share of the list price; without either the list price remains.
 */

/** The agreement of a company for one model. */
export interface AgreedPrice {
  /** Share of the list price that is paid, bp; null: all of it. */
  readonly rateBp: number | null
  /** Price of each day instead of the list price; null: none. */
  readonly dayFen: Fen | null
  /** Price of each month of a long rental instead of the list price; null: none. */
  readonly monthFen: Fen | null
}

/** The rules with the agreed day prices. Closed dates, limits, services and fees are those of the list. */
export function withAgreed(rules: PriceRules, agreed: AgreedPrice | null): PriceRules {
  if (agreed === null) return rules
  const { dayFen, rateBp } = agreed
  if (dayFen !== null)
    return {
      ...rules,
      // The discount by length and the prices of single dates belong to the list price.
      priceRules: rules.priceRules.map((rule) => ({
        ...rule,
        agreed: true,
        basePrice: dayFen,
        weekendPrice: null,
        holidayPrice: null,
        overHourPrice: null,
        tiers: [],
      })),
      calendar: rules.calendar.map((day) => ({ ...day, price: null })),
    }
  if (rateBp === null) return rules
  const share = <P extends Fen | null>(price: P): P => (price === null ? price : (applyBp(price, rateBp) as P))
  return {
    ...rules,
    priceRules: rules.priceRules.map((rule) => ({
      ...rule,
      agreed: true,
      basePrice: share(rule.basePrice),
      weekendPrice: share(rule.weekendPrice),
      holidayPrice: share(rule.holidayPrice),
      overHourPrice: share(rule.overHourPrice),
      tiers: rule.tiers.map((tier) => ({ ...tier, fixedDayPrice: share(tier.fixedDayPrice) })),
    })),
    calendar: rules.calendar.map((day) => ({ ...day, price: share(day.price) })),
  }
}

/** Monthly prices of a model with the agreement. */
export function agreedMonths(prices: readonly LongPrice[], agreed: AgreedPrice | null): readonly LongPrice[] {
  if (agreed === null) return prices
  const { monthFen, rateBp } = agreed
  if (monthFen !== null) return [{ source: 0, fromMonths: 1, monthlyPrice: monthFen }]
  return rateBp === null
    ? prices
    : prices.map((price) => ({ ...price, monthlyPrice: applyBp(price.monthlyPrice, rateBp) }))
}

/** The agreement in words, for the quote; `byMonth`: of a long rental. Null when the list price applies. */
export function agreedText({ rateBp, dayFen, monthFen }: AgreedPrice, byMonth: boolean): string | null {
  if (byMonth && monthFen !== null) return `协议月租${formatMoney(monthFen)}`
  if (!byMonth && dayFen !== null) return `协议日租${formatMoney(dayFen)}`
  return rateBp === null ? null : `协议价，按标价的${percent(rateBp)}`
}
