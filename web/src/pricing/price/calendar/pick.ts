import { datesOf } from '@cheyi/domain/pricing/price/calendar'
import type { LocalDate } from '@cheyi/domain/time'

/** The picked dates: a range, limited to some weekdays (empty: all). */
export interface Picked {
  readonly from: LocalDate
  readonly to: LocalDate
  /** Only one tap was made; the second tap ends the range. */
  readonly open: boolean
  readonly weekdays: readonly number[]
}

/** The selection after a tap: the first tap begins a range, the second ends it, a third begins a new one. */
export function rangeAfterTap(picked: Picked | null, date: LocalDate): Picked {
  if (picked === null || !picked.open) return { from: date, to: date, open: true, weekdays: [] }
  const [from, to] = date < picked.from ? [date, picked.from] : [picked.from, date]
  return { ...picked, from, to, open: false }
}

/** The range from the start of a drag to its current day. */
export const rangeOfDrag = (start: LocalDate, at: LocalDate): Picked => ({
  from: start < at ? start : at,
  to: start < at ? at : start,
  open: false,
  weekdays: [],
})

export const pickedDates = ({ from, to, weekdays }: Picked): LocalDate[] => datesOf(from, to, weekdays)
