import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { orderStatus, orderStatuses, settleStatus } from '../../booking/order/codes.ts'
import { parseDateTime } from '../../time.ts'
import { allocateRefund, type PaidIn, refundableFen } from './allocate.ts'
import { payWay } from './codes.ts'
import { type Accrual, earnedAmount, monthClosedAt, monthEnd, monthPosting, type Sold } from './earning.ts'
import { settleStatusOf } from './settle.ts'

const at = (text: string) => parseDateTime(text)!
const payment = (id: string, fen: number, paidAt: number, refundedFen = 0): PaidIn => ({
  ...{ id, fen, paidAt, refundedFen },
  way: payWay.cash,
})

describe('a refund', () => {
  const payments = [payment('1', 50000, 1), payment('2', 20000, 3, 5000), payment('3', 10000, 3)]

  it('uses the newest payment first, each up to what is left of it', () => {
    expect(allocateRefund(payments, 30000).map(({ paymentId, fen }) => [paymentId, fen])).toEqual([
      ['3', 10000],
      ['2', 15000],
      ['1', 5000],
    ])
    expect(allocateRefund(payments, 4000).map(({ paymentId, fen }) => [paymentId, fen])).toEqual([['3', 4000]])
  })

  it('never exceeds what was paid', () => {
    expect(refundableFen(payments)).toBe(75000)
    expect(() => allocateRefund(payments, 75001)).toThrow('退款金额不能超过可退金额¥750.00')
    expect(() => allocateRefund(payments, 0)).toThrow('金额不正确')
    expect(() => allocateRefund(payments, 1.5)).toThrow('金额不正确')
  })

  it('always adds up, and never overdraws a payment', () => {
    const list = fc.array(fc.tuple(fc.nat(9999), fc.nat(9999), fc.nat(5)), { minLength: 1, maxLength: 6 })
    fc.assert(
      fc.property(list, fc.nat(40000), (rows, want) => {
        const some = rows.map(([fen, gone, paidAt], i) => payment(String(i + 1), fen, paidAt, Math.min(gone, fen)))
        const fen = Math.min(want, refundableFen(some))
        if (fen === 0) return
        const parts = allocateRefund(some, fen)
        expect(parts.reduce((sum, part) => sum + part.fen, 0)).toBe(fen)
        for (const part of parts) {
          const from = some.find((one) => one.id === part.paymentId)!
          expect(part.fen).toBeLessThanOrEqual(from.fen - from.refundedFen)
        }
      }),
    )
  })
})

describe('rent that is earned over two months', () => {
  const period = { from: at('2026-11-28 10:00'), to: at('2026-12-03 10:00') }
  const amounts = { rentFen: 106400, serviceFen: 0 }
  const nothing = { rentFen: 0, serviceFen: 0 }
  const posting = (sold: readonly Sold[], posted: Accrual, month: string) =>
    monthPosting({ sold, posted, pickedUpAt: period.from, returnedAt: null }, month)

  it('splits by hours: 62 of 120 in November', () => {
    const november = posting([{ period, ...amounts }], nothing, '2026-11')
    expect(november.rentFen).toBe(54973)
  })

  it('earns a renewal over its own period', () => {
    const booked = {
      period: { from: at('2026-11-29 10:00'), to: at('2026-12-01 10:00') },
      rentFen: 46000,
      serviceFen: 0,
    }
    const renewed = {
      period: { from: at('2026-12-01 10:00'), to: at('2026-12-04 10:00') },
      rentFen: 57000,
      serviceFen: 0,
    }
    const november = posting([booked, renewed], nothing, '2026-11')
    expect(november.rentFen).toBe(36417)
    expect(posting([booked, renewed], november, '2026-12').rentFen).toBe(46000 + 57000 - 36417)
  })

  it('determines the month that a monthly run closes', () => {
    expect(monthClosedAt(at('2026-12-01 00:30'))).toBe('2026-11')
    expect(monthClosedAt(at('2027-01-01 00:00'))).toBe('2026-12')
    expect(monthEnd('2026-11')).toEqual({ end: at('2026-12-01 00:00'), lastDay: '2026-11-30' })
  })

  it('earns nothing before and everything after', () => {
    expect(earnedAmount(period, 100, period.from)).toBe(0)
    expect(earnedAmount(period, 100, period.from - 1)).toBe(0)
    expect(earnedAmount(period, 100, period.to)).toBe(100)
  })

  it('adds up to the order over any months, and never decreases', () => {
    fc.assert(
      fc.property(fc.nat(10_000_000), fc.integer({ min: 1, max: 200 * 24 * 60 }), (rentFen, minutes) => {
        const long = { from: period.from, to: period.from + minutes * 60_000 }
        let posted = nothing
        for (const month of ['2026-11', '2026-12', '2027-01', '2027-02', '2027-03', '2027-04', '2027-05', '2027-06']) {
          const part = posting([{ period: long, rentFen, serviceFen: 0 }], posted, month)
          expect(part.rentFen).toBeGreaterThanOrEqual(0)
          posted = { rentFen: posted.rentFen + part.rentFen, serviceFen: 0 }
        }
        expect(posted.rentFen).toBe(rentFen)
      }),
    )
  })
})

describe('settlement status of an order', () => {
  const closed = {
    status: orderStatus.returned,
    owedFen: 0,
    rentalDepositClosed: true,
    violationDepositClosed: true,
    openCases: 0,
  } as const

  it.each(orderStatuses.values)('in status %i is complete only after the return', (status) => {
    expect(settleStatusOf({ ...closed, status })).toBe(
      status === orderStatus.returned ? settleStatus.settled : settleStatus.open,
    )
  })

  it('waits for debts, refunds, deposits and open cases', () => {
    expect(settleStatusOf({ ...closed, owedFen: 1 })).toBe(settleStatus.open)
    expect(settleStatusOf({ ...closed, owedFen: -1 })).toBe(settleStatus.open)
    expect(settleStatusOf({ ...closed, rentalDepositClosed: false })).toBe(settleStatus.open)
    expect(settleStatusOf({ ...closed, violationDepositClosed: false })).toBe(settleStatus.rentSettled)
    expect(settleStatusOf({ ...closed, openCases: 1 })).toBe(settleStatus.rentSettled)
  })
})
