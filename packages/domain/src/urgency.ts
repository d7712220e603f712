import { type Instant, MINUTE } from './time.ts'

export type Urgency = 'late' | 'soon' | 'later'

/** Red, amber or neither: overdue, within the next hour, later. */
export function urgencyOf(at: Instant, now: Instant): Urgency {
  const minutes = Math.floor((at - now) / MINUTE)
  if (minutes < 0) return 'late'
  return minutes <= 60 ? 'soon' : 'later'
}
