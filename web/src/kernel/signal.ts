/** Notifies listeners that something has changed; they read the new value themselves. */
export interface Signal {
  readonly tell: () => void
  /** Calls back at each change until the returned function is called; fits `useSyncExternalStore`. */
  readonly listen: (listener: () => void) => () => void
}

export function createSignal(): Signal {
  const listeners = new Set<() => void>()
  return {
    tell() {
      for (const listener of listeners) listener()
    },
    listen(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
