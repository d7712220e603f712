import { expenseCode } from '@cheyi/domain/money/expense/codes'
import { describe, expect, it } from 'vitest'
import type { Expense, Settlement } from '../types.ts'
import {
  chargeProblems,
  loweringProblems,
  storedInput,
  withCharge,
  withLowered,
  withoutCharge,
} from './expense-input.ts'

const manual: Expense = {
  id: '5',
  type: 1,
  code: expenseCode.cleaning,
  name: '清洁费',
  qty: 1,
  unitPrice: 5_000,
  amount: 5_000,
  auto: false,
  autoAmount: null,
  formula: '',
  remark: '车内污渍',
  photos: [],
  markId: null,
  settle: 2,
  status: 0,
}
const auto = (amount: number): Settlement['items'][number] => ({
  id: null,
  code: expenseCode.overHours,
  name: '超时费',
  qty: 1,
  unitPrice: 9_000,
  amount,
  auto: true,
  autoAmount: 9_000,
  formula: '',
  remark: amount < 9_000 ? '老客户' : '',
})

describe('the set of charges that is sent', () => {
  it('holds computed charges only where they were lowered', () => {
    expect(storedInput([manual], [auto(9_000)]).map(({ code }) => code)).toEqual([expenseCode.cleaning])
    expect(storedInput([manual], [auto(6_000)])).toMatchObject([
      { code: expenseCode.overHours, amount: 6_000, remark: '老客户' },
      { id: '5', amount: 5_000 },
    ])
  })
  const stored = storedInput([manual], [auto(6_000)])

  it('adds, changes and drops a charge by hand', () => {
    const typed = { code: expenseCode.toll, amount: 2_000, remark: ' 过桥 ', photoIds: ['9'] }
    expect(withCharge(stored, typed).at(-1)).toEqual({ ...typed, id: undefined, remark: '过桥' })
    expect(withCharge(stored, { ...typed, id: '5' })).toHaveLength(2)
    expect(withoutCharge(stored, '5')).toHaveLength(1)
  })
  it('lowers a computed charge once, and forgets it at its full amount', () => {
    expect(
      withLowered(stored, auto(6_000), 3_000, '再减').filter(({ code }) => code === expenseCode.overHours),
    ).toEqual([{ code: expenseCode.overHours, amount: 3_000, remark: '再减' }])
    expect(withLowered(stored, auto(6_000), 9_000, '')).toHaveLength(1)
  })
})

describe('messages', () => {
  const typed = { code: expenseCode.toll, amount: 100, remark: '', photoIds: [] }
  it('ask for what is missing', () => {
    expect(chargeProblems(typed)).toEqual({})
    expect(chargeProblems({ ...typed, code: undefined, amount: null })).toEqual({
      code: '请选择费用项',
      amount: '请输入费用金额',
    })
    expect(chargeProblems({ ...typed, amount: 0 })).toEqual({ amount: '费用金额须大于0' })
    expect(chargeProblems({ ...typed, code: expenseCode.other })).toEqual({ remark: '请填写费用说明' })
  })
  it('let a computed charge only go down, with a reason', () => {
    expect(loweringProblems(9_000, 9_000, '')).toEqual({})
    expect(loweringProblems(9_000, 0, '首次租车')).toEqual({})
    expect(loweringProblems(9_000, 8_999, ' ')).toEqual({ remark: '修改系统费用请填写原因' })
    expect(loweringProblems(9_000, 9_001, '')).toEqual({ amount: '系统费用只能调低' })
    expect(loweringProblems(9_000, -1, '')).toEqual({ amount: '费用金额不能为负' })
    expect(loweringProblems(9_000, null, '')).toEqual({ amount: '请输入费用金额' })
  })
})
