import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { depositKind } from '../deposit/codes.ts'
import type { Settlement } from '../reconcile/compare.ts'
import { allocateRefund, type PaidIn, refundableFen } from './allocate.ts'
import { payWay } from './codes.ts'
import {
  type Account,
  account,
  balancesOf,
  billingEntry,
  billingReversalEntry,
  billSettlementEntry,
  cancellationEntry,
  chargeEntry,
  claimRefundEntry,
  clearingOf,
  debtOfLines,
  deductionEntry,
  deductionReturnEntry,
  depositEntry,
  depositReleaseEntry,
  type Entry,
  earlyReturnEntry,
  earningEntry,
  imbalance,
  latePaymentEntry,
  paymentEntry,
  refundEntry,
  rentAccounts,
  reversalEntry,
  subsidyEntry,
  waiverEntry,
} from './ledger.ts'

const rental = depositKind.rental
/** `account ±fen`, debit positive. */
const shown = (entry: Entry) => entry.lines.map((line) => [line.account, line.debitFen - line.creditFen])

describe('the entries of a weekend order (86900, rental deposit 300000)', () => {
  it.each<[string, Entry, string, [Account, number][]]>([
    [
      'J1',
      billingEntry('7', 86900),
      'J1:7',
      [
        ['customer_receivable', 86900],
        ['unearned', -86900],
      ],
    ],
    [
      'J1 difference',
      billingEntry('8', -5000),
      'J1:8',
      [
        ['customer_receivable', -5000],
        ['unearned', 5000],
      ],
    ],
    [
      'J2',
      paymentEntry('1', 86900, payWay.cash),
      'J2:1',
      [
        ['cash_on_hand', 86900],
        ['customer_receivable', -86900],
      ],
    ],
    [
      'J3',
      subsidyEntry('7', 2000),
      'J3:7',
      [
        ['platform_clearing', 2000],
        ['unearned', -2000],
      ],
    ],
    [
      'J4',
      billingReversalEntry('7', 86900),
      'J4:7',
      [
        ['unearned', 86900],
        ['customer_receivable', -86900],
      ],
    ],
    [
      'J4 with a subsidy',
      billingReversalEntry('7', 84900, 2000),
      'J4:7',
      [
        ['unearned', 86900],
        ['customer_receivable', -84900],
        ['platform_clearing', -2000],
      ],
    ],
    [
      'J5',
      cancellationEntry('7', { unearnedFen: 86900, penaltyFen: 13680 }),
      'J5:7',
      [
        ['unearned', 86900],
        ['customer_receivable', -86900],
        ['customer_receivable', 13680],
        ['penalty_income', -13680],
      ],
    ],
    [
      'J6',
      refundEntry('2', 73220, payWay.wechat),
      'J6:2',
      [
        ['customer_receivable', 73220],
        ['online_clearing', -73220],
      ],
    ],
    [
      'J7',
      latePaymentEntry('1', 86900, payWay.alipay),
      'J7:1',
      [
        ['online_clearing', 86900],
        ['customer_receivable', -86900],
      ],
    ],
    [
      'J8 at the return',
      earningEntry('9', 'r5', { rentFen: 51427, serviceFen: 28500 }),
      'J8:9:r5',
      [
        ['unearned', 79927],
        ['rent_income', -51427],
        ['service_income', -28500],
      ],
    ],
    [
      'J8 at the return, with a coupon',
      earningEntry('9', 'r5', { rentFen: 51427, serviceFen: 28500, couponFen: 5000 }),
      'J8:9:r5',
      [
        ['unearned', 79927],
        ['rent_income', -56427],
        ['coupon_discount', 5000],
        ['service_income', -28500],
      ],
    ],
    [
      'J9',
      chargeEntry('3', 13332),
      'J9:3',
      [
        ['customer_receivable', 13332],
        ['service_income', -13332],
      ],
    ],
    [
      'J10',
      earlyReturnEntry('7', 75800),
      'J10:7',
      [
        ['unearned', 75800],
        ['customer_receivable', -75800],
      ],
    ],
    [
      'J13 in',
      depositEntry('4', rental, 300000, payWay.cash),
      'J13:in:4',
      [
        ['cash_on_hand', 300000],
        ['deposit_liability_rental', -300000],
      ],
    ],
    [
      'J13 out',
      depositReleaseEntry('5', rental, 206668, payWay.cash),
      'J13:out:5',
      [
        ['deposit_liability_rental', 206668],
        ['cash_on_hand', -206668],
      ],
    ],
    [
      'J16 paid',
      deductionEntry('6', rental, 'paid', 93332),
      'J16:6',
      [
        ['deposit_liability_rental', 93332],
        ['customer_receivable', -93332],
      ],
    ],
    [
      'J16 capture',
      deductionEntry('6', depositKind.violation, payWay.alipay, 25000),
      'J16:6',
      [
        ['online_clearing', 25000],
        ['customer_receivable', -25000],
      ],
    ],
    [
      'J16 platform',
      deductionEntry('6', rental, payWay.platform, 25000),
      'J16:6',
      [
        ['platform_clearing', 25000],
        ['customer_receivable', -25000],
      ],
    ],
    [
      'J20',
      waiverEntry('3', 13332, account.serviceIncome),
      'J20:3',
      [
        ['service_income', 13332],
        ['customer_receivable', -13332],
      ],
    ],
    [
      'J21',
      reversalEntry(chargeEntry('3', 13332)),
      'J21:J9:3',
      [
        ['customer_receivable', -13332],
        ['service_income', 13332],
      ],
    ],
  ])('%s', (_name, entry, key, lines) => {
    expect(entry.idemKey).toBe(key)
    expect(shown(entry)).toEqual(lines)
    expect(imbalance(entry.lines)).toBe(0)
  })

  it.each<[string, Settlement, [Account, number][]]>([
    [
      'that agrees',
      { theirsFen: 86900, feeFen: 521, borneFen: 0, oursFen: 86900 },
      [
        ['bank', 86379],
        ['payment_fee', 521],
        ['online_clearing', -86900],
      ],
    ],
    [
      'of refunds, whose fee comes back',
      { theirsFen: -13680, feeFen: -82, borneFen: 0, oursFen: -13680 },
      [
        ['bank', -13598],
        ['payment_fee', -82],
        ['online_clearing', 13680],
      ],
    ],
    [
      'of what only the provider has',
      { theirsFen: 100, feeFen: 1, borneFen: 0, oursFen: 0 },
      [
        ['bank', 99],
        ['payment_fee', 1],
        ['bill_difference', -100],
      ],
    ],
    [
      'whose discounts the merchant bears',
      { theirsFen: 86900, feeFen: 521, borneFen: 500, oursFen: 86900 },
      [
        ['bank', 85879],
        ['payment_fee', 521],
        ['other_expense', 500],
        ['online_clearing', -86900],
      ],
    ],
    [
      'of what only the books have',
      { theirsFen: 0, feeFen: 0, borneFen: 0, oursFen: 86900 },
      [
        ['online_clearing', -86900],
        ['bill_difference', 86900],
      ],
    ],
  ])('J23 settles a bill %s', (_, settlement, lines) => {
    const entry = billSettlementEntry('7:1', settlement)
    expect(entry.idemKey).toBe('J23:bill:7:1')
    expect(shown(entry)).toEqual(lines)
    expect(imbalance(entry.lines)).toBe(0)
  })

  it('J17 reduces a claim and puts the money back into its deposit', () => {
    const claim = claimRefundEntry('6', '7', { fees: 30000, fine: 0 }, account.damageIncome)
    const money = deductionReturnEntry('7', '5', rental, 30000)
    expect(shown(claim)).toEqual([
      ['damage_income', 30000],
      ['customer_receivable', -30000],
    ])
    expect(shown(money)).toEqual([
      ['customer_receivable', 30000],
      ['deposit_liability_rental', -30000],
    ])
    expect([claim.idemKey, money.idemKey]).toEqual(['J17:claim:6:7', 'J17:back:7:5'])
  })

  it('posts nothing for zero', () => {
    expect(billingEntry('1', 0).lines).toEqual([])
    expect(cancellationEntry('1', { unearnedFen: 0, penaltyFen: 0 }).lines).toEqual([])
  })
})

/** A model of a merchant that makes random valid moves and records every entry. */
class Shop {
  readonly entries: Entry[] = []
  readonly payments: PaidIn[] = []
  deposit = { held: 0, captured: 0, released: 0 }
  #id = 0

  get lines() {
    return this.entries.flatMap((entry) => entry.lines)
  }
  get owed() {
    return debtOfLines(this.lines)
  }
  get unearned() {
    return 0 - (balancesOf(this.lines).get(account.unearned) ?? 0)
  }
  get depositLeft() {
    return this.deposit.held - this.deposit.captured - this.deposit.released
  }
  id() {
    return String(++this.#id)
  }
  post(entry: Entry) {
    expect(imbalance(entry.lines)).toBe(0)
    expect(this.entries.map((one) => one.idemKey)).not.toContain(entry.idemKey)
    this.entries.push(entry)
    expect(0 - (balancesOf(this.lines).get(account.depositRental) ?? 0)).toBe(this.depositLeft)
    return entry
  }
  pay(fen: number, way: (typeof ways)[number]) {
    if (fen <= 0) return
    const id = this.id()
    this.payments.push({ id, fen, refundedFen: 0, paidAt: this.#id, way })
    this.post(paymentEntry(id, fen, way))
  }
  /** Refunds the customer's credit; a customer who paid only by deposit never has one here. */
  refund() {
    if (this.owed >= 0) return
    for (const part of allocateRefund(this.payments, -this.owed)) {
      const index = this.payments.findIndex((payment) => payment.id === part.paymentId)
      const payment = this.payments[index]!
      this.payments[index] = { ...payment, refundedFen: payment.refundedFen + part.fen }
      this.post(refundEntry(this.id(), part.fen, part.way))
    }
  }
  takeDeposit(fen: number) {
    this.deposit.held += fen
    this.post(depositEntry(this.id(), rental, fen, payWay.cash))
  }
  deduct(fen: number) {
    const part = Math.min(fen, this.depositLeft, this.owed)
    if (part <= 0) return
    this.deposit.captured += part
    this.post(deductionEntry(this.id(), rental, 'paid', part))
  }
  release() {
    const rest = this.depositLeft
    if (rest <= 0) return
    this.deposit.released += rest
    this.post(depositReleaseEntry(this.id(), rental, rest, payWay.cash))
  }
}

const ways = [payWay.alipay, payWay.cash, payWay.platform] as const
const fen = (max: number) => fc.integer({ min: 0, max })

const history = fc.record({
  total: fc.integer({ min: 1, max: 500000 }),
  paid: fc.array(fc.tuple(fen(300000), fc.constantFrom(...ways)), { maxLength: 4 }),
  modification: fc.integer({ min: -200000, max: 200000 }),
  deposit: fen(300000),
  ending: fc.constantFrom('closed', 'cancelled', 'returned', 'returned', 'returned'),
  penalty: fen(200000),
  months: fc.array(fc.integer({ min: 0, max: 100 }), { maxLength: 3 }),
  charges: fc.array(fen(40000), { maxLength: 4 }),
  early: fc.tuple(fen(100), fen(100)),
  coupon: fen(20000),
  undo: fc.boolean(),
  wrongDeduction: fc.boolean(),
  waive: fc.boolean(),
})

describe('invariants over random histories', () => {
  it('hold', () => {
    fc.assert(
      fc.property(history, (h) => {
        const shop = new Shop()
        shop.post(billingEntry(shop.id(), h.total))
        for (const [amount, way] of h.paid) shop.pay(amount, way)
        if (h.total + h.modification > 0) shop.post(billingEntry(shop.id(), h.modification))
        if (h.deposit > 0) shop.takeDeposit(h.deposit)

        if (h.ending === 'closed') shop.post(billingReversalEntry(shop.id(), shop.unearned))
        if (h.ending === 'cancelled') {
          const unearnedFen = shop.unearned
          shop.post(cancellationEntry(shop.id(), { unearnedFen, penaltyFen: Math.min(h.penalty, unearnedFen) }))
        }
        if (h.ending === 'returned') {
          for (const [index, share] of h.months.entries()) {
            const rentFen = Math.floor((shop.unearned * share) / 200)
            shop.post(earningEntry('1', `2026-${10 + index}`, { rentFen, serviceFen: 0 }))
          }
          const settle = () => {
            const step: Entry[] = []
            for (const amount of h.charges) step.push(shop.post(chargeEntry(shop.id(), amount)))
            const refundableFen = Math.floor((shop.unearned * h.early[0]) / 100)
            const feeFen = Math.floor((refundableFen * h.early[1]) / 100)
            step.push(shop.post(earlyReturnEntry(shop.id(), refundableFen)))
            step.push(shop.post(chargeEntry(shop.id(), feeFen)))
            step.push(
              shop.post(earningEntry('1', shop.id(), { rentFen: shop.unearned, serviceFen: 0, couponFen: h.coupon })),
            )
            return step
          }
          const first = settle()
          if (h.undo) {
            for (const entry of first.toReversed()) shop.post(reversalEntry(entry))
            settle()
          }
          const [charge] = h.charges
          if (h.waive && charge !== undefined && shop.owed >= charge) {
            shop.post(waiverEntry(shop.id(), charge, account.serviceIncome))
          }
          shop.deduct(h.deposit)
          if (h.wrongDeduction && shop.deposit.captured > 0) {
            const amount = shop.deposit.captured
            const refundId = shop.id()
            shop.post(claimRefundEntry(shop.id(), refundId, { fees: amount, fine: 0 }, account.damageIncome))
            shop.deposit.captured -= amount
            shop.post(deductionReturnEntry(refundId, shop.id(), rental, amount))
          }
        }

        expect(shop.unearned).toBe(0)
        // A coupon is shown once, whether its return was taken back or not, and the rent is that without it.
        const balances = balancesOf(shop.lines)
        const sum = (of: readonly Account[]) => of.reduce((all, name) => all + (balances.get(name) ?? 0), 0)
        const isReturned = h.ending === 'returned'
        expect(sum([account.couponDiscount])).toBe(isReturned ? h.coupon : 0)
        const rent = shop.entries.flatMap(({ idemKey, lines }) => (/^(J21:)?J8:/.test(idemKey) ? lines : []))
        expect(sum(rentAccounts) + (balancesOf(rent).get(account.unearned) ?? 0)).toBe(0)
        shop.pay(shop.owed, payWay.cash)
        shop.refund()
        shop.release()
        expect(shop.owed).toBe(0)
        expect(refundableFen(shop.payments)).toBeGreaterThanOrEqual(0)
        expect(shop.depositLeft).toBe(0)
        for (const entry of shop.entries) {
          const accounts = new Set(entry.lines.map((line) => line.account))
          if (!accounts.has(account.depositRental)) continue
          for (const name of accounts) {
            expect([account.depositRental, account.receivable, account.cashOnHand]).toContain(name)
          }
        }
      }),
      { numRuns: 500 },
    )
  })
})

it('returns the clearing account of each payment method', () => {
  expect([1, 2, 3, 4, 5, 6, 7].map((way) => clearingOf(way as 1))).toEqual([
    'online_clearing',
    'online_clearing',
    'cash_on_hand',
    'bank',
    'pos_clearing',
    'platform_clearing',
    'other_clearing',
  ])
})
