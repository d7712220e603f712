/** Tells whoever listens that something has changed; what it is now they ask for themselves. */
export interface Signal {
  readonly tell: () => void
  /** Calls back at each change, until the function it answers is called: as `useSyncExternalStore` subscribes. */
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
