import { HOUR, type Instant, MINUTE } from '../time.ts'

/** After each failed try of a text message, how long to wait for the next; after the last it is given up. */
const waits = [MINUTE, 5 * MINUTE, 30 * MINUTE, 2 * HOUR] as const

/** When to try again after so many failures; null: not at all. */
export function nextTry(failures: number, now: Instant): Instant | null {
  const wait = waits[failures - 1]
  return wait === undefined ? null : now + wait
}

/** A message that was due so long ago (the server was off) is no news any more: it is given up without a try. */
export const STALE_AFTER = 6 * HOUR
