import { applyBp, type Fen, WHOLE_BP } from '../../money.ts'
import { type DayPricer, discountDay, overHourAmount, tierOf } from '../../pricing/quote/calendar/day-price.ts'
import { rentalDays, slotStart } from '../../pricing/quote/calendar/days.ts'
import { dayServiceLine, overHoursCredit, overHoursLine, rentLine, sumOf } from '../../pricing/quote/lines/lines.ts'
import { SPARE_DATES } from '../../pricing/quote/price.ts'
import type { DayPrice, PriceLine } from '../../pricing/quote/quote.ts'
import { agreedStretch, type RentalTerm, slotPrice, soldDays, type TermExtension } from '../../pricing/quote/term.ts'
import { dateOfEpochDay, epochDay, HOUR, type Instant, MINUTE } from '../../time.ts'
import { expenseCode } from './codes.ts'
import { type AutoExpense, autoExpense } from './item.ts'
import { RAISED_AFTER } from './late-multiplier.ts'

export interface LateTerms {
  /** Multiplier of the day price for slots that begin {@link RAISED_AFTER} or later after the agreed return, bp. */
  readonly overdueMultiplierBp: number
  /** Today's prices (`findDayPricer`), for dates that the snapshot lacks; null when the model has no price any more. */
  readonly today: DayPricer | null
}

/** Result of a return after the agreed end. */
export interface LateReturn {
  /** Until then nothing is charged. */
  readonly freeUntil: Instant
  readonly fee: Fen
  /** Charged days and additional hours from the priced pickup to the actual return. */
  readonly days: number
  readonly overHours: number
  readonly lines: readonly PriceLine[]
  /** Slots that the fee paid for, so that an overdue renewal continues from their end; null when nothing is charged. */
  readonly extension: TermExtension | null
}

/** The agreed end plus the grace minutes that the agreed length has not used; no further grace after a paid late fee. */
export function freeUntil(term: RentalTerm): Instant {
  if (term.last.kind === 'late') return term.returnAt
  const { graceUsed } = rentalDays(term.pickupAt, term.returnAt, term)
  return term.returnAt + (term.graceMinutes - graceUsed) * MINUTE
}

/**
 * The late fee: what the rental until the actual return costs more than the agreed one, for rent, additional hours
 * and day-priced services, at the prices and the length discount as sold. Slots that begin {@link RAISED_AFTER} or
 * later after the agreed return, and their hours, cost the multiplier. Insurance at its cap costs nothing more; handover fees do
 * not change. Never negative. Two successive fees add up to one fee for the whole time.
 */
export function lateReturn(term: RentalTerm, actualAt: Instant, terms: LateTerms): LateReturn {
  const free = freeUntil(term)
  if (actualAt <= free) {
    return { freeUntil: free, fee: 0, days: term.days, overHours: term.overHours, lines: [], extension: null }
  }
  const { days, overHours } = rentalDays(term.pickupAt, actualAt, term)
  const lines: PriceLine[] = []
  const dayPrices: DayPrice[] = []
  for (let slot = term.days; slot < days; slot++) {
    const factorBp = lateFactor(term, slot, terms.overdueMultiplierBp)
    const day = raiseDayPrice(latePrice(term, slot, terms.today), factorBp)
    dayPrices.push(day)
    lines.push(rentLine(day, factorBp))
  }
  const { card } = term.last
  const lastDay = raiseDayPrice(latePrice(term, days, terms.today), lateFactor(term, days, terms.overdueMultiplierBp))
  if (overHours > 0) lines.push(overHoursLine(overHours, lastDay, card))
  const credit = overHoursCredit(term.last.overHoursFen, sumOf(lines))
  if (credit !== null) lines.push(credit)
  const services = term.last.services.filter((service) => service.unit === 'day')
  for (const service of services) {
    const sold = soldDays(term, service.code)
    const row = dayServiceLine(service, sold, sold + days - term.days)
    if (row !== null) lines.push(row)
  }
  // A short rental that stays within its paid day costs nothing more.
  if (lines.length === 0) return { freeUntil: free, fee: 0, days, overHours, lines, extension: null }
  const fee = sumOf(lines)
  for (let k = 0; k < SPARE_DATES; k++) dayPrices.push(latePrice(term, days + k, terms.today))
  const extension: TermExtension = {
    v: 1,
    kind: 'late',
    firstSlot: term.days,
    endSlot: days,
    overHours,
    overHoursFen: overHourAmount(overHours, lastDay.amount, card),
    returnAt: slotStart(term.pickupAt, days) + Math.min(overHours * HOUR, term.dayAfterMinutes * MINUTE),
    card,
    dayPrices,
    services,
    lines,
    amount: fee,
  }
  return { freeUntil: free, fee, days, overHours, lines, extension }
}

/** The late fee as a charge of the return; null when nothing is due. */
export function lateExpense({ fee, lines }: LateReturn): AutoExpense | null {
  if (fee === 0) return null
  return autoExpense(expenseCode.overHours, fee, lines.map((row) => `${row.name}${wording(row)}`).join('；'))
}

const wording = (row: PriceLine): string =>
  row.priceDate === null ? `：${row.formula}` : `（${row.priceDate.slice(5)}）：${row.formula}`

const lateFactor = (term: RentalTerm, slot: number, multiplierBp: number): number =>
  slotStart(term.pickupAt, slot) >= agreedStretch(term).returnAt + RAISED_AFTER ? multiplierBp : WHOLE_BP

const raiseDayPrice = (day: DayPrice, factorBp: number): DayPrice =>
  factorBp === WHOLE_BP ? day : { ...day, amount: applyBp(day.amount, factorBp) }

/** The price of a slot after the agreed days: as sold, else today's price at the discount as sold, else the last known price. */
function latePrice(term: RentalTerm, slot: number, today: DayPricer | null): DayPrice {
  const { last } = term
  const sold = slotPrice(last, slot)
  if (sold !== null) return sold
  const day = epochDay(term.pickupAt) + slot
  if (today !== null) return discountDay(today.at(day), last.card, tierOf(last.card, agreedStretch(term).endSlot))
  const known = last.dayPrices.at(-1)
  if (known === undefined) throw new Error('a stretch keeps spare dates')
  return { ...known, date: dateOfEpochDay(day) }
}
