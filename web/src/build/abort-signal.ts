/*
 * `AbortSignal.any` and `AbortSignal.timeout` for engines without them: core-js has neither. Loaded by no module of the application.
 */

/** A signal whose reason is kept also where `abort` takes none. */
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
  // With the signal that it makes, it listens no longer.
  else
    for (const signal of all)
      signal.addEventListener('abort', () => abort(controller, signal.reason), { signal: controller.signal })
  return controller.signal
}

AbortSignal.timeout ??= timeout
AbortSignal.any ??= any

export {}
