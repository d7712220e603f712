import { expect, it } from 'vitest'
import { formatKm } from './km.ts'

it('groups the thousands of kilometres', () => {
  expect([0, 999, 15741, 1_204_000.4].map(formatKm)).toEqual(['0 km', '999 km', '15,741 km', '1,204,000 km'])
})
