import { expect, it } from 'vitest'
import { spread } from './spread.ts'

it('pays the first debts first, and none beyond its amount', () => {
  expect(spread(10_000, [4_000, 5_000, 3_000])).toEqual([4_000, 5_000, 1_000])
  expect(spread(4_000, [4_000, 5_000])).toEqual([4_000, 0])
  expect(spread(99_999, [4_000, 5_000])).toEqual([4_000, 5_000])
  expect(spread(0, [4_000])).toEqual([0])
  expect(spread(500, [0, -300, 700])).toEqual([0, 0, 500])
})
