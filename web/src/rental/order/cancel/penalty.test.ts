import { cancelReason, responsibility, source } from '@cheyi/domain/booking/order/codes'
import { parseDateTime } from '@cheyi/domain/time'
import { describe, expect, it } from 'vitest'
import {
  amountsOf,
  bearerOptions,
  type CancelRule,
  cancelLabel,
  canWaive,
  depositNote,
  letsCustomerOff,
  noChoice,
  penaltyRows,
  problemsOf,
  reasonRows,
  ruleNotes,
  untilPickup,
  usualBearer,
} from './penalty.ts'

const at = (text: string) => parseDateTime(text)!
const now = at('2026-11-20 09:41')

/** Rent 684 yuan, 869 paid, the usual tiers, 20 hours before the pickup; the customer is awaited for four hours. */
const rule: CancelRule = {
  tiers: [
    { minMinutesBefore: 1440, rateBp: 0, fixedFen: null, penalty: 0 },
    { minMinutesBefore: 360, rateBp: 2000, fixedFen: null, penalty: 13680 },
    { minMinutesBefore: 120, rateBp: 5000, fixedFen: null, penalty: 34200 },
    { minMinutesBefore: 0, rateBp: 10000, fixedFen: null, penalty: 68400 },
  ],
  current: 1,
  base: 2,
  maxPenaltyDays: 3,
  minutesToPickup: 1200,
  refunding: 0,
  noShowFrom: at('2026-11-21 09:41'),
  paid: 86900,
  penalty: 13680,
  refund: 73220,
  receivable: 0,
  penaltyFromDeposit: false,
  freeReasons: [cancelReason.noVehicle, cancelReason.forceMajeure, cancelReason.channel],
  deposits: [
    { kind: 1, name: '租车押金', amount: 300000, state: '已支付' },
    { kind: 2, name: '违章押金', amount: 0, state: '未支付' },
  ],
}
const free: CancelRule = { ...rule, current: null, minutesToPickup: 1441, penalty: 0, refund: 86900 }

describe('the table', () => {
  it('says from when which share is due, and which row holds', () => {
    expect(penaltyRows(rule).map(({ when, charge, fen }) => [when, charge, fen])).toEqual([
      ['取车前 24 小时以上', '免费', 0],
      ['取车前 6 ~ 24 小时', '租金 20%', 13680],
      ['取车前 2 ~ 6 小时', '租金 50%', 34200],
      ['取车前 2 小时内', '租金 100%', 68400],
    ])
    expect(penaltyRows(rule).map(({ current }) => current)).toEqual([false, true, false, false])
  })

  it('marks a free tier by the clock', () => {
    expect(penaltyRows(free).findIndex(({ current }) => current)).toBe(0)
  })

  it('marks none where the order is free for another reason, or an older rule is worse', () => {
    expect(penaltyRows({ ...free, minutesToPickup: 60 }).some(({ current }) => current)).toBe(false)
    const carried: CancelRule = { ...free, penalty: 34200 }
    expect(penaltyRows(carried).some(({ current }) => current)).toBe(false)
    expect(ruleNotes(carried)).toContain('改单前的取消规则较严，按改单时的档位收取')
  })

  it('reads odd lengths, fixed amounts and a single tier', () => {
    const tiers = [
      { minMinutesBefore: 90, rateBp: null, fixedFen: 5000, penalty: 5000 },
      { minMinutesBefore: 0, rateBp: 3000, fixedFen: null, penalty: 9000 },
    ]
    expect(penaltyRows({ ...rule, tiers, base: 1 }).map(({ when, charge }) => [when, charge])).toEqual([
      ['取车前 1小时30分以上', '固定金额'],
      ['取车前 1小时30分内', '首日租金 30%'],
    ])
    expect(penaltyRows({ ...rule, tiers: tiers.slice(1), base: 3 })[0]?.when).toBe('任何时间')
  })

  it('tells how long there is', () => {
    expect(untilPickup(79)).toBe('距取车 1小时19分')
    expect(untilPickup(-20)).toBe('已过取车时间 20分钟')
    expect(ruleNotes(rule)).toEqual(['超过取车时间、客户未到店按最后一档收取', '违约金最高不超过前 3 天租金'])
  })
})

describe('what it comes to', () => {
  it.each([
    [{ reason: cancelReason.tripOff }, 13680, 73220],
    [{ reason: cancelReason.noVehicle }, 0, 86900],
    [{ reason: cancelReason.tripOff, responsibility: responsibility.merchant }, 0, 86900],
    [{ reason: cancelReason.tripOff, waive: true }, 0, 86900],
    [{}, 13680, 73220],
  ])('%o: penalty %i, refund %i', (chosen, penalty, refund) => {
    expect(amountsOf(rule, { ...noChoice, ...chosen })).toMatchObject({ full: 13680, penalty, refund, receivable: 0 })
  })

  it('leaves open what payments do not cover', () => {
    const amounts = amountsOf({ ...rule, paid: 5000 }, noChoice)
    expect(amounts).toMatchObject({ refund: 0, receivable: 8680 })
    expect(cancelLabel(amounts)).toBe('取消并收违约金 ¥86.80')
  })

  it('is named on the button', () => {
    expect(cancelLabel(amountsOf(rule, noChoice))).toBe('取消并退 ¥732.20')
    expect(cancelLabel(amountsOf({ ...free, paid: 0 }, noChoice))).toBe('取消订单')
  })

  it('can be waived only where the customer would pay', () => {
    expect(canWaive(rule, { ...noChoice, waive: true })).toBe(true)
    expect(canWaive(rule, { ...noChoice, reason: cancelReason.noVehicle })).toBe(false)
    expect(canWaive(free, noChoice)).toBe(false)
  })

  it('says what becomes of deposits in hand', () => {
    expect(depositNote(rule, amountsOf(rule, noChoice))).toBe('取消后全额退还')
    const short: CancelRule = { ...rule, paid: 0, penaltyFromDeposit: true }
    expect(depositNote(short, amountsOf(short, noChoice))).toBe('未付的违约金 ¥136.80 先从租车押金扣除，其余退还')
    expect(depositNote({ ...rule, deposits: [] }, amountsOf(rule, noChoice))).toBeNull()
  })
})

describe('reasons', () => {
  it('name who answers for them', () => {
    expect(usualBearer(cancelReason.tripOff)).toBe(responsibility.customer)
    expect(usualBearer(cancelReason.noVehicle)).toBe(responsibility.merchant)
    expect(usualBearer(cancelReason.channel)).toBe(responsibility.channel)
    const named = bearerOptions(cancelReason.noVehicle, source.offline, false)
    expect(named.map(({ label, disabled }) => [label, disabled])).toEqual([
      ['客户原因', true],
      ['商家原因', false],
    ])
    expect(bearerOptions(cancelReason.tripOff, source.travel, false).every(({ disabled }) => !disabled)).toBe(true)
  })

  it('leave out what cannot be', () => {
    const labels = (from: typeof source.offline | typeof source.travel, given = rule) =>
      reasonRows(given, from, now, true).map(({ label }) => label)
    expect(labels(source.offline)).not.toContain('渠道取消')
    expect(labels(source.travel)).toContain('渠道取消')
    const noShow = (time: string) =>
      reasonRows(rule, source.offline, at(time), true).find(({ value }) => value === cancelReason.noShow)
    expect(noShow('2026-11-20 09:41')).toMatchObject({ disabled: true, note: '明天 09:41 起可选' })
    // The pickup time is past, the wait is not.
    expect(noShow('2026-11-21 09:40')).toMatchObject({ disabled: true, note: '今天 09:41 起可选' })
    expect(noShow('2026-11-21 09:41')).toMatchObject({ disabled: false, note: undefined })
  })

  it('say when they are free, where anything would be due', () => {
    const freeOf = (given: CancelRule) =>
      reasonRows(given, source.offline, now, true).flatMap(({ label, free: why }) => (why ? [`${label}：${why}`] : []))
    expect(freeOf(rule)).toEqual(['商家无车：商家责任，免违约金', '天气/不可抗力：免违约金'])
    expect(freeOf(free)).toEqual([])
  })
})

it('asks for a reason, and for words when the penalty is waived', () => {
  expect(problemsOf(rule, noChoice)).toEqual({ reason: '请选择取消原因' })
  expect(problemsOf(rule, { ...noChoice, reason: cancelReason.price, waive: true, note: ' ' })).toEqual({
    note: '免除违约金请填写说明',
  })
  expect(problemsOf(rule, { ...noChoice, reason: cancelReason.price, waive: true, note: '老客户' })).toEqual({})
})

describe('whoever may not let the customer off', () => {
  it('names the customer alone while there is a penalty', () => {
    const open = (locked: boolean) =>
      bearerOptions(cancelReason.tripOff, source.travel, locked).flatMap(({ value, disabled }) =>
        disabled ? [] : [value],
      )
    expect(open(true)).toEqual([responsibility.customer])
    expect(open(false)).toHaveLength(3)
  })
  it('chooses no cause that costs nothing, unless nothing is due', () => {
    const locked = (given: CancelRule) =>
      reasonRows(given, source.offline, now, false).flatMap(({ value, disabled, note }) =>
        disabled && value !== cancelReason.noShow ? [[value, note]] : [],
      )
    expect(locked(rule)).toEqual([
      [cancelReason.noVehicle, '需减免权限'],
      [cancelReason.forceMajeure, '需减免权限'],
    ])
    expect(locked(free)).toEqual([])
  })
  it('gives a reason for a penalty that another bears', () => {
    const ours = { ...noChoice, reason: cancelReason.price, responsibility: responsibility.merchant }
    expect(letsCustomerOff(rule, ours)).toBe(true)
    expect(problemsOf(rule, ours)).toEqual({ note: '免除违约金请填写说明' })
    expect(letsCustomerOff(free, ours)).toBe(false)
    expect(problemsOf(free, ours)).toEqual({})
  })
})
