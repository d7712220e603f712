import { addDays, type Instant, type LocalDate, localDate, minuteOfDay, weekday } from '../../time.ts'

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

const allDay: OpeningWindow = { weekdays: [1, 2, 3, 4, 5, 6, 7], open: '00:00', close: '24:00' }

/** The windows that begin on a date; a store without hours is open all day. */
export function windowsOn(
  hours: readonly OpeningWindow[],
  exceptions: readonly OpeningException[],
  date: LocalDate,
): readonly OpeningWindow[] {
  const exception = exceptions.find((one) => one.date === date)
  if (exception?.closed) return []
  const usual = hours.length === 0 ? [allDay] : hours
  return (exception?.hours ?? usual).filter(({ weekdays }) => weekdays.includes(weekday(date)))
}

/**
 * Whether the store is open at an instant; a store without hours closes on exceptional dates only. The closing minute counts as open.
 * A window past midnight belongs to the date on which it begins.
 */
export function isOpen(hours: readonly OpeningWindow[], exceptions: readonly OpeningException[], t: Instant): boolean {
  const minute = minuteOfDay(t)
  const today = localDate(t)
  return (
    windowsOn(hours, exceptions, today).some(
      ({ open, close, crossMidnight }) => minute >= minutes(open) && (crossMidnight || minute <= minutes(close)),
    ) ||
    windowsOn(hours, exceptions, addDays(today, -1)).some(
      ({ close, crossMidnight }) => crossMidnight && minute <= minutes(close),
    )
  )
}
