import { AsyncLocalStorage } from 'node:async_hooks'

/** The only clock of the server. Domain rules never read it: a handler passes `ctx.now` to them. */
export interface Clock {
  now(): number
}

export interface SettableClock extends Clock {
  /** Sets the clock to an instant (epoch ms), which may be in the past. */
  set(instant: number): void
  advance(ms: number): void
  /** Runs `work` with this clock moved forward by `ms`; other code keeps the current time. */
  later<T>(ms: number, work: () => T): T
}

export const systemClock: Clock = { now: () => Date.now() }

/**
 * A clock for tests. With `initial` (epoch ms) it is frozen at that instant, and later at each instant that is set, so
 * that two reads give the same time. Without it, it runs like the machine's clock, shifted by the difference that was
 * set.
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
