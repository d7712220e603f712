import { expect, it } from 'vitest'
import { DAY, MINUTE } from '../../time.ts'
import { isFailing, nextTry, pauseAfter, TRIED_FOR } from './delivery.ts'

it('pauses grow, and an event is tried for two days', () => {
  let now = 0
  let tries = 0
  const pauses: number[] = []
  for (let next: number | null = 0; next !== null; ) {
    now = next
    tries++
    next = nextTry(tries, now, TRIED_FOR, 0.5)
    if (next !== null) pauses.push(next - now)
  }
  expect(pauses[0]).toBe(5000)
  expect(pauses.every((pause, i) => i === 0 || pause >= pauses[i - 1]!)).toBe(true)
  expect(now).toBeGreaterThan(1.5 * DAY)
  expect(now).toBeLessThanOrEqual(2 * DAY)
  expect(tries).toBeLessThan(16)
})

it('a pause varies by a tenth, so that not all messages return at once', () => {
  expect([pauseAfter(99, 0), pauseAfter(99, 1)]).toEqual([432, 528].map((minutes) => minutes * MINUTE))
})

it('an address is failing from the twentieth failure on', () => {
  expect([19, 20].map(isFailing)).toEqual([false, true])
})
