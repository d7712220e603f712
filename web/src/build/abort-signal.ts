/*
 * `AbortSignal.any` and `AbortSignal.timeout` for engines without them, because core-js has neither. Not imported by
 * any module of the application.
 */

/** Aborts with a reason, including in engines whose `abort` ignores its argument. */
function abort(controller: AbortController, reason: unknown): void {
  controller.abort(reason)
  if (controller.signal.reason !== reason) Object.defineProperty(controller.signal, 'reason', { value: reason })
}

function timeout(milliseconds: number): AbortSignal {
  const controller = new AbortController()
  setTimeout(() => abort(controller, new DOMException('signal timed out', 'TimeoutError')), milliseconds)
  return controller.signal
}

function any(signals: Iterable<AbortSignal>): AbortSignal {
  const all = [...signals]
  const controller = new AbortController()
  const aborted = all.find((signal) => signal.aborted)
  if (aborted) abort(controller, aborted.reason)
  // The signal of the new controller removes the listeners once it is aborted.
  else
    for (const signal of all)
      signal.addEventListener('abort', () => abort(controller, signal.reason), { signal: controller.signal })
  return controller.signal
}

AbortSignal.timeout ??= timeout
AbortSignal.any ??= any

export {}
