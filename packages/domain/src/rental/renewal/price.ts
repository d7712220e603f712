import { orderItemType } from '../../booking/order/codes.ts'
import { type LateReturn, type LateTerms, lateReturn } from '../../money/expense/late.ts'
import type { Fen } from '../../money.ts'
import { dayPricer, overHourAmount } from '../../pricing/quote/calendar/day-price.ts'
import { rentalDays } from '../../pricing/quote/calendar/days.ts'
import {
  dayServiceLine,
  onceServiceLine,
  overHoursCredit,
  overHoursLine,
  rentLine,
  sumOf,
} from '../../pricing/quote/lines/lines.ts'
import { reduceLines } from '../../pricing/quote/lines/reduce.ts'
import { soldServices } from '../../pricing/quote/lines/services.ts'
import { dayPricesFrom, SPARE_DATES } from '../../pricing/quote/price.ts'
import type { ChosenService, PriceInput, PriceLine, SoldService } from '../../pricing/quote/quote.ts'
import type { PriceRules } from '../../pricing/quote/rules.ts'
import { extendTerm, type RentalTerm, soldDays, type TermExtension } from '../../pricing/quote/term.ts'
import { badInput } from '../../refusal.ts'
import { DAY, epochDay, formatDateTime, HOUR, type Instant, MINUTE } from '../../time.ts'

/** Limit of days of one renewal. */
const MOST_DAYS = 180

export interface RenewalRequest {
  readonly storeId: string
  readonly modelId: string
  readonly source: number
  readonly now: Instant
  readonly newReturnAt: Instant
  /** Optional services of the added days; null: those of the order continue. Mandatory ones and insurance always continue. */
  readonly services: readonly ChosenService[] | null
  /** As for a booking, within the same limit. */
  readonly reduces: PriceInput['reduces']
  readonly mayDiscount: boolean
}

export interface RenewalQuote {
  /** Charged days and additional hours from the priced pickup to the new end. */
  readonly days: number
  readonly overHours: number
  readonly addedDays: number
  readonly lines: readonly PriceLine[]
  readonly amount: Fen
  /** Stored with the renewal; from then on part of the order's term. */
  readonly extension: TermExtension
}

/** Start of a renewal: the agreed end, or the end of a late fee that has to be paid first. */
export interface RenewalStart {
  readonly term: RentalTerm
  /** The late fee so far; `term` already includes the slots that it pays for. null: none. */
  readonly late: LateReturn | null
}

/**
 * A renewal of a car that is at most `dayAfterMinutes` overdue is priced from the agreed end, without a late fee.
 * Later, the fee so far has to be settled first (the caller refuses with 2201); it pays for its slots, and the
 * renewal continues from their end.
 */
export function renewalStart(term: RentalTerm, now: Instant, terms: LateTerms): RenewalStart {
  if (now <= term.returnAt + term.dayAfterMinutes * MINUTE) return { term, late: null }
  const late = lateReturn(term, now, terms)
  return late.extension === null ? { term, late: null } : { term: extendTerm(term, late.extension), late }
}

/**
 * The price of keeping the car until `newReturnAt`: the added slots by the present rules with the length discount
 * of the total length, the additional hours of the new end less those already charged, and day-priced services for
 * the added days (at the price as sold; insurance up to its total cap). Sold slots never change. Closed dates do
 * not refuse a renewal, because they only restrict new sales. Reductions are subtracted last. Refusals: -2 a new
 * end less than an hour after the old one, too far away, or already past; 3001 no price.
 * @param term the agreed term, from {@link renewalStart}.
 * @param rules the present rules; calendar rows from the old return date to 8 days after the new one.
 */
export function priceRenewal(term: RentalTerm, rules: PriceRules, request: RenewalRequest): RenewalQuote {
  const { newReturnAt, source } = request
  if (newReturnAt < term.returnAt + HOUR) {
    throw badInput('newReturnAt', `续租时间须晚于${formatDateTime(term.returnAt)}至少1小时`)
  }
  if (newReturnAt > term.returnAt + MOST_DAYS * DAY) throw badInput('newReturnAt', `一次最多续租${MOST_DAYS}天`)
  if (newReturnAt <= request.now) throw badInput('newReturnAt', '续租时间必须晚于当前时间')
  const { days, overHours } = rentalDays(term.pickupAt, newReturnAt, term)
  const pricer = dayPricer(rules, source)
  const addedDays = days - term.days
  const first = epochDay(term.pickupAt) + term.days
  const dayPrices = dayPricesFrom(pricer, first, days, addedDays + SPARE_DATES)
  const lines: PriceLine[] = dayPrices.slice(0, addedDays).map((day) => rentLine(day))
  const end = dayPrices[addedDays]
  if (end === undefined) throw new Error('the spare dates hold the end')
  if (overHours > 0) lines.push(overHoursLine(overHours, end, pricer.card))
  const credit = overHoursCredit(term.last.overHoursFen, sumOf(lines))
  if (credit !== null) lines.push(credit)
  const services = continuedServices(term, rules, request)
  for (const service of services) {
    const sold = soldDays(term, service.code)
    const row = service.unit === 'day' ? dayServiceLine(service, sold, sold + addedDays) : onceServiceLine(service)
    if (row !== null) lines.push(row)
  }
  lines.push(...reduceLines(request, sumOf(lines), rules.settings.manualDiscountBp))
  const amount = sumOf(lines)
  const extension: TermExtension = {
    v: 1,
    kind: 'renewal',
    firstSlot: term.days,
    endSlot: days,
    overHours,
    overHoursFen: overHourAmount(overHours, end.amount, pricer.card),
    returnAt: newReturnAt,
    card: pricer.card,
    dayPrices,
    services,
    lines,
    amount,
  }
  return { days, overHours, addedDays, lines, amount, extension }
}

function continuedServices(term: RentalTerm, rules: PriceRules, request: RenewalRequest): readonly SoldService[] {
  const running = term.last.services.filter((service) => service.unit === 'day')
  if (request.services === null) return running
  const wanted = new Map(request.services.map(({ code, qty }) => [code, qty]))
  const kept = running.flatMap((service) => {
    if (service.mandatory || service.itemType === orderItemType.insurance) return [service]
    const qty = Math.min(wanted.get(service.code) ?? 0, service.qty)
    return qty > 0 ? [{ ...service, qty }] : []
  })
  const runningCodes = new Set(running.map((service) => service.code))
  const added = request.services.filter(({ code }) => !runningCodes.has(code))
  const addedCodes = new Set(added.map(({ code }) => code))
  const fresh = soldServices(rules, request, added).filter(({ code }) => addedCodes.has(code))
  return [...kept, ...fresh]
}
