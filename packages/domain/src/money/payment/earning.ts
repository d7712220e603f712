import { type Fen, mulDiv, WHOLE_BP } from '../../money.ts'
import { addDays, addMonths, type Instant, type LocalDate, localDate, MINUTE, startOfDate } from '../../time.ts'

/*
 * The one rule of income over time, in words in `server/src/money/payment/README.md`: what was sold is earned evenly over the minutes of its
 * own period, and each posting says to which days of its month it belongs. The ledger, the figures, the cars, their owners and the vouchers
 * add up the same postings.
 */

/** The priced period as agreed, also when the customer came earlier or later. */
export interface RentalPeriod {
  readonly from: Instant
  readonly to: Instant
}

/** What is earned over time: rent as rental income, insurance as service income. Fen. */
export interface Accrual {
  readonly rentFen: Fen
  readonly serviceFen: Fen
}

/** What was sold for one period of an order: by its quote, by a renewal, or by a row of its plan. */
export interface Sold extends Accrual {
  readonly period: RentalPeriod
  /** It was added by a renewal. */
  readonly renewal?: boolean
}

/** What an order earns by. */
export interface Earning {
  readonly sold: readonly Sold[]
  readonly pickedUpAt: Instant
  readonly returnedAt: Instant | null
  /** What was posted of it before. */
  readonly posted: Accrual
}

/** The income over time of an order on a day; fen. */
export interface DayShare extends Accrual {
  readonly day: LocalDate
  /** The part of the rent that renewals brought. */
  readonly renewalFen: Fen
  /** The part of rent and services that months before had earned, or had earned too much. */
  readonly lateFen: Fen
}

export const noAccrual: Accrual = { rentFen: 0, serviceFen: 0 }
const minus = (a: Accrual, b: Accrual): Accrual => ({
  rentFen: a.rentFen - b.rentFen,
  serviceFen: a.serviceFen - b.serviceFen,
})
const bothOf = ({ rentFen, serviceFen }: Accrual): Fen => rentFen + serviceFen

/**
 * The part of an amount that is earned until `at`, by minutes of the agreed period, rounded half-up. Computed from
 * the start each time, so that the months of an order add up to its total.
 */
export function earnedAmount(period: RentalPeriod, fen: Fen, at: Instant): Fen {
  const minutes = Math.floor((period.to - period.from) / MINUTE)
  const gone = Math.floor((at - period.from) / MINUTE)
  if (gone <= 0) return 0
  return gone >= minutes ? fen : mulDiv(fen, gone, minutes)
}

/** What all that was sold has earned until a moment. */
export const accrualUntil = (sold: readonly Sold[], at: Instant): Accrual => ({
  rentFen: sold.reduce((sum, { period, rentFen }) => sum + earnedAmount(period, rentFen, at), 0),
  serviceFen: sold.reduce((sum, { period, serviceFen }) => sum + earnedAmount(period, serviceFen, at), 0),
})

const renewalRentBy = (sold: readonly Sold[], at: Instant): Fen =>
  sold.reduce((sum, { period, rentFen, renewal }) => sum + (renewal ? earnedAmount(period, rentFen, at) : 0), 0)

/** A row of the plan of a long rental; `periodTo` is exclusive. */
export interface PlanRow {
  readonly periodFrom: LocalDate
  readonly periodTo: LocalDate
  readonly amount: Fen
}

/**
 * What a plan of rows has sold: each row is earned over its own dates, and services have the share of every row that they have in the whole
 * price.
 * @param renewedFrom the first date that a renewal added; null without any
 */
export function soldPartsOfRows(rows: readonly PlanRow[], serviceFen: Fen, renewedFrom: LocalDate | null): Sold[] {
  const total = rows.reduce((sum, { amount }) => sum + amount, 0)
  let before = 0
  return rows.map(({ periodFrom, periodTo, amount }) => {
    const serviceUntil = (fen: Fen) => (total === 0 ? 0 : mulDiv(fen, serviceFen, total))
    const service = serviceUntil(before + amount) - serviceUntil(before)
    before += amount
    const period = { from: startOfDate(periodFrom), to: startOfDate(periodTo) }
    const renewal = renewedFrom !== null && periodFrom >= renewedFrom
    return { period, rentFen: amount - service, serviceFen: service, renewal }
  })
}

/** The month `YYYY-MM` that a monthly posting at `at` closes: the one before the local month of `at`. */
export const monthClosedAt = (at: Instant): string => addMonths(`${localDate(at).slice(0, 7)}-01`, -1).slice(0, 7)

/** The end of a month, exclusive, and its last day, which is the date of the posting. */
export function monthEnd(month: string): { readonly end: Instant; readonly lastDay: LocalDate } {
  const next = addMonths(`${month}-01`, 1)
  const end = startOfDate(next)
  return { end, lastDay: localDate(end - MINUTE) }
}

const firstOfMonth = (day: LocalDate): LocalDate => `${day.slice(0, 7)}-01`

/** What a rental has earned until a moment; nothing after its return. */
const earnedOf = ({ sold, returnedAt }: Earning, at: Instant): Accrual =>
  accrualUntil(sold, returnedAt === null ? at : Math.min(at, returnedAt))

/**
 * What is to be posted at a month's end: what the rental has earned by then, less what earlier months posted. Both
 * parts may be negative after a modification that made the order cheaper.
 */
export const monthPosting = (earning: Earning, month: string): Accrual =>
  minus(earnedOf(earning, monthEnd(month).end), earning.posted)

/**
 * The days of the month to which a posting of `day` belongs: each day on which the car was out has what it earned; what months before had
 * left to post comes with the first of them, and the rest is of the day of the posting. No day of another month has a share, so that a month
 * that was closed keeps its sum and its days.
 */
export function spreadPosting(earning: Earning, amount: Accrual, day: LocalDate): DayShare[] {
  const { sold, pickedUpAt, returnedAt, posted } = earning
  const month = firstOfMonth(day)
  const monthStart = startOfDate(month)
  const isOver = returnedAt !== null && returnedAt < monthStart
  const first = [month, localDate(pickedUpAt)].toSorted()[1]!
  const last = returnedAt === null || localDate(returnedAt) > day ? day : localDate(returnedAt)
  const days: LocalDate[] = []
  for (let one = first; one <= last && one < day; one = addDays(one, 1)) days.push(one)
  days.push(day)

  let before = posted
  return days.flatMap((one, index) => {
    const end = startOfDate(addDays(one, 1))
    const until =
      one === day
        ? { rentFen: posted.rentFen + amount.rentFen, serviceFen: posted.serviceFen + amount.serviceFen }
        : earnedOf(earning, end)
    const share = minus(until, before)
    before = until
    const late =
      index > 0 || pickedUpAt >= monthStart
        ? 0
        : isOver
          ? bothOf(share)
          : bothOf(minus(earnedOf(earning, monthStart), posted))
    if (share.rentFen === 0 && share.serviceFen === 0 && late === 0) return []
    return [{ day: one, ...share, renewalFen: renewalPart(sold, share.rentFen, startOfDate(one), end), lateFen: late }]
  })
}

/** The part of the rent of a day that renewals brought, by what was sold for that day. */
function renewalPart(sold: readonly Sold[], rentFen: Fen, from: Instant, until: Instant): Fen {
  const all = accrualUntil(sold, until).rentFen - accrualUntil(sold, from).rentFen
  const renewed = renewalRentBy(sold, until) - renewalRentBy(sold, from)
  return all <= 0 ? 0 : mulDiv(rentFen, renewed, all)
}

/** The exact opposite of the days of a posting; of one of another month all is of the day of the reversal. */
export function reverseDays(days: readonly DayShare[], postedOn: LocalDate, day: LocalDate): DayShare[] {
  const opposite = days.map((one) => ({
    day: one.day,
    rentFen: -one.rentFen,
    serviceFen: -one.serviceFen,
    renewalFen: -one.renewalFen,
    lateFen: -one.lateFen,
  }))
  if (firstOfMonth(postedOn) === firstOfMonth(day)) return opposite
  const sum = (of: (one: DayShare) => Fen) => opposite.reduce((fen, one) => fen + of(one), 0)
  const whole = { day, rentFen: sum((one) => one.rentFen), serviceFen: sum((one) => one.serviceFen) }
  return [{ ...whole, renewalFen: sum((one) => one.renewalFen), lateFen: bothOf(whole) }]
}

/** A rental that goes on, and the first day that no posting has reached. */
export interface Running extends Omit<Earning, 'returnedAt'> {
  readonly openFrom: LocalDate
}

/**
 * What a rental that goes on has earned until a moment and no posting has reached, by the rule by which it will be posted: by days it is
 * what {@link spreadPosting} will say of them.
 */
export function unpostedEarning({ sold, pickedUpAt, posted, openFrom }: Running, at: Instant): Omit<DayShare, 'day'> {
  const start = startOfDate(openFrom)
  if (at <= Math.max(start, pickedUpAt)) return { ...noAccrual, renewalFen: 0, lateFen: 0 }
  return {
    ...minus(accrualUntil(sold, at), posted),
    renewalFen: renewalRentBy(sold, at) - renewalRentBy(sold, start),
    lateFen: pickedUpAt >= start ? 0 : bothOf(minus(accrualUntil(sold, start), posted)),
  }
}

/** The commission of the platform that sold an order: its share, by the contract at the booking, of what the order has earned. Fen. */
export const commissionOf = ({ commissionBp }: { readonly commissionBp: number }, earnedFen: Fen): Fen =>
  mulDiv(earnedFen, commissionBp, WHOLE_BP)
