import type { ServerResponse } from 'node:http'
import { Unavailable } from './unavailable.ts'

/** ms that a call may work on its answer; the arrival of its body does not count. */
export const CALL_TIMEOUT = 30_000

export interface Deadline {
  /** Aborted, with an `Unavailable` for its reason, once nobody waits for the answer any more or it has taken too long. */
  readonly signal: AbortSignal
  clear(): void
}

export function createDeadline(response: ServerResponse, ms = CALL_TIMEOUT): Deadline {
  const controller = new AbortController()
  const timer = setTimeout(() => controller.abort(new Unavailable('overdue')), ms)
  const gone = () => controller.abort(new Unavailable('gone'))
  response.once('close', gone)
  return {
    signal: controller.signal,
    clear() {
      clearTimeout(timer)
      response.off('close', gone)
    },
  }
}
