import { lastStorableDay, storableAt } from '@cheyi/domain/insight/data/contributions'
import { addDays, HOUR, type Instant, type LocalDate } from '@cheyi/domain/time'

/**
 * When the demo's people last worked, and the day they had then: an hour before `now`, but after the income of the day before is known, so
 * that in the first hour of a month the last one can be settled.
 */
export function lastWork(now: Instant): { readonly at: Instant; readonly today: LocalDate } {
  const known = lastStorableDay(now)
  return { at: Math.max(now - HOUR, storableAt(known)), today: addDays(known, 1) }
}
