import { dateOfEpochDay, epochDay, type Instant, type LocalDate } from '../../../time.ts'
import type { CalendarPrice } from '../rules.ts'
import { type DayTerms, rentalDays } from './days.ts'

/** The dates that the price calendar closes for a source: its own, and those of the base layer (0). */
export const closedDates = (calendar: readonly CalendarPrice[], source: number): ReadonlySet<LocalDate> =>
  new Set(calendar.filter((row) => row.stop && (row.source === 0 || row.source === source)).map((row) => row.date))

/** The dates a rental is charged by: one per slot, and that of additional hours; `price` refuses a closed one. */
export function chargedDates(
  { pickupAt, returnAt }: { readonly pickupAt: Instant; readonly returnAt: Instant },
  terms: DayTerms,
): LocalDate[] {
  const { days, overHours } = rentalDays(pickupAt, returnAt, terms)
  const first = epochDay(pickupAt)
  return Array.from({ length: overHours > 0 ? days + 1 : days }, (_, k) => dateOfEpochDay(first + k))
}
