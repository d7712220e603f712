import { addDays, type Instant, localDate, MINUTE, minuteOfDay, startOfDate } from '../../time.ts'

const QUIET_FROM = 22 * 60
const QUIET_UNTIL = 8 * 60
const LAST_CALL = 21 * 60 + 30

/** When a message due at `t` is sent: one due at night (22:00–08:00) is sent at 21:30 on the evening before. */
export function timeOutsideQuietHours(t: Instant): Instant {
  const minute = minuteOfDay(t)
  if (minute >= QUIET_UNTIL && minute < QUIET_FROM) return t
  const evening = minute >= QUIET_FROM ? localDate(t) : addDays(localDate(t), -1)
  return startOfDate(evening) + LAST_CALL * MINUTE
}

/** Night time (22:00–08:00), when phones are not notified. */
export const isQuiet = (t: Instant): boolean => timeOutsideQuietHours(t) !== t
