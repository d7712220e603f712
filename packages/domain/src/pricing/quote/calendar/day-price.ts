import { applyBp, type Fen, mulDiv } from '../../../money.ts'
import { Refusal } from '../../../refusal.ts'
import { dateOfEpochDay, type LocalDate } from '../../../time.ts'
import { markUp, sellsByGeneralRule } from '../channel/channel.ts'
import type { AppliedTier, DayPrice, DayPriceOrigin, RateCard } from '../quote.ts'
import type { CalendarPrice, HolidayCalendar, PriceRule, PriceRules } from '../rules.ts'
import { holidayName, isMakeUpWorkday } from './holidays.ts'

/** The price of one date before any length discount. */
export interface PublishedPrice {
  readonly date: LocalDate
  readonly origin: DayPriceOrigin
  /** After the channel's mark-up. */
  readonly published: Fen
  readonly agreed?: true
  /** Closed for sale on this date. */
  readonly stop: boolean
}

/** Prices of dates for one (store, model, source). */
export interface DayPricer {
  readonly rule: PriceRule
  readonly card: RateCard
  /** The price of an epoch day (see `epochDay` of time.ts). */
  at(day: number): PublishedPrice
}

/**
 * Prices of (store, model, source) by the present rules.
 * @throws Refusal priceMissing (3001) when no rule serves the source
 */
export function dayPricer(rules: PriceRules, source: number): DayPricer {
  const pricer = findDayPricer(rules, source)
  if (pricer === null) throw new Refusal('priceMissing')
  return pricer
}

/** The rules that prices of single dates depend on. */
export type DayRules = Pick<PriceRules, 'priceRules' | 'calendar' | 'channel' | 'holidays'>

/** Like `dayPricer`, for running rentals whose model has no price any more: null when no rule serves. */
export function findDayPricer(rules: DayRules, source: number): DayPricer | null {
  const own = rules.priceRules.find((rule) => rule.enabled && rule.source === source)
  const general = rules.priceRules.find((rule) => rule.enabled && rule.source === 0)
  const rule = own ?? (sellsByGeneralRule(rules.channel) ? general : undefined)
  if (rule === undefined) return null
  // Only prices of the general rule get the channel's mark-up; own rules already have final prices.
  const marked = (price: Fen) => (own === undefined ? markUp(price, rules.channel) : price)
  const card = rateCard(rule, marked)
  const ofSource = byDate(rules.calendar, source)
  const ofAll = byDate(rules.calendar, 0)
  const agreed = rule.agreed === true ? { agreed: true as const } : {}
  return {
    rule,
    card,
    at(day) {
      const date = dateOfEpochDay(day)
      const exact = ofSource.get(date)
      const forAll = ofAll.get(date)
      const stop = exact?.stop === true || forAll?.stop === true
      if (exact !== undefined && exact.price !== null) {
        return { date, origin: 'calendar', published: exact.price, stop, ...agreed }
      }
      if (forAll !== undefined && forAll.price !== null) {
        return { date, origin: 'calendar', published: marked(forAll.price), stop, ...agreed }
      }
      const origin = ruleOrigin(rule, rules.holidays, day, date)
      return { date, origin, published: marked(rulePrice(rule, origin)), stop, ...agreed }
    },
  }
}

function byDate(rows: readonly CalendarPrice[], source: number): ReadonlyMap<LocalDate, CalendarPrice> {
  const map = new Map<LocalDate, CalendarPrice>()
  for (const row of rows) if (row.source === source) map.set(row.date, row)
  return map
}

function rateCard(rule: PriceRule, marked: (price: Fen) => Fen): RateCard {
  return {
    ruleId: rule.id,
    tiers: rule.tiers
      .map(({ fromDays, rateBp, fixedDayPrice }) => ({
        fromDays,
        rateBp,
        fixedDayPrice: fixedDayPrice === null ? null : marked(fixedDayPrice),
      }))
      .sort((a, b) => a.fromDays - b.fromDays),
    discountOnHoliday: rule.discountOnHoliday,
    overHourPrice: rule.overHourPrice,
    overHourDivisor: rule.overHourDivisor,
  }
}

/** Which price of the rule applies to a date; an empty price falls back to the next kind. */
function ruleOrigin(
  rule: PriceRule,
  calendar: HolidayCalendar,
  day: number,
  date: LocalDate,
): Exclude<DayPriceOrigin, 'calendar'> {
  if (rule.holidayPrice !== null && holidayName(calendar, date) !== null) return 'holiday'
  // 1970-01-01 was a Thursday.
  const weekday = ((((day + 3) % 7) + 7) % 7) + 1
  const weekend = rule.weekendPrice !== null && rule.weekendDays.includes(weekday)
  return weekend && !isMakeUpWorkday(calendar, date) ? 'weekend' : 'base'
}

function rulePrice(rule: PriceRule, origin: Exclude<DayPriceOrigin, 'calendar'>): Fen {
  if (origin === 'holiday' && rule.holidayPrice !== null) return rule.holidayPrice
  if (origin === 'weekend' && rule.weekendPrice !== null) return rule.weekendPrice
  return rule.basePrice
}

/** The length discount of a rental of `days` charged days: the highest tier reached. */
export function tierOf(card: RateCard, days: number): AppliedTier | null {
  let reached: AppliedTier | null = null
  for (const tier of card.tiers) {
    if (tier.fromDays > days) break
    reached = tier
  }
  return reached
}

/**
 * The day price after the length discount. A rate applies to base and weekend prices, and to holiday and calendar
 * prices only where the rule allows it; a fixed day price replaces base prices only.
 */
export function discountDay(price: Omit<PublishedPrice, 'stop'>, card: RateCard, tier: AppliedTier | null): DayPrice {
  const { date, origin, published, agreed } = price
  const common = { date, origin, published, ...(agreed === true && { agreed }) }
  if (tier !== null && tier.rateBp !== null && (isOrdinary(origin) || card.discountOnHoliday)) {
    return { ...common, amount: applyBp(published, tier.rateBp), tier }
  }
  if (tier !== null && tier.fixedDayPrice !== null && origin === 'base') {
    return { ...common, amount: tier.fixedDayPrice, tier }
  }
  return { ...common, amount: published, tier: null }
}

const isOrdinary = (origin: DayPriceOrigin): boolean => origin === 'base' || origin === 'weekend'

/** Price of one additional hour in the slot whose discounted day price is `dayPrice`. */
export const overHourUnit = (dayPrice: Fen, card: RateCard): Fen =>
  card.overHourPrice ?? mulDiv(dayPrice, 1, card.overHourDivisor)

/** Price of additional hours, at most that of their day. */
export const overHourAmount = (hours: number, dayPrice: Fen, card: RateCard): Fen =>
  hours === 0 ? 0 : Math.min(hours * overHourUnit(dayPrice, card), dayPrice)
