import { describe, expect, it } from 'vitest'
import { nonEmptyProblems } from '../../../form/use-problems.ts'
import {
  type Charge,
  type DepositRow,
  emptyReason,
  givenBackText,
  noEntry,
  payingRows,
  problemsOf,
  resultMark,
  tick,
  tickedOf,
  totalOf,
} from './deduct.ts'

const late: Charge = { code: 'expense', refId: '7', name: '超时费', owed: 9000, kinds: [1] }
const fuel: Charge = { code: 'expense', refId: '8', name: '燃油费', owed: 8000, kinds: [1] }
const rest: Charge = { code: 'order', refId: null, name: '订单费用', owed: 20000, kinds: [1] }
const charges = [late, fuel, rest]

const row: DepositRow = {
  depositId: '1',
  kind: 1,
  amount: 300000,
  mode: 1,
  payStatus: 2,
  waiveType: null,
  holdStatus: 1,
  payWay: 3,
  platformAsked: 0,
  platformTaken: 0,
  held: 300000,
  captured: 0,
  released: 0,
  available: 300000,
  moved: 0,
  dueReleaseAt: null,
  expireAt: null,
  voucherIds: [],
  version: 1,
  later: null,
  holds: [],
}
const violation: DepositRow = { ...row, depositId: '2', kind: 2, available: 200000 }

describe('ticking', () => {
  it('takes what is owed, as far as the deposit reaches, and gives it back', () => {
    const one = tick(noEntry, charges, late, 15000)
    const two = tick(one, charges, fuel, 15000)
    const three = tick(two, charges, rest, 15000)
    expect(tickedOf(charges, three).map(({ amount }) => amount)).toEqual([9000, 6000, null])
    expect(totalOf(charges, three)).toBe(15000)
    expect(totalOf(charges, tick(three, charges, late, 15000))).toBe(6000)
  })

  it('forgets charges that are no longer owed', () => {
    const entry = tick(noEntry, charges, late, 15000)
    expect(totalOf([fuel], entry)).toBe(0)
  })
})

describe('problems', () => {
  const facts = { charges, available: 30000 }
  const done = [{ status: 'done' }] as const

  it('names everything that is missing', () => {
    expect(problemsOf(facts, noEntry, [])).toEqual({
      amount: '请填写扣款金额',
      reason: '请填写扣款原因',
      photoIds: '请上传扣款凭证',
    })
  })

  it('stands beside the line that is wrong', () => {
    const entry = { amounts: { 'expense:7': null, 'expense:8': 8001 }, reason: '还车' }
    expect(problemsOf(facts, entry, done)).toMatchObject({
      amount: undefined,
      'lines.expense:7': '请填写扣款金额',
      'lines.expense:8': '不能超过待收 ¥80.00',
    })
  })

  it('asks for the slip of the card machine', () => {
    const entry = { amounts: { 'expense:7': 9000 }, reason: '还车' }
    const asked = { ...facts, byMachine: true }
    expect(nonEmptyProblems(problemsOf(asked, entry, done))).toEqual({ slipNo: '请填写流水号' })
    expect(nonEmptyProblems(problemsOf(asked, { ...entry, slipNo: '12' }, done))).toEqual({
      slipNo: '流水号为4-64位字母或数字',
    })
    expect(nonEmptyProblems(problemsOf(asked, { ...entry, slipNo: ' POS-1 ' }, done))).toEqual({})
    expect(nonEmptyProblems(problemsOf(facts, { ...entry, slipNo: '12' }, done))).toEqual({})
  })

  it('keeps within the deposit', () => {
    const entry = { amounts: { 'expense:7': 9000, 'order:': 20000 }, reason: '还车' }
    expect(problemsOf({ charges, available: 28999 }, entry, done).amount).toBe('扣款金额不能超过可用押金¥289.99')
    expect(nonEmptyProblems(problemsOf(facts, entry, done))).toEqual({})
    expect(problemsOf(facts, entry, [{ status: 'uploading' }]).photoIds).toBeUndefined()
    expect(problemsOf(facts, entry, [{ status: 'failed' }]).photoIds).toBe('有凭证上传失败，请重试或删除')
  })
})

describe('deposits', () => {
  it('offers those that may pay and have something left', () => {
    expect(payingRows([row, violation], [1]).map(({ kind }) => kind)).toEqual([1])
    expect(payingRows([row, violation], [1, 2]).map(({ kind }) => kind)).toEqual([1, 2])
    expect(payingRows([{ ...row, available: 0 }, violation], [1, 2]).map(({ kind }) => kind)).toEqual([2])
    expect(payingRows([{ ...row, available: 0 }, violation], [1]).map(({ kind }) => kind)).toEqual([1])
  })

  it.each([
    [undefined, '押金未收取，无法扣款'],
    [{ ...row, payStatus: 0, available: 0 } as const, '押金未收取，无法扣款'],
    [{ ...row, payStatus: 1, available: 0 } as const, '押金未收取，无法扣款'],
    [{ ...row, holdStatus: 4, available: 0 } as const, '押金已退还，无法扣款'],
    [{ ...row, holdStatus: 5, available: 0 } as const, '可用押金为 0，无法扣款'],
    [row, null],
  ])('says why it cannot pay', (given, why) => {
    expect(emptyReason(given)).toBe(why)
  })
})

it('says what of a deduction is back while the rest of it stands', () => {
  expect([0, 30_000, 80_000].map((refunded) => givenBackText(80_000, refunded))).toEqual(['', '已退¥300.00', ''])
})

it('names how a deduction ended', () => {
  expect([null, 1, 2, 3].map((result) => resultMark(result as null).text)).toEqual([
    '扣款中',
    '扣款失败',
    '扣款成功',
    '已退款',
  ])
})
