import type { ServerResponse } from 'node:http'
import { isGone } from '../http/http2.ts'
import { Unavailable } from '../http/unavailable.ts'

/** ms that a call may work on its answer; the arrival of its body does not count. */
export const CALL_TIMEOUT = 30_000

export interface Deadline {
  /** Aborted, with an `Unavailable` for its reason, once nobody waits for the answer any more or it has taken too long. */
  signal(): AbortSignal
  clear(): void
}

/**
 * It runs from when its signal is first asked for: a call that is answered from memory needs none. No getter: V8 gives each
 * object literal that has one a hidden class of its own, and that holds what the getter sees until the next mark-compact.
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
        // who went while the body came, or while the call stood in line, tells nobody again
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
