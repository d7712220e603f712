import { expect, test } from 'vitest'
import { settableClock, systemClock } from './clock.ts'

test('a clock with an initial instant is frozen until it is set or advanced', () => {
  const clock = settableClock(1000)
  expect(clock.now()).toBe(1000)
  clock.advance(500)
  expect(clock.now()).toBe(1500)
  clock.set(42)
  expect(clock.now()).toBe(42)
})

test('a clock without an initial instant runs with the machine, shifted', () => {
  const clock = settableClock()
  const day = 86_400_000
  clock.advance(day)
  expect(clock.now() - systemClock.now() - day).toBeLessThan(1000)
  clock.set(0)
  expect(clock.now()).toBeLessThan(1000)
})

test('work can run at a later time without moving the clock of other code', async () => {
  const clock = settableClock(1000)
  const seen = clock.later(500, async () => {
    await Promise.resolve()
    return clock.now()
  })
  expect(clock.now()).toBe(1000)
  expect(await seen).toBe(1500)
})
