import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { depositKind } from '../deposit/codes.ts'
import { payWay } from '../payment/codes.ts'
import {
  account,
  billingEntry,
  cancellationEntry,
  chargeEntry,
  claimRefundEntry,
  debtOfLines,
  deductionEntry,
  deductionReturnEntry,
  depositEntry,
  depositReleaseEntry,
  type Entry,
  earlyReturnEntry,
  latePaymentEntry,
  paymentEntry,
  refundEntry,
  reimbursementEntry,
  waiverEntry,
} from '../payment/ledger.ts'
import { receiptsOfEntries, receivedFen } from './paid.ts'

const rental = depositKind.rental

describe('what an order was paid', () => {
  it('is the sum of receipts and captures, less the refunds of both', () => {
    const entries = [billingEntry('1', 10_000), paymentEntry('2', 10_000, payWay.alipay), chargeEntry('3', 800)]
    expect(receiptsOfEntries([...entries, deductionEntry('4', rental, payWay.alipay, 800)])).toMatchObject({
      paidFen: 10_800,
      refundedFen: 0,
    })
    const back = [waiverEntry('3', 800, account.serviceIncome), refundEntry('5', 800, payWay.alipay)]
    const after = receiptsOfEntries([...entries, deductionEntry('4', rental, payWay.alipay, 800), ...back])
    expect(after).toMatchObject({ paidFen: 10_800, refundedFen: 800 })
    expect(receivedFen(after)).toBe(10_000)
  })

  it('is reduced by what was put back into the deposit, which is no refund', () => {
    const taken = [depositEntry('1', rental, 5_000, payWay.cash), deductionEntry('2', rental, 'paid', 900)]
    expect(receiptsOfEntries([...taken, deductionReturnEntry('3', '2', rental, 400)])).toMatchObject({
      paidFen: 500,
      refundedFen: 0,
    })
  })

  it('does not include money that is held as a deposit', () => {
    const held = [depositEntry('1', rental, 5_000, payWay.cash), depositReleaseEntry('2', rental, 5_000, payWay.cash)]
    expect(receiptsOfEntries(held)).toEqual({ paidFen: 0, refundedFen: 0, refundExpenseFen: 0 })
  })

  it('is not changed by a reimbursement of costs, whether paid out or set off against a debt', () => {
    const costs = reimbursementEntry('3', [{ from: account.refundExpense, fen: 900 }])
    const out = [paymentEntry('2', 10_000, payWay.cash), costs, refundEntry('4', 900, payWay.cash)]
    expect(receivedFen(receiptsOfEntries(out))).toBe(10_000)
    expect(receivedFen(receiptsOfEntries([paymentEntry('2', 9_100, payWay.cash), costs]))).toBe(10_000)
  })

  const steps = [
    'pay',
    'late',
    'charge',
    'capture',
    'take',
    'refund',
    'untake',
    'early',
    'drop',
    'reimburse',
    'costs',
    'meets',
  ]
  const step = fc.record({
    what: fc.constantFrom(...steps),
    fen: fc.integer({ min: 1, max: 50_000 }),
  })

  it('plus what is owed equals the bill after every payment, capture, refund, reimbursement and cancellation', () => {
    fc.assert(
      fc.property(
        fc.array(step, { maxLength: 20 }),
        fc.boolean(),
        fc.integer({ min: 0, max: 9_000 }),
        (steps, off, penalty) => {
          const entries: Entry[] = [billingEntry('0', 100_000)]
          let bill = 100_000
          for (const [n, { what, fen }] of steps.entries()) {
            const id = String(n + 1)
            const before = receiptsOfEntries(entries)
            const part = Math.min(fen, receivedFen(before))
            if (what === 'pay') entries.push(paymentEntry(id, fen, payWay.cash))
            if (what === 'late') entries.push(latePaymentEntry(id, fen, payWay.alipay))
            if (what === 'capture') entries.push(deductionEntry(id, rental, payWay.wechat, fen))
            if (what === 'take') entries.push(deductionEntry(id, rental, 'paid', fen))
            if (what === 'refund') entries.push(refundEntry(id, part, payWay.wechat))
            if (what === 'untake') entries.push(deductionReturnEntry(id, id, rental, part))
            if (what === 'reimburse')
              entries.push(
                reimbursementEntry(id, [{ from: account.serviceIncome, fen: part }]),
                refundEntry(id, part, payWay.bank),
              )
            if (what === 'costs' || what === 'meets')
              entries.push(reimbursementEntry(id, [{ from: account.refundExpense, fen }]))
            if (what === 'costs') entries.push(refundEntry(id, fen, payWay.bank))
            if (what === 'charge') entries.push(chargeEntry(id, fen))
            if (what === 'early') entries.push(earlyReturnEntry(id, fen))
            if (what === 'drop') entries.push(claimRefundEntry(id, id, { fees: fen, fine: 0 }, account.damageIncome))
            bill += { charge: fen, early: -fen, drop: -fen, reimburse: -part }[what as string] ?? 0
            expect(debtOfLines(entries.flatMap(({ lines }) => lines))).toBe(
              bill - receivedFen(receiptsOfEntries(entries)),
            )
          }
          if (!off) return
          const before = receiptsOfEntries(entries)
          entries.push(cancellationEntry('off', { unearnedFen: 100_000, penaltyFen: penalty }))
          expect(receiptsOfEntries(entries)).toEqual(before)
          const owed = debtOfLines(entries.flatMap(({ lines }) => lines))
          expect(owed).toBe(bill - 100_000 + penalty - receivedFen(before))
        },
      ),
    )
  })
})
