import { datesOf } from '@cheyi/domain/pricing/price/calendar'
import { addDays, addMonths, type LocalDate, weekday } from '@cheyi/domain/time'

/** The dates a person picked: a range, and the weekdays of it (none named: all). */
export interface Picked {
  readonly from: LocalDate
  readonly to: LocalDate
  /** One tap was made and the second one ends the range. */
  readonly open: boolean
  readonly weekdays: readonly number[]
}

/** What a tap on a date makes of what is picked: the first begins, the second ends, a third begins anew. */
export function tapped(picked: Picked | null, date: LocalDate): Picked {
  if (picked === null || !picked.open) return { from: date, to: date, open: true, weekdays: [] }
  const [from, to] = date < picked.from ? [date, picked.from] : [picked.from, date]
  return { ...picked, from, to, open: false }
}

/** From where a finger or the mouse went down to where it is. */
export const dragged = (start: LocalDate, at: LocalDate): Picked => ({
  from: start < at ? start : at,
  to: start < at ? at : start,
  open: false,
  weekdays: [],
})

export const pickedDates = ({ from, to, weekdays }: Picked): LocalDate[] => datesOf(from, to, weekdays)

/** Days of a month's grid, Sunday first as merchants know it; null before the first. */
export function gridOf(month: string): (LocalDate | null)[] {
  const first = `${month}-01`
  const count = Number(addDays(addMonths(first, 1), -1).slice(8))
  const blanks = Array.from({ length: weekday(first) % 7 }, () => null)
  return [...blanks, ...Array.from({ length: count }, (_, day) => addDays(first, day))]
}

export const lastOf = (month: string): LocalDate => addDays(addMonths(`${month}-01`, 1), -1)
