import { expect, it } from 'vitest'
import { freeText, heatOf, heatWords } from './heat.ts'

it('a day is red when nothing is left, and says by how many it is oversold', () => {
  const day = (spare: number, free: number, total = 10) => ({ spare, free, total })
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
