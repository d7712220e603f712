import { orderStatus } from '@cheyi/domain/booking/order/codes'
import { parseDateTime } from '@cheyi/domain/time'
import { describe, expect, it } from 'vitest'
import {
  type DepositRow,
  depositNotes,
  depositStateMark,
  mayRelease,
  pendingReleaseFen,
  releasable,
  releaseJobs,
  releaseWay,
} from './deposit-words.ts'

const at = (text: string) => parseDateTime(text)!
const now = at('2026-11-20 09:41')
const row = {
  payStatus: 2,
  holdStatus: 1,
  waiveType: null,
  held: 300000,
  captured: 0,
  released: 0,
  available: 300000,
  moved: 0,
  platformAsked: 0,
  platformTaken: 0,
  dueReleaseAt: null,
  expireAt: null,
} as const

describe('where a deposit is', () => {
  it.each([
    [0, 0, '未收取'],
    [1, 9, '免押'],
    [2, 1, '已收取'],
    [3, 1, '已授权'],
    [3, 2, '部分扣款'],
    [2, 3, '待退'],
    [2, 4, '已退还'],
    [3, 5, '已扣完'],
    [0, 6, '授权已失效'],
    [2, 7, '退还失败'],
  ] as const)('pay status %i, hold status %i: %s', (payStatus, holdStatus, text) => {
    expect(depositStateMark({ payStatus, holdStatus, later: null, waiveType: null }, orderStatus.confirmed).text).toBe(
      text,
    )
  })

  it('is agreed to come later, which presses nobody', () => {
    const mark = (later: 2 | 3, holdStatus: 0 | 6 = 0) =>
      depositStateMark({ payStatus: 0, holdStatus, later, waiveType: null }, orderStatus.confirmed)
    expect(mark(2)).toEqual({ text: '还车时收取', tone: 'neutral' })
    expect(mark(3)).toEqual({ text: '还车时由租车押金转入', tone: 'neutral' })
    expect(mark(2, 6)).toEqual({ text: '授权已失效', tone: 'danger' })
  })

  it('is not collected any more once its order is cancelled', () => {
    const mark = (payStatus: 0 | 1 | 2, holdStatus: 0 | 4 = 0) =>
      depositStateMark({ payStatus, holdStatus, later: null, waiveType: null }, orderStatus.cancelled)
    expect(mark(0)).toEqual({ text: '已取消，不收取', tone: 'neutral' })
    expect(mark(1).text).toBe('免押')
    expect(mark(2, 4).text).toBe('已退还')
  })
})

it.each([
  [2, 3, '线下退还 · 现金'],
  [2, 1, '原路退回 · 支付宝'],
  [3, 5, '解除授权 · POS刷卡'],
  [1, 2, '解除授权 · 微信'],
  [2, null, '按各笔收取方式'],
] as const)('pay status %i by way %s goes back so: %s', (payStatus, payWay, text) => {
  expect(releaseWay({ payStatus, payWay })).toBe(text)
})

it('tells what was taken and when the rest goes back', () => {
  expect(depositNotes(row, now)).toEqual([])
  expect(
    depositNotes({ ...row, captured: 80000, available: 220000, dueReleaseAt: at('2027-01-04 10:00') }, now),
  ).toEqual(['已扣 ¥800.00', '2027-01-04 可退'])
  expect(depositNotes({ ...row, available: 250000 }, now)).toEqual(['待退 ¥500.00'])
  expect(depositNotes({ ...row, holdStatus: 3, available: 0 }, now)).toEqual([])
  expect(
    depositNotes({ ...row, holdStatus: 4, released: 300000, available: 0, dueReleaseAt: at('2026-12-01 10:00') }, now),
  ).toEqual(['已退 ¥3,000.00'])
  expect(depositNotes({ ...row, payStatus: 1, holdStatus: 9, waiveType: 1 }, now)).toEqual(['芝麻信用'])
})

it('gives back only what is in hand', () => {
  expect(mayRelease(row)).toBe(true)
  expect(mayRelease({ ...row, holdStatus: 2 })).toBe(true)
  expect(mayRelease({ ...row, available: 0 })).toBe(false)
  expect(mayRelease({ ...row, holdStatus: 3 })).toBe(false)
})

it('has one thing to do for each deposit, two while a part is on its way and the rest may go', () => {
  const deposit = (kind: 1 | 2, going: number, available: number) =>
    ({ ...row, depositId: `${kind}`, kind, available, held: available + going }) as unknown as DepositRow
  const jobs = (owed: number, ...deposits: DepositRow[]) =>
    releaseJobs({ status: 6, expectedDamage: 0, counts: { openViolation: 0 }, fees: { owed }, deposits }).map(
      ({ what, label }) => [what, label],
    )
  expect(jobs(0, deposit(1, 0, 300000), deposit(2, 200000, 0))).toEqual([
    ['release', '租车押金'],
    ['proof', '违章押金'],
  ])
  expect(jobs(0, deposit(1, 250000, 50000))).toEqual([
    ['proof', '租车押金待退 ¥2,500.00'],
    ['release', '租车押金可退 ¥500.00'],
  ])
  expect(jobs(50000, deposit(1, 250000, 50000))).toEqual([['proof', '租车押金']])
  expect(jobs(50000, deposit(1, 0, 50000))).toEqual([['kept', '租车押金']])
})

it('keeps what the order still owes, of the rental deposit first', () => {
  const [rental, violation] = [
    { kind: 1, available: 300000 },
    { kind: 2, available: 200000 },
  ] as const
  const order = (status: 6 | 8, owed: number, expectedDamage = 0, openViolation = 0) => ({
    status,
    expectedDamage,
    counts: { openViolation },
    fees: { owed },
    deposits: [rental, violation],
  })
  expect([releasable(order(6, 10000), rental), releasable(order(6, 10000), violation)]).toEqual([290000, 200000])
  expect([releasable(order(6, 350000), rental), releasable(order(6, 350000), violation)]).toEqual([0, 150000])
  expect([releasable(order(6, 0, 50000), rental), releasable(order(6, 0, 50000), violation)]).toEqual([240000, 200000])
  // A violation that is open keeps its deposit whole.
  expect([releasable(order(6, 0, 0, 1), rental), releasable(order(6, 0, 0, 1), violation)]).toEqual([300000, 0])
  // Cancelled, both go back in full.
  expect(releasable(order(8, 350000), rental)).toBe(300000)
})

it('tells what is on its way back', () => {
  expect(pendingReleaseFen({ held: 300000, captured: 0, released: 0, available: 300000 })).toBe(0)
  expect(pendingReleaseFen({ held: 300000, captured: 50000, released: 100000, available: 0 })).toBe(150000)
})
