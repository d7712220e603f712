import { expect, it } from 'vitest'
import { formatCharged, formatKm, formatLength } from './length.ts'

it.each([
  [3 * 1440, '3天'],
  [1440 + 7 * 60, '1天7小时'],
  [1440 + 7 * 60 + 59, '1天7小时'],
  [2 * 60 + 15, '2小时15分'],
  [120, '2小时'],
  [19, '19分钟'],
  [0, '不到1分钟'],
  [-0.4, '不到1分钟'],
  [-135, '2小时15分'],
])('%i minutes are shown as %s', (minutes, text) => expect(formatLength(minutes)).toBe(text))

it('formats the charged length', () => {
  expect(formatCharged(3, 0)).toBe('3天')
  expect(formatCharged(1, 4)).toBe('1天4小时')
})

it('groups the thousands of kilometres', () => {
  expect([0, 999, 15741, 1_204_000.4].map(formatKm)).toEqual(['0 km', '999 km', '15,741 km', '1,204,000 km'])
})
