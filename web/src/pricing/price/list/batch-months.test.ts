import { expect, it } from 'vitest'
import { monthsOf, spanProblem } from './batch-months.tsx'

it('is every month from one to the other, or one alone', () => {
  expect(monthsOf({ from: 3, to: 6 })).toEqual([3, 4, 5, 6])
  expect(monthsOf({ from: 12, to: null })).toEqual([12])
  expect(monthsOf({ from: null, to: 2 })).toEqual([2])
  expect(monthsOf({ from: 1, to: 36 })).toHaveLength(36)
})

it('may be left out only where months are there already, and is told what is wrong with it', () => {
  const none = { from: null, to: null }
  expect([monthsOf(none), spanProblem(none, false), spanProblem(none, true)]).toEqual([[], undefined, '请填写月数'])
  expect(spanProblem({ from: 6, to: 3 }, false)).toBe('开始月数不能大于结束月数')
  expect(spanProblem({ from: 0, to: 3 }, false)).toBe('月数须为1至36')
  expect(spanProblem({ from: 1, to: 37 }, false)).toBe('月数须为1至36')
  expect(monthsOf({ from: 1, to: 37 })).toEqual([])
})
