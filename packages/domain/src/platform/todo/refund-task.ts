import { formatDay } from '../../near.ts'
import { DAY, HOUR, type Instant, localDate, startOfDate } from '../../time.ts'

/** Times that staff may promise for a refund: this evening while it is in the future, then later days. */
export function refundTaskTimes(now: Instant): { readonly at: Instant; readonly label: string }[] {
  const today = startOfDate(localDate(now))
  return [0, 1, 3]
    .map((days) => ({ days, at: today + days * DAY + 18 * HOUR }))
    .filter(({ at }) => at > now)
    .map(({ days, at }) => ({ at, label: `${['今天', '明天'][days] ?? formatDay(at, now)} 18:00 前` }))
}
