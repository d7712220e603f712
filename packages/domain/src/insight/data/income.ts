import { type Accrual, type DayShare, noAccrual } from '../../money/payment/earning.ts'
import { addMonths, type LocalDate } from '../../time.ts'

/* What the books say of the income of an order, by the days to which it belongs. */

/** A posting of income; fen. */
export interface Posted extends Accrual {
  readonly day: LocalDate
  /** The days to which it belongs; null: its own. */
  readonly days: readonly DayShare[] | null
  /** Penalties, damage and violations. */
  readonly otherFen: number
  /** It is of what was earned over time, or reverses such a posting. */
  readonly earned: boolean
  /** It is that of the end of a month. */
  readonly monthly: boolean
}

/** Income of an order in the books, on a day to which its posting belongs; fen. */
export interface Income extends DayShare {
  readonly otherFen: number
  /** It was earned over the time of the day in which the car was out; otherwise it counts from the beginning of its day. */
  readonly overTime: boolean
}

/** What was posted of what is earned over time. */
export const postedOf = (postings: readonly Posted[]): Accrual =>
  postings.reduce<Accrual>(
    (sum, { earned, rentFen, serviceFen }) =>
      earned ? { rentFen: sum.rentFen + rentFen, serviceFen: sum.serviceFen + serviceFen } : sum,
    noAccrual,
  )

/** Before every posting. */
const BEGINNING: LocalDate = '2000-01-01'

/** The first day of the month after the last one that is posted or closed. */
export function openFrom(postings: readonly Pick<Posted, 'day' | 'monthly'>[], closedTo: LocalDate | null): LocalDate {
  const reached = postings.flatMap(({ monthly, day }) => (monthly ? [`${day.slice(0, 7)}-01`] : []))
  const last = [...reached, ...(closedTo === null ? [] : [closedTo])].toSorted().at(-1)
  return last === undefined ? BEGINNING : addMonths(last, 1)
}

/** Income by day; what was posted and reversed is left out. */
export function incomeOf(postings: readonly Posted[]): Income[] {
  const sums = new Map<string, Income>()
  for (const { days, day, rentFen, serviceFen, otherFen } of postings)
    for (const one of days ?? [{ day, rentFen, serviceFen, renewalFen: 0, lateFen: 0 }]) {
      const overTime = days !== null
      const key = `${one.day} ${overTime}`
      const before = sums.get(key)
      sums.set(key, {
        day: one.day,
        overTime,
        rentFen: (before?.rentFen ?? 0) + one.rentFen,
        serviceFen: (before?.serviceFen ?? 0) + one.serviceFen,
        renewalFen: (before?.renewalFen ?? 0) + one.renewalFen,
        lateFen: (before?.lateFen ?? 0) + one.lateFen,
        otherFen: (before?.otherFen ?? 0) + (overTime ? 0 : otherFen),
      })
    }
  return [...sums.values()].filter(({ day: _, overTime: __, ...fen }) => Object.values(fen).some((one) => one !== 0))
}
