import { contract } from '@cheyi/contract/index'
import { cancelReason, responsibility } from '@cheyi/domain/booking/order/codes'
import { awaitsPickup, isCancelled, isOnRent, wasReturned } from '@cheyi/domain/booking/order/steps'
import { depositMode, waiveType } from '@cheyi/domain/money/deposit/codes'
import { expenseCode } from '@cheyi/domain/money/expense/codes'
import { payKind, payMode, paymentStatus, payWay } from '@cheyi/domain/money/payment/codes'
import { collectKinds } from '@cheyi/domain/money/payment/collect'
import { type Account, moneyAccounts } from '@cheyi/domain/money/payment/ledger'
import { handoverType } from '@cheyi/domain/rental/pickup-return/codes'
import { HOUR } from '@cheyi/domain/time'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type Envelope, TEST_NOW } from '../../testing/app.ts'
import { uploadPhotos } from '../../testing/upload.ts'
import { book, books, booksAgree, giveBack, moneyFaults, pickUp } from '../../testing/world/bookings.ts'
import { owner, sharedMerchant, t, w } from '../../testing/world/merchant.ts'

/*
 * Whatever people do to an order through the calls, in whatever sequence and however often, the books hold: after each
 * history every cache equals its source, and an order that has ended carries nothing but what was earned.
 */

sharedMerchant({ cars: 60 })

const HISTORIES = 30
const voucher = () => uploadPhotos(t, 'voucher', 1, w.tokens.owner)

interface OrderState {
  readonly status: number
  readonly owed: number
}

async function stateOf(orderId: string): Promise<OrderState> {
  const { rows } = await t.root.query('select status, owed_fen from "order" where id = $1', [orderId])
  return { status: rows[0].status, owed: Number(rows[0].owedFen) }
}

/** What people may try at any time; whatever does not fit is refused. `share` is a percentage, at times too much. */
type Attempt = (orderId: string, share: number) => Promise<Envelope | undefined>

const part = (fen: number, share: number) => Math.max(1, Math.round((fen * share) / 100))

const attempts = {
  async collect(orderId, share) {
    const { status, owed } = await stateOf(orderId)
    const kind = collectKinds(status)[0] ?? payKind.rent
    return t.send(
      contract.payment.collect,
      {
        orderId,
        payKind: kind,
        amount: part(Math.max(owed, 100), share),
        payWay: share % 2 ? payWay.cash : payWay.bank,
      },
      owner(),
    )
  },
  payDeposit: (orderId, share) => {
    const kind = (share % 3) + 1
    const amount = kind === 1 ? 300000 : kind === 2 ? 200000 : 500000
    const input = { orderId, kind, mode: depositMode.offline, payWay: payWay.cash, amount }
    return t.send(contract.deposit.pay, input, owner())
  },
  waiveDeposit: (orderId, share) =>
    t.send(
      contract.deposit.pay,
      { orderId, kind: (share % 2) + 1, mode: depositMode.waived, waiveType: waiveType.merchant, amount: 0 },
      owner(),
    ),
  charge(orderId, share) {
    const type = share % 2 ? handoverType.pickup : handoverType.return
    const items = [
      { code: expenseCode.cleaning, amount: share * 100 },
      { code: expenseCode.toll, qty: 2, unitPrice: share, amount: share * 2 },
    ]
    return t.send(contract.expense.saveAll, { orderId, type, items: items.slice(0, share % 3) }, owner())
  },
  async pickUp(orderId) {
    if (awaitsPickup((await stateOf(orderId)).status)) await pickUp(t, w, orderId)
    return undefined
  },
  async giveBack(orderId) {
    if (isOnRent((await stateOf(orderId)).status)) await giveBack(t, w, orderId)
    return undefined
  },
  async deduct(orderId, share) {
    const { charges } = await t.call(contract.deposit.detail, { orderId }, owner())
    const lines = charges.map(({ code, refId, owed }) => ({ code, refId, amount: part(owed, share) }))
    const photoIds = await uploadPhotos(t, 'deposit', 1, w.tokens.owner)
    const input = { orderId, kind: 1, lines, mode: payMode.offlineDeduct, reason: '核对', photoIds }
    // Two at once: whatever the first leaves decides about the second.
    const [first] = await Promise.all([
      t.send(contract.deposit.deduct, input, owner()),
      t.send(contract.deposit.deduct, { ...input, photoIds: [] }, owner()),
    ])
    return first
  },
  async release(orderId, share) {
    const input = { orderId, kind: (share % 2) + 1, early: true, ...(share % 5 ? {} : { amount: share * 1000 }) }
    const voucherIds = share % 3 ? await voucher() : []
    const [first] = await Promise.all([
      t.send(contract.deposit.release, { ...input, voucherIds }, owner()),
      t.send(contract.deposit.release, input, owner()),
    ])
    return first
  },
  cancel: (orderId, share) =>
    t.send(
      contract.order.cancel,
      {
        orderId,
        reason: cancelReason.tripOff,
        responsibility: share % 4 ? responsibility.customer : responsibility.merchant,
        expectPenalty: 10_000_000,
      },
      owner(),
    ),
  async payBack(orderId) {
    const input = { orderId, action: 'retryRefund', voucherIds: await voucher() }
    return t.send(contract.order.updateStatus, input, { ...owner(), key: `pay-back-${orderId}` })
  },
  async wait(_, share) {
    t.clock.set(t.clock.now() + share * HOUR * 0.2)
    return undefined
  },
} satisfies Record<string, Attempt>

/** Brings an order to its end: the car back, the debt paid, everything held given back. */
async function conclude(orderId: string): Promise<void> {
  await attempts.giveBack(orderId)
  const { status, owed } = await stateOf(orderId)
  if (!wasReturned(status) && !isCancelled(status)) await attempts.cancel(orderId, 1)
  if (owed > 0 || (await stateOf(orderId)).owed > 0) await attempts.collect(orderId, 100)
  await t.send(contract.order.updateStatus, { orderId, action: 'retryRefund', voucherIds: await voucher() }, owner())
  for (const kind of [1, 2]) {
    // A part may be on its way, so what is left takes a second look.
    for (let look = 0; look < 2; look++)
      await t.send(contract.deposit.release, { orderId, kind, early: true, voucherIds: await voucher() }, owner())
  }
}

const income = new Set(['rent_income', 'service_income', 'penalty_income'])

type Name = keyof typeof attempts
const steps = (names: readonly Name[], maxLength: number) =>
  fc.array(fc.record({ name: fc.constantFrom(...names), share: fc.integer({ min: 1, max: 110 }) }), { maxLength })

/** Any attempt may come at any time; those that fit are only likelier. */
const everything = Object.keys(attempts) as Name[]
const histories = fc.record({
  before: steps(['collect', 'payDeposit', 'waiveDeposit', 'charge', 'wait'], 7),
  fate: fc.constantFrom('rented', 'rented', 'cancelled', 'anything'),
  during: steps(['collect', 'payDeposit', 'charge', 'charge', 'deduct'], 5),
  after: steps(['collect', 'deduct', 'release', 'payBack'], 7),
  chaos: steps(everything, 8),
})

it('keeps the books through any history', { timeout: 240_000 }, async () => {
  const done = new Map<string, number>()
  await fc.assert(
    fc.asyncProperty(histories, async ({ before, fate, during, after, chaos }) => {
      t.clock.set(TEST_NOW)
      const { orderId } = await book(t, w)
      const go = async (history: readonly { readonly name: Name; readonly share: number }[]) => {
        for (const { name, share } of history) {
          const answer = await attempts[name](orderId, share)
          // A refusal is fine; a failure of ours is not.
          expect(answer?.errorCode, name).not.toBe(-1)
          if (answer?.success) done.set(name, (done.get(name) ?? 0) + 1)
        }
      }
      await go(before)
      if (fate === 'rented') await go([{ name: 'pickUp', share: 1 }, ...during, { name: 'giveBack', share: 1 }])
      if (fate === 'cancelled') await go([{ name: 'cancel', share: 1 }])
      if (fate === 'anything') await go(chaos)
      await go(after)
      await booksAgree(t)

      await conclude(orderId)
      await booksAgree(t)
      const { status, owed } = await stateOf(orderId)
      expect({ ended: wasReturned(status) || isCancelled(status), owed }).toEqual({ ended: true, owed: 0 })
      const balances = Object.entries(await books(t, orderId))
      expect(
        balances.filter(([account]) => !moneyAccounts.includes(account as Account) && !income.has(account)),
      ).toEqual([])
      expect(balances.reduce((sum, [, balance]) => sum + balance, 0)).toBe(0)
    }),
    { numRuns: HISTORIES, seed: 20261120 },
  )
  // The histories went somewhere: each way of moving money was taken.
  const moves: readonly Name[] = [
    'collect',
    'payDeposit',
    'waiveDeposit',
    'charge',
    'deduct',
    'release',
    'cancel',
    'payBack',
  ]
  expect(moves.filter((name) => !done.has(name))).toEqual([])
})

it('finds what does not add up', async () => {
  t.clock.set(TEST_NOW)
  const { orderId, orderNo } = await book(t, w)
  await attempts.payDeposit(orderId, 5)
  await attempts.collect(orderId, 50)
  await booksAgree(t)
  const broken = async (statement: string) => {
    await t.root.query('begin')
    await t.root.query(statement, [orderId])
    // As `check:money` looks: the role that sees every merchant and may change nothing.
    await t.root.query('set local role definer')
    const found = await moneyFaults(t)
    await t.root.query('rollback')
    expect(found.every((difference) => difference.orderNo === orderNo)).toBe(true)
    return found.map(({ what, stored, rebuilt }) => [what, stored, rebuilt])
  }
  expect(await broken('update "order" set owed_fen = 1 where id = $1')).toEqual([['待收金额与账簿不一致', 1, 43450]])
  expect(await broken('update "order" set paid_fen = 0 where id = $1')).toEqual([
    ['已收金额与收款、扣款记录不一致', 0, 43450],
    ['已收金额与账簿不一致', 0, 43450],
  ])
  expect(await broken('update "order" set refund_expense_fen = 9 where id = $1')).toEqual([
    ['退款支出与账簿不一致', 9, 0],
  ])
  expect(await broken('update "order" set total_fen = 5 where id = $1')).toEqual([
    ['订单总额与费用明细不一致', 5, 86900],
  ])
  expect(await broken('update deposit set released_fen = 100 where kind = 1 and order_id = $1')).toEqual([
    ['订单在押金额与押金不一致', 500000, 499900],
    ['租车押金账簿余额与在押金额不一致', 300000, 299900],
  ])
  expect(await broken('update deposit set captured_fen = 100 where kind = 2 and order_id = $1')).toEqual([
    ['订单在押金额与押金不一致', 500000, 499900],
    ['违章押金账簿余额与在押金额不一致', 200000, 199900],
    ['押金已扣金额与扣款记录不一致', 100, 0],
    ['押金去向与金额不一致', 1, 2],
  ])
  expect(await broken('update deposit set in_flight_fen = 7 where kind = 2 and order_id = $1')).toEqual([
    ['押金在途金额与退款单不一致', 7, 0],
  ])
  expect(await broken('update "order" set deposit_pay_status = 0 where id = $1')).toEqual([
    ['订单押金支付状态与押金不一致', 0, 2],
  ])
  expect(await broken('update "order" set deposit_status = 3 where id = $1')).toEqual([
    ['订单免押状态与押金不一致', 3, 0],
  ])
  expect(await broken('update "order" set held_deposit_fen = 300000 where id = $1')).toEqual([
    ['订单在押金额与押金不一致', 300000, 500000],
  ])
  expect(await broken(`update "order" set pending_refund = 'failed' where id = $1`)).toEqual([
    ['订单待处理退款与退款单不一致', '退款异常', '无'],
  ])
  expect(await broken('update "order" set rental_free = false where id = $1')).toEqual([
    ['订单可退押金与押金不一致', '无', '租车押金'],
  ])
  expect(await broken(`update "order" set violation_free_at = 'infinity' where id = $1`)).toEqual([
    ['订单可退押金与押金不一致', '租车押金、违章押金 infinity', '租车押金'],
  ])
  expect(await broken('update "order" set rental_free_fen = 1 where id = $1')).toEqual([
    ['订单可退押金金额与押金不一致', 200001, 456550],
  ])
  expect(await broken('update "order" set status = 8 where id = $1')).toEqual([
    ['订单已结束，预收租金未结转', -86900, 0],
  ])
  expect(await broken('update "order" set settle_status = 2 where id = $1')).toEqual([
    ['订单已结清，应收不为零', 43450, 0],
  ])
  const mixed = await broken(
    `with txn as (insert into ledger_txn (merchant_id, journal, idem_key, order_id, posted_on, account_id)
       select merchant_id, 16, 'strange', id, '2026-11-20', 0 from "order" where id = $1 returning *)
     insert into ledger_entry (merchant_id, txn_id, account, debit_fen, credit_fen, order_id)
     select merchant_id, id, account, debit, credit, order_id from txn,
       (values ('deposit_liability_rental', 5, 0), ('rent_income', 0, 5)) as line (account, debit, credit)`,
  )
  expect(mixed).toEqual([
    ['租车押金账簿余额与在押金额不一致', 299995, 300000],
    ['凭证 strange 的押金记入了其他科目', 5, 0],
    ['押金扣款 strange 与凭证不符（deposit_liability_rental）', 5, 0],
    ['押金扣款 strange 与凭证不符（rent_income）', -5, 0],
  ])
  expect(await broken('update "order" set refunding_fen = 9 where id = $1')).toEqual([
    ['在途退款与退款记录不一致', 9, 0],
  ])
  const beyond = `insert into payment (merchant_id, order_id, ref_type, pay_kind, pay_mode, pay_way, amount_fen, direction, status, out_trade_no)
     select merchant_id, id, 'settlement', ${payKind.settlement}, ${payMode.offlineOut}, ${payWay.cash}, 100, 'out', ${paymentStatus.waiting}, 'R9'
       from "order" where id = $1`
  expect(await broken(beyond)).toEqual(
    expect.arrayContaining([
      ['在途退款与退款记录不一致', 0, 100],
      ['退款 R9 超过当时可退金额', 100, -43450],
      ['订单待处理退款与退款单不一致', '无', '线下退款'],
    ]),
  )
  const negative = await broken(
    `with txn as (insert into ledger_txn (merchant_id, journal, idem_key, order_id, posted_on, account_id)
       select merchant_id, 10, 'beyond', id, '2026-11-20', 0 from "order" where id = $1 returning *)
     insert into ledger_entry (merchant_id, txn_id, account, debit_fen, credit_fen, order_id)
     select merchant_id, id, account, debit, credit, order_id from txn,
       (values ('unearned', 86901, 0), ('penalty_income', 0, 86901)) as line (account, debit, credit)`,
  )
  expect(negative).toContainEqual(['租金及服务收入为负', -1, 0])
  expect((await broken('update payment set refunded_fen = 3 where pay_kind = 1 and order_id = $1'))[0]?.[1]).toBe(3)
})
