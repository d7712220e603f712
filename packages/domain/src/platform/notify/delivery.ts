import { HOUR, type Instant, MINUTE } from '../../time.ts'

/** Delay before each retry of a text message; it is given up after the last one. */
const waits = [MINUTE, 5 * MINUTE, 30 * MINUTE, 2 * HOUR] as const

/** How often a message is sent at most. */
export const MOST_TRIES = waits.length + 1

/** When to retry after this number of failures; null: never. */
export function nextTry(failures: number, now: Instant): Instant | null {
  const wait = waits[failures - 1]
  return wait === undefined ? null : now + wait
}

/** A message that was due earlier than this (the server was down) is outdated and is not sent. */
export const STALE_AFTER = 6 * HOUR
