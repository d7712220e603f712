import { parseDateTime } from '@cheyi/domain/time'
import { expect, it } from 'vitest'
import { changeOf, greeting } from './home-words.ts'
import { columnsOf } from './trend-columns.ts'

it('compares with the week before only where there was something', () => {
  expect(changeOf({ today: 112_40, weekAgo: 100_00 })).toEqual({ up: true, text: '12.4%' })
  expect(changeOf({ today: 0, weekAgo: 100_00 })).toEqual({ up: false, text: '100.0%' })
  expect(changeOf({ today: 100, weekAgo: 0 })).toBeNull()
  expect(changeOf({ today: 400_00, weekAgo: 100_00 })).toEqual({ up: true, text: '300.0%' })
  expect(changeOf({ today: 400_01, weekAgo: 100_00 })).toBeNull()
})

it.each([
  ['04:59', '夜深了'],
  ['05:00', '早上好'],
  ['12:00', '中午好'],
  ['17:59', '下午好'],
  ['18:00', '晚上好'],
])('at %s says %s', (time, words) => expect(greeting(parseDateTime(`2026-11-20 ${time}`)!)).toBe(words))

it('draws the best day tallest, and a line where nothing was taken', () => {
  expect(columnsOf([0, 50_00, 100_00, -20_00])).toEqual([2, 26, 52, 2])
  expect(columnsOf([0, 0])).toEqual([2, 2])
})
