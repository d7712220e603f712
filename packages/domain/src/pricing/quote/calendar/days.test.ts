import { describe, expect, it } from 'vitest'
import { rentalDays } from './days.ts'

describe('rentalDays', () => {
  const minutes = (n: number, graceMinutes = 30, dayAfterMinutes = 240) => {
    const { days, overHours, graceUsed } = rentalDays(0, n * 60_000, { graceMinutes, dayAfterMinutes })
    return [days, overHours, graceUsed]
  }
  it.each([
    [1, 1, 0, 0],
    [1439, 1, 0, 0],
    [1440, 1, 0, 0],
    [1441, 1, 0, 1],
    [1470, 1, 0, 30],
    [1471, 1, 1, 0],
    [1500, 1, 1, 0],
    [1501, 1, 2, 0],
    [1680, 1, 4, 0],
    [1681, 2, 0, 0],
    [2880, 2, 0, 0],
  ])('%i minutes', (length, ...expected) => {
    expect(minutes(length)).toEqual(expected)
  })

  it('grace minutes take precedence over a shorter dayAfter', () => {
    expect(minutes(1440 + 120, 120, 60)).toEqual([1, 0, 120])
    expect(minutes(1440 + 121, 120, 60)).toEqual([2, 0, 0])
  })
})
