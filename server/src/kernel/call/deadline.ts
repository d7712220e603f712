import type { ServerResponse } from 'node:http'
import { isGone } from '../http/http2.ts'
import { Unavailable } from '../http/unavailable.ts'

/** Time limit for computing an answer, ms; receiving the body does not count. */
export const CALL_TIMEOUT = 30_000

export interface Deadline {
  /** Aborted, with an `Unavailable` as reason, when the client has disconnected or the time limit is exceeded. */
  signal(): AbortSignal
  clear(): void
}

/**
 * The time starts when its signal is first used, because a constant answer needs none. No getter: V8 gives each object
 * literal with a getter its own hidden class, which retains what the getter sees until the next mark-compact.
 */
export function createDeadline(response: ServerResponse, ms = CALL_TIMEOUT): Deadline {
  let controller: AbortController | undefined
  let timer: NodeJS.Timeout | undefined
  const gone = () => controller?.abort(new Unavailable('gone'))
  return {
    signal() {
      if (controller === undefined) {
        const begun = new AbortController()
        controller = begun
        timer = setTimeout(() => begun.abort(new Unavailable('overdue')), ms)
        response.once('close', gone)
        // a client that disconnected before, while the body arrived or the call was queued, causes no further event
        if (isGone(response)) gone()
      }
      return controller.signal
    },
    clear() {
      clearTimeout(timer)
      response.off('close', gone)
    },
  }
}
