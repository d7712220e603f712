import { type Instant, type LocalDate, localDate, minuteOfDay, weekday } from '../../time.ts'

/** One opening window: weekdays 1 Monday … 7 Sunday, `HH:mm`; past midnight with `crossMidnight`. */
export interface OpeningWindow {
  readonly weekdays: readonly number[]
  readonly open: string
  readonly close: string
  readonly outOfHours?: boolean
  readonly crossMidnight?: boolean
}

/** An exceptional date: closed, or with its own windows. */
export interface OpeningException {
  readonly date: LocalDate
  readonly closed?: boolean
  readonly hours?: readonly OpeningWindow[]
}

/** Minutes since midnight of `HH:mm`; 24:00 is allowed as an end. */
const minutes = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5))

/** Whether the store is open at an instant; a store without hours never closes. The closing minute counts as open. */
export function isOpen(hours: readonly OpeningWindow[], exceptions: readonly OpeningException[], t: Instant): boolean {
  if (hours.length === 0) return true
  const minute = minuteOfDay(t)
  const today = localDate(t)
  const exception = exceptions.find((e) => e.date === today)
  if (exception?.closed) return false
  const windows = exception?.hours ?? hours
  const day = weekday(today)
  const yesterday = day === 1 ? 7 : day - 1
  return windows.some((w) => {
    const open = minutes(w.open)
    const close = minutes(w.close)
    if (!w.crossMidnight) return w.weekdays.includes(day) && minute >= open && minute <= close
    return (w.weekdays.includes(day) && minute >= open) || (w.weekdays.includes(yesterday) && minute <= close)
  })
}
