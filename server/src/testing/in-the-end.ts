import { vi } from 'vitest'

/**
 * Tries a check again until it holds, and answers what it answers. The limit is only there so that a test ends: what a quiet machine does in a
 * second takes twenty where a browser run and four programs share two cores.
 * @param interval ms between two tries; longer where a try disturbs what it waits for
 */
export const inTheEnd = <T>(check: () => T | Promise<T>, interval = 20): Promise<T> =>
  vi.waitFor(check, { timeout: 60_000, interval })
