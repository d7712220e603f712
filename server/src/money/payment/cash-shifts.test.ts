import { contract } from '@cheyi/contract/index'
import { flowKind, offlinePayWays, payKind, payWay } from '@cheyi/domain/money/payment/codes'
import { clearingOf } from '@cheyi/domain/money/payment/ledger'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { at } from '../../testing/at.ts'
import { book, books, booksAgree, moneyFaults } from '../../testing/world/bookings.ts'
import { bringBack, handOut, payDeposits } from '../../testing/world/handover.ts'
import { owner, sharedMerchant, t, w } from '../../testing/world/merchant.ts'

/*
 * Each way of payment is an account of its own, whose entries say which cash shift, who and when; a program that names one account
 * for all ways goes on writing.
 */

sharedMerchant({ cars: 60 })
beforeAll(async () => {
  await t.root.query('update merchant set pay_settings = $2 where id = $1', [w.merchantId, { payWays: offlinePayWays }])
})

const inBalance = () => booksAgree(t)
const moneyOf = async (orderId: string) =>
  (
    await t.root.query(
      `select account, (debit_fen - credit_fen)::int as fen, store_id, cashier_id, pay_way, flow_kind, moved_on::text
         from ledger_entry where order_id = $1 and moved_on is not null order by id`,
      [orderId],
    )
  ).rows
const collect = (orderId: string, way: 3 | 4 | 5 | 7, amount: number, by = owner()) =>
  t.call(contract.payment.collect, { orderId, payKind: payKind.rent, amount, payWay: way }, by)

describe('an entry of money', () => {
  it('stands on the account of its way, with its store, who took it and when', async () => {
    const { orderId } = await book(t, w)
    const { rows } = await t.root.query(
      `select o.store_id, a.id from "order" o join account a on a.merchant_id = o.merchant_id and a.name = '测试manager' where o.id = $1`,
      [orderId],
    )
    await collect(orderId, payWay.cash, 10_000, { token: w.tokens.manager })
    await payDeposits(t, w, orderId)
    const [first, ...others] = await moneyOf(orderId)
    expect(first).toEqual({
      account: 'cash_on_hand',
      fen: 10_000,
      storeId: rows[0].storeId,
      cashierId: rows[0].id,
      payWay: payWay.cash,
      flowKind: flowKind.rent,
      movedOn: '2026-11-20',
    })
    expect(others.map((row) => row.flowKind).toSorted()).toEqual([flowKind.rentalDeposit, flowKind.violationDeposit])
    await inBalance()
  })

  it('of a one-way return stays with the store that took it', async () => {
    const returnStoreId = w.stores.pudong
    const trip = { pickupAt: at('11-23T10:00'), returnAt: at('11-25T10:00'), returnStoreId }
    const { orderId } = await handOut(t, w, { trip })
    const before = (await moneyOf(orderId)).length
    await bringBack(t, w, orderId, { at: trip.returnAt, fuelEighths: 4 })
    const settled = (await moneyOf(orderId)).slice(before)
    expect(settled.length).toBeGreaterThan(0)
    expect(settled.map((row) => [row.payWay, row.storeId])).toEqual(settled.map(() => [payWay.cash, returnStoreId]))
    const { list } = await t.call(contract.payment.flowList, { orderId }, owner())
    expect(new Set(list.map((row) => row.storeName))).toEqual(new Set(['虹桥机场店', '浦东机场店']))
    await inBalance()
  })

  it('whatever comes by whatever way: each account holds the sum of its way, and the check agrees', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.constantFrom(...offlinePayWays), fc.integer({ min: 1, max: 9_000 })), {
          minLength: 1,
          maxLength: 6,
        }),
        async (receipts) => {
          const { orderId } = await book(t, w)
          const sums = new Map<string, number>()
          // All at once, as clerks at several counters do.
          await Promise.all(
            receipts.map(([way, fen], i) =>
              collect(orderId, way as 3, fen, { token: i % 2 === 0 ? w.tokens.owner : w.tokens.manager }),
            ),
          )
          for (const [way, fen] of receipts) sums.set(clearingOf(way), (sums.get(clearingOf(way)) ?? 0) + fen)
          const { customer_receivable: _, unearned: __, ...cashShifts } = await books(t, orderId)
          expect(cashShifts).toEqual(Object.fromEntries(sums))
        },
      ),
      { numRuns: 8 },
    )
    await inBalance()
  })
})

/** As superuser, whom no trigger stops where it says so; undone afterwards. */
async function planted(work: () => Promise<void>): Promise<void> {
  await t.root.query('begin')
  try {
    await work()
  } finally {
    await t.root.query('rollback')
  }
}

describe('a program that does not know the ways', () => {
  it('names one account for all of them; the entry is on the right one all the same', async () => {
    const { orderId } = await book(t, w)
    await planted(async () => {
      for (const way of offlinePayWays)
        await t.root.query(
          `with p as (insert into payment (merchant_id, order_id, ref_type, pay_kind, pay_mode, pay_way, amount_fen, direction,
               status, out_trade_no, created_by)
             values ($1, $2, 'order', 1, 2, $3::smallint, 700, 'in', 2, 'old' || $3, 0) returning id)
           insert into ledger_txn (merchant_id, journal, idem_key, order_id, payment_id, posted_on, account_id)
           select $1, 2, 'J2:' || p.id, $2, p.id, '2026-11-20', 0 from p`,
          [w.merchantId, orderId, way],
        )
      await t.root.query(
        `insert into ledger_entry (merchant_id, txn_id, account, debit_fen, credit_fen, order_id)
         select merchant_id, id, account, debit, credit, order_id from ledger_txn,
           (values ('cash_offline', 700, 0), ('customer_receivable', 0, 700)) as line (account, debit, credit)
          where order_id = $1 and payment_id is not null`,
        [orderId],
      )
      expect((await moneyOf(orderId)).map((row) => [row.payWay, row.account])).toEqual(
        offlinePayWays.map((way) => [way, clearingOf(way)]),
      )
    })
  })
})

it.each([
  ['an entry without its store', 'update ledger_entry set store_id = null where', '收退款归属与记录不一致'],
  ['an entry of another way', 'update ledger_entry set pay_way = 4 where', '收退款归属与记录不一致'],
  ['an entry of another day', "update ledger_entry set moved_on = '2026-01-01' where", '收退款归属与记录不一致'],
])('the check finds %s', async (_, statement, what) => {
  const { orderId } = await book(t, w)
  await collect(orderId, payWay.cash, 10_000)
  await planted(async () => {
    await t.root.query('set local session_replication_role = replica')
    await t.root.query(`${statement} order_id = $1 and moved_on is not null`, [orderId])
    const found = await moneyFaults(t)
    expect(found.map((one) => one.what).join()).toContain(what)
  })
})
