import { HOUR, MINUTE } from '@cheyi/domain/time'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { currentTime, seeServerTime } from './now.ts'

const SERVER = Date.UTC(2026, 10, 30, 21, 26)

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.setSystemTime(SERVER)
  seeServerTime(String(SERVER), SERVER)
  vi.useRealTimers()
})

/** An answer of the server to a device whose clock is so far off. `took`: ms */
function answer(off: number, took = 200): void {
  vi.setSystemTime(SERVER + off)
  seeServerTime(String(SERVER), SERVER + off - took)
}

it.each([-26 * HOUR, -50 * MINUTE, 3 * HOUR])(
  'a device that is off by %i ms goes by the clock of the server',
  (off) => {
    answer(off)
    expect(Math.abs(currentTime() - SERVER)).toBeLessThan(1000)
  },
)

it.each([-40_000, 0, 40_000])('a device that is off by %i ms goes by its own', (off) => {
  answer(off)
  expect(currentTime()).toBe(SERVER + off)
})

it('a slow answer proves nothing against the clock', () => {
  answer(2 * MINUTE, 3 * MINUTE)
  expect(currentTime()).toBe(SERVER + 2 * MINUTE)
})

it('a clock that was put right counts again', () => {
  answer(-HOUR)
  answer(0)
  expect(currentTime()).toBe(SERVER)
})

it('an answer without a time changes nothing', () => {
  vi.setSystemTime(SERVER)
  seeServerTime(null, SERVER)
  seeServerTime('soon', SERVER)
  expect(currentTime()).toBe(SERVER)
})
