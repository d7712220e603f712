import { expect, it } from 'vitest'
import { freeText, heatOf, heatWords } from './heat.ts'

const day = (spare: number, free: number, closedFor: number[] = []) => ({ spare, free, total: 10, closedFor })

it('a day is red when nothing is left, and says by how many it is oversold', () => {
  expect([day(-2, 0), day(0, 0), day(3, 0), day(1, 1), day(2, 2), day(3, 3)].map(heatOf)).toEqual([
    'over',
    'none',
    'none',
    'low',
    'low',
    'some',
  ])
  expect([day(-2, 0), day(3, 2)].map(freeText)).toEqual(['−2', '2'])
  expect([day(-2, 0), day(3, 2)].map(heatWords)).toEqual(['超售2辆', '可租2辆，共10辆'])
})

it('a day that the price calendar closes is told from one that is full, and from one closed for a channel', () => {
  const closed = [day(3, 0, [0]), day(-1, 0, [0, 2]), day(3, 3, [2])]
  expect(closed.map(heatOf)).toEqual(['closed', 'over', 'some'])
  expect(closed.map(freeText)).toEqual(['停', '−1', '3'])
  expect(closed.map(heatWords)).toEqual([
    '可租0辆，共10辆，价格日历停售',
    '超售1辆，价格日历停售',
    '可租3辆，共10辆，部分渠道停售',
  ])
})
