import { describe, expect, it } from 'vitest'
import { expenseCode } from './codes.ts'
import { autoExpense } from './item.ts'
import { applyLowered, isLowered, manualExpenseCodes } from './lower.ts'

describe('isLowered', () => {
  it('a computed charge may stay or be lowered with a reason, never raised', () => {
    expect(isLowered(18300, 18300, '')).toBe(false)
    expect(isLowered(18300, 10000, '老客户')).toBe(true)
    expect(() => isLowered(18300, 10000, '')).toThrow('修改系统费用请填写原因')
    expect(() => isLowered(18300, 18301, '老客户')).toThrow('系统费用只能调低')
  })
})

describe('applyLowered', () => {
  const fuel = autoExpense(expenseCode.fuel, 18300, '缺3/8箱')
  const lowering = { code: expenseCode.fuel, amount: 10000, autoAmount: 18300, remark: '老客户' }

  it('charges the amount that staff lowered', () => {
    expect(applyLowered([fuel], [lowering])).toEqual([{ ...fuel, amount: 10000, autoAmount: 18300, remark: '老客户' }])
  })
  it('charges the computed amount once that has changed', () => {
    const more = autoExpense(expenseCode.fuel, 23400, '缺4/8箱')
    expect(applyLowered([more], [lowering])).toEqual([{ ...more, autoAmount: 23400, remark: '' }])
  })
  it('ignores a charge that is no longer due', () => {
    expect(applyLowered([], [lowering])).toEqual([])
  })
})

it('computed charges cannot be added by hand', () => {
  expect(manualExpenseCodes).toEqual([5, 6, 7, 8, 9, 10, 11, 12, 15])
})
