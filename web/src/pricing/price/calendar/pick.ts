import { datesOf } from '@cheyi/domain/pricing/price/calendar'
import { addDays, addMonths, type LocalDate, weekday } from '@cheyi/domain/time'

/** The picked dates: a range, limited to some weekdays (empty: all). */
export interface Picked {
  readonly from: LocalDate
  readonly to: LocalDate
  /** Only one tap was made; the second tap ends the range. */
  readonly open: boolean
  readonly weekdays: readonly number[]
}

/** The selection after a tap: the first tap begins a range, the second ends it, a third begins a new one. */
export function tapped(picked: Picked | null, date: LocalDate): Picked {
  if (picked === null || !picked.open) return { from: date, to: date, open: true, weekdays: [] }
  const [from, to] = date < picked.from ? [date, picked.from] : [picked.from, date]
  return { ...picked, from, to, open: false }
}

/** The range from the start of a drag to its current day. */
export const dragged = (start: LocalDate, at: LocalDate): Picked => ({
  from: start < at ? start : at,
  to: start < at ? at : start,
  open: false,
  weekdays: [],
})

export const pickedDates = ({ from, to, weekdays }: Picked): LocalDate[] => datesOf(from, to, weekdays)

/** The days of a month grid that starts on Sunday, as merchants expect it; null before the first day. */
export function gridOf(month: string): (LocalDate | null)[] {
  const first = `${month}-01`
  const count = Number(addDays(addMonths(first, 1), -1).slice(8))
  const blanks = Array.from({ length: weekday(first) % 7 }, () => null)
  return [...blanks, ...Array.from({ length: count }, (_, day) => addDays(first, day))]
}

export const lastOf = (month: string): LocalDate => addDays(addMonths(`${month}-01`, 1), -1)
