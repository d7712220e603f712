import { contract } from '@cheyi/contract/index'
import { payKind, payMode, payWay } from '@cheyi/domain/money/payment/codes'
import { type Entry, paymentEntry, reversalEntry } from '@cheyi/domain/money/payment/ledger'
import { describe, expect, it } from 'vitest'
import { lockOrder } from '../../booking/order/actions.ts'
import { inContext } from '../../testing/context.ts'
import { uploadPhotos } from '../../testing/upload.ts'
import { book, books, moneyFaults, pickUp } from '../../testing/world/bookings.ts'
import { payDeposits } from '../../testing/world/handover.ts'
import { owner, sharedMerchant, t, w } from '../../testing/world/merchant.ts'
import { accrueMonth, post } from './actions.ts'

/*
 * An adjusting entry cannot hide: the code refuses to lose one, the database to take one in afterwards, and the check finds
 * what got in all the same.
 */

sharedMerchant({ cars: 60 })

/** An order with a receipt of 500.00 in cash, both deposits, and 100.00 deducted for what is still owed. */
async function order(): Promise<string> {
  const { orderId } = await book(t, w)
  await payDeposits(t, w, orderId)
  const rent = { orderId, payKind: payKind.rent, amount: 50_000, payWay: payWay.cash }
  await t.call(contract.payment.collect, rent, owner())
  await pickUp(t, w, orderId)
  await t.call(
    contract.deposit.deduct,
    {
      orderId,
      kind: 1,
      lines: [{ code: 'order', amount: 10_000 }],
      mode: payMode.offlineDeduct,
      reason: '抵租金',
      photoIds: await uploadPhotos(t, 'deposit', 1, w.tokens.owner),
    },
    owner(),
  )
  return orderId
}

describe('a key that was posted before', () => {
  const entry = (fen: number): Entry => paymentEntry('777', fen, payWay.cash)

  it('is the same entry again, or fails', async () => {
    const [one, other] = [await book(t, w), await book(t, w)]
    const posting = (orderId: string, fen: number) => inContext(t, w, 'owner', (ctx) => post(ctx, orderId, entry(fen)))
    await posting(one.orderId, 100)
    await posting(one.orderId, 100)
    expect((await books(t, one.orderId)).cash_on_hand).toBe(100)
    await expect(posting(one.orderId, 101)).rejects.toThrow('J2:777 was posted before and says something else now')
    await expect(posting(other.orderId, 100)).rejects.toThrow('J2:777 was posted before')
    expect((await books(t, one.orderId)).cash_on_hand).toBe(100)
  })

  it('of two at once with other amounts one fails', async () => {
    const { orderId } = await book(t, w)
    const posting = (fen: number) =>
      inContext(t, w, 'owner', (ctx) => post(ctx, orderId, paymentEntry('778', fen, payWay.cash)))
    const both = await Promise.allSettled([posting(100), posting(200)])
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  })
})

describe('the database', () => {
  const insert = `insert into ledger_entry (txn_id, account, debit_fen, credit_fen, order_id)
    values ($1, 'cash_on_hand', 5, 0, $2), ($1, 'rent_income', 0, 5, $2)`

  it('takes no entry for a transaction of the books that was written before', async () => {
    const orderId = await order()
    const { rows } = await t.root.query('select id from ledger_txn where order_id = $1 order by id', [orderId])
    await expect(inContext(t, w, 'owner', (ctx) => ctx.query(insert, [rows[0].id, orderId]))).rejects.toThrow(
      'was written before and takes no more entries',
    )
    // Not even one that says that it is new.
    const pretended = inContext(t, w, 'owner', async (ctx) => {
      const [txn] = await ctx.query<{ id: string; writtenIn: string; now: string }>(
        `insert into ledger_txn (journal, idem_key, order_id, posted_on, written_in)
         values (9, 'pretended', $1, '2026-11-20', '1') returning id, written_in::text, pg_current_xact_id()::text as now`,
        [orderId],
      )
      expect(txn!.writtenIn).toBe(txn!.now)
      await ctx.query(insert, [txn!.id, orderId])
    })
    await pretended
  })

  it('takes no entry that names another order than its transaction', async () => {
    const [orderId, other] = [await order(), await order()]
    const strange = inContext(t, w, 'owner', async (ctx) => {
      const [txn] = await ctx.query<{ id: string }>(
        `insert into ledger_txn (journal, idem_key, order_id, posted_on) values (9, 'strange', $1, '2026-11-20') returning id`,
        [orderId],
      )
      await ctx.query(insert, [txn!.id, other])
    })
    await expect(strange).rejects.toThrow('names another order')
  })
})

describe('the check finds', () => {
  /** Plants a fault as nobody but the owner of the database can, looks, and takes it back. */
  async function planted(
    orderIds: readonly string[],
    ...statements: readonly (readonly [string, readonly unknown[]])[]
  ): Promise<string[]> {
    const { rows: orders } = await t.root.query('select order_no from "order" where id = any ($1)', [orderIds])
    const nos = new Set(orders.map((row) => row.orderNo))
    await t.root.query('begin')
    try {
      await t.root.query('set local session_replication_role = replica')
      for (const [text, values] of statements) {
        const { rowCount } = await t.root.query(text, [...values])
        expect(rowCount).toBeGreaterThan(0)
      }
      await t.root.query('set local role definer')
      const found = await moneyFaults(t)
      return found.filter(({ orderNo }) => nos.has(orderNo!)).map(({ what }) => what.replace(/\d{3,}/g, '#'))
    } finally {
      await t.root.query('rollback')
    }
  }
  const payment = `order_id = $1 and pay_kind = ${payKind.rent}`
  const entryOf = (journal: number) =>
    `txn_id = (select id from ledger_txn where order_id = $1 and journal = ${journal} order by id limit 1)`

  it('nothing where all is well', async () => {
    expect(await planted([await order(), await order()])).toEqual([])
  })

  it.each([
    [
      'a payment without its entry',
      `with e as (delete from ledger_entry where ${entryOf(2)}) delete from ledger_txn where order_id = $1 and journal = 2`,
      ['收退款 # 与凭证不符（cash_on_hand）', '收退款 # 与凭证不符（customer_receivable）'],
    ],
    [
      'a payment of another amount',
      `update payment set amount_fen = amount_fen - 1 where ${payment}`,
      ['收退款 # 与凭证不符（cash_on_hand）', '收退款 # 与凭证不符（customer_receivable）'],
    ],
    [
      'a payment by another way',
      `update payment set pay_way = ${payWay.platform} where ${payment}`,
      ['收退款 # 与凭证不符（cash_on_hand）', '收退款 # 与凭证不符（platform_clearing）'],
    ],
    [
      'an entry on another account',
      `update ledger_entry set account = 'bank' where ${entryOf(2)} and account = 'cash_on_hand'`,
      ['收退款 # 与凭证不符（bank）', '收退款 # 与凭证不符（cash_on_hand）', '现金余额与按支付方式的收退款不一致'],
    ],
    [
      'a payment that did not succeed and is in the books',
      `update payment set status = 4 where ${payment}`,
      ['收退款 # 与凭证不符（cash_on_hand）'],
    ],
    [
      'a deduction of another amount',
      'update deposit_deduction set amount_fen = amount_fen + 1 where order_id = $1',
      ['押金扣款 # 与凭证不符（customer_receivable）', '押金扣款 # 与凭证不符（deposit_liability_rental）'],
    ],
    [
      'a deduction that took another deposit',
      `update ledger_entry set account = 'deposit_liability_violation' where ${entryOf(16)} and debit_fen > 0`,
      ['押金扣款 # 与凭证不符（deposit_liability_violation）', '押金扣款 # 与凭证不符（deposit_liability_rental）'],
    ],
    [
      'money that no payment brought',
      `with txn as (insert into ledger_txn (merchant_id, journal, idem_key, order_id, posted_on, account_id)
         select merchant_id, 2, 'J2:999999999', id, '2026-11-20', 0 from "order" where id = $1 returning *)
       insert into ledger_entry (merchant_id, txn_id, account, debit_fen, credit_fen, order_id)
       select merchant_id, id, account, debit, credit, order_id from txn,
         (values ('cash_on_hand', 5, 0), ('rent_income', 0, 5)) as line (account, debit, credit)`,
      ['现金余额与按支付方式的收退款不一致'],
    ],
    [
      'what was slipped into an old transaction',
      `insert into ledger_entry (merchant_id, txn_id, account, debit_fen, credit_fen, order_id)
       select merchant_id, id, account, debit, credit, order_id from ledger_txn,
         (values ('cash_on_hand', 5, 0), ('rent_income', 0, 5)) as line (account, debit, credit)
        where order_id = $1 and journal = 2`,
      [
        '收退款 # 与凭证不符（cash_on_hand）',
        '收退款 # 与凭证不符（rent_income）',
        '现金余额与按支付方式的收退款不一致',
      ],
    ],
    [
      'a hold that says what the amounts do not',
      'update deposit set hold_status = 3 where order_id = $1 and kind = 1',
      ['押金去向与金额不一致'],
    ],
  ])('%s', async (_, statement, expected) => {
    const orderId = await order()
    const found = await planted([orderId], [statement, [orderId]])
    expect(found).toEqual(expect.arrayContaining(expected))
  })

  it('an entry under another order, on both sides', async () => {
    const [orderId, other] = [await order(), await order()]
    const moved = `update ledger_entry set order_id = $2 where ${entryOf(2)}`
    expect(await planted([orderId, other], [moved, [orderId, other]])).toEqual(
      expect.arrayContaining([
        '收退款 # 与凭证不符（cash_on_hand）',
        '现金余额与按支付方式的收退款不一致',
        '凭证 J2:# 的分录记在其他订单',
      ]),
    )
  })
})

describe('what was undone', () => {
  it('counts no more among what was earned', async () => {
    const at = (text: string) => Date.parse(`${text}T10:00:00+08:00`)
    const { orderId, total } = await book(t, w, { trip: { pickupAt: at('2026-11-28'), returnAt: at('2026-12-03') } })
    await pickUp(t, w, orderId)
    await inContext(t, w, 'owner', async (ctx) => {
      const locked = await lockOrder(ctx, orderId)
      await accrueMonth(ctx, locked, '2026-11')
      // Whoever comes second finds it done, whatever changed meanwhile.
      await accrueMonth(ctx, locked, '2026-11')
    })
    const november = -(await books(t, orderId)).rent_income!
    expect(november).toBeGreaterThan(0)
    const { rows } = await t.root.query(
      `select t.id, t.idem_key as key, e.account, e.debit_fen as debit, e.credit_fen as credit
         from ledger_txn t join ledger_entry e on e.txn_id = t.id where t.order_id = $1 and t.journal = 8`,
      [orderId],
    )
    const lines = rows.map((row) => ({
      account: row.account,
      debitFen: Number(row.debit),
      creditFen: Number(row.credit),
    }))
    await inContext(t, w, 'owner', async (ctx) => {
      await post(ctx, orderId, reversalEntry({ idemKey: rows[0].key, lines }), { reversesTxnId: rows[0].id })
      await accrueMonth(ctx, await lockOrder(ctx, orderId), '2026-12')
    })
    // December has earned all of it, November's part too: nothing of the order's rent is left or counted twice.
    const { rent_income: rent, unearned } = await books(t, orderId)
    expect(-rent! - (unearned ?? 0)).toBe(total)
    expect(-rent!).toBeGreaterThan(november)
    const { rows: items } = await t.root.query(
      `select sum(amount_fen)::int as rent from order_item where order_id = $1 and item_type = 0 and status = 'active'`,
      [orderId],
    )
    expect(-rent!).toBe(items[0].rent)
  })
})
