import { AsyncLocalStorage } from 'node:async_hooks'

/** The server's one clock. Rules never read it: a handler passes `ctx.now` on. */
export interface Clock {
  /** Epoch milliseconds. */
  now(): number
}

export interface SettableClock extends Clock {
  /** Moves the clock to an instant (epoch ms), backwards too. */
  set(instant: number): void
  advance(ms: number): void
  /** Does work for which it is so many milliseconds later, and for nothing else. */
  later<T>(ms: number, work: () => T): T
}

export const systemClock: Clock = { now: () => Date.now() }

/**
 * A clock for tests. With `initial` (epoch ms) it stands still there and wherever it is set next, so that a test
 * which asks twice gets one answer; without it, it runs with the machine's clock, shifted by what it was set to.
 */
export function settableClock(initial?: number): SettableClock {
  const machine = initial === undefined ? () => Date.now() : () => 0
  let shift = initial ?? 0
  const ahead = new AsyncLocalStorage<number>()
  return {
    now: () => machine() + shift + (ahead.getStore() ?? 0),
    set(instant) {
      shift = instant - machine()
    },
    advance(ms) {
      shift += ms
    },
    later: (ms, work) => ahead.run(ms, work),
  }
}
