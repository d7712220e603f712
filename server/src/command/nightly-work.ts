import { DAY, HOUR, MINUTE } from '@cheyi/domain/time'
import type { Backups } from '../kernel/process/backups.ts'

/** 02:30 in Shanghai, from midnight in UTC. */
const NIGHT = 18 * HOUR + 30 * MINUTE
/** A trial of the restore is as old as this when the next one is due; it follows the backup of a night, which takes its time. */
const PROOF_AGE = 7 * DAY - 12 * HOUR
/** After work that failed. */
export const RETRY = 30 * MINUTE
/** A trial takes long and loads the machine: one that failed is tried again in the next night. */
const TRIAL_AGAIN = 20 * HOUR

/** What has to be done now: a backup when there is none since the last night began, then the weekly trial of its restore. */
export function dueWork(
  now: number,
  { newest, proven }: Pick<Backups, 'newest' | 'proven'>,
  failedTrial: number | null = null,
): 'backup' | 'proof' | null {
  const night = Math.floor((now - NIGHT) / DAY) * DAY + NIGHT
  if (newest === null || newest < night) return 'backup'
  if (failedTrial !== null && now - failedTrial < TRIAL_AGAIN) return null
  return proven === null || now - proven > PROOF_AGE ? 'proof' : null
}
