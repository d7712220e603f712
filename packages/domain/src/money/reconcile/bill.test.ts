import { describe, expect, it } from 'vitest'
import { can } from '../../step.ts'
import { startOfDate } from '../../time.ts'
import { payWay } from '../payment/codes.ts'
import {
  billDueAt,
  billProducts,
  billState,
  billSteps,
  billWindow,
  isEmptyByNow,
  isUncompared,
  nextBillAsk,
} from './bill.ts'

const at = (text: string) => Date.parse(`${text}+08:00`)
const day = '2026-12-31'

it('a bill is expected the morning after, and a missing one counts as empty only from the afternoon', () => {
  expect(billDueAt(day, billProducts[payWay.alipay]!)).toBe(at('2027-01-01T09:00:00'))
  expect(billDueAt(day, billProducts[payWay.wechat]!)).toBe(at('2027-01-01T10:00:00'))
  expect(billProducts[payWay.pos]).toBeUndefined()
  expect(isEmptyByNow(day, at('2027-01-01T13:59:59'))).toBe(false)
  expect(isEmptyByNow(day, at('2027-01-01T14:00:00'))).toBe(true)
})

it('is requested every hour for two days, then daily', () => {
  const hours = (now: number) => Math.ceil((nextBillAsk(day, now) - now) / 3_600_000)
  expect(hours(at('2027-01-01T10:00:00'))).toBe(1)
  expect(hours(at('2027-01-02T23:00:00'))).toBe(1)
  expect(hours(at('2027-01-03T00:00:00'))).toBe(24)
})

it('the windows of two days are adjacent', () => {
  const today = billWindow(day)
  expect(billWindow('2027-01-01').from).toBe(today.to)
  expect(today.to).toBeLessThan(startOfDate('2027-01-01'))
})

describe('a bill', () => {
  it.each([
    ['wait', [0, 1]],
    ['fail', [0, 1]],
    ['agree', [0, 1]],
    ['differ', [0, 1]],
    ['clear', [3]],
  ] as const)('allows %s in %j only', (step, from) => {
    const states = Object.values(billState).filter((state) => can(billSteps, step, state).ok)
    expect(states).toEqual(from)
  })
  it('is compared once', () => expect(Object.values(billState).filter(isUncompared)).toEqual([0, 1]))
})
