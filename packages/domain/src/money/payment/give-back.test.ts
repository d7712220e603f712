import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { depositKind } from '../deposit/codes.ts'
import { refundableFen } from './allocate.ts'
import { payWay } from './codes.ts'
import { allocateGiveBack, backInto, giveBackLines } from './give-back.ts'

const receipt = (id: string, fen: number, refundedFen = 0, paidAt = Number(id)) => ({
  id,
  fen,
  refundedFen,
  paidAt,
  way: payWay.cash,
})
const taken = (deductionId: string, leftFen: number, kind: 1 | 2 = depositKind.rental) => ({
  deductionId,
  kind,
  leftFen,
})

describe('allocateGiveBack', () => {
  it('uses the receipts, then the newest deduction, then a refund by hand', () => {
    const plan = allocateGiveBack(100, [receipt('1', 30, 10)], [taken('9', 25), taken('10', 15, depositKind.violation)])
    expect(plan).toEqual({
      receipts: [{ paymentId: '1', fen: 20, way: payWay.cash }],
      deposits: [
        { deductionId: '10', kind: 2, fen: 15 },
        { deductionId: '9', kind: 1, fen: 25 },
      ],
      byHandFen: 40,
    })
    expect(giveBackLines(plan)).toEqual([
      { to: 'receipt', kind: null, payWay: payWay.cash, amount: 20 },
      { to: 'deposit', kind: 2, payWay: null, amount: 15 },
      { to: 'deposit', kind: 1, payWay: null, amount: 25 },
      { to: 'customer', kind: null, payWay: null, amount: 40 },
    ])
    expect([backInto(plan, 1), backInto(plan, 2)]).toEqual([25, 15])
  })

  it('uses the receipts of the refunded charge before newer ones', () => {
    const receipts = [receipt('1', 30), receipt('2', 50), receipt('3', 40)]
    expect(allocateGiveBack(90, receipts, [], ({ id }) => id === '1').receipts).toEqual([
      { paymentId: '1', fen: 30, way: payWay.cash },
      { paymentId: '3', fen: 40, way: payWay.cash },
      { paymentId: '2', fen: 20, way: payWay.cash },
    ])
  })

  it('is empty for zero', () => {
    expect(giveBackLines(allocateGiveBack(0, [receipt('1', 30)], [taken('9', 25)]))).toEqual([])
    expect(giveBackLines(allocateGiveBack(-5, [], []))).toEqual([])
  })

  it('never refuses, refunds the whole amount, and takes no more from a source than it has', () => {
    const amounts = fc.array(fc.integer({ min: 1, max: 500 }), { maxLength: 5 })
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 3000 }), amounts, amounts, (fen, paid, took) => {
        const receipts = paid.map((amount, i) => receipt(String(i + 1), amount, Math.floor(amount / 3)))
        const deductions = took.map((amount, i) => taken(String(i + 1), amount))
        const plan = allocateGiveBack(fen, receipts, deductions)
        const byRoute = plan.receipts.reduce((sum, part) => sum + part.fen, 0)
        const intoDeposits = plan.deposits.reduce((sum, part) => sum + part.fen, 0)
        expect(byRoute + intoDeposits + plan.byHandFen).toBe(fen)
        expect(byRoute).toBe(Math.min(fen, refundableFen(receipts)))
        expect(intoDeposits).toBe(
          Math.min(
            fen - byRoute,
            took.reduce((a, b) => a + b, 0),
          ),
        )
        for (const part of plan.deposits) expect(part.fen).toBeLessThanOrEqual(took[Number(part.deductionId) - 1]!)
      }),
    )
  })
})
