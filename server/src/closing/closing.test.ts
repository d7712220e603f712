import { contract } from '@cheyi/contract/index'
import { openPoint } from '@cheyi/domain/closing/month'
import { payKind, payWay } from '@cheyi/domain/payment/codes'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { newClient } from '../kernel/db/pools.ts'
import { lockOrder } from '../order/actions.ts'
import { accrueMonth } from '../payment/actions.ts'
import { differences } from '../payment/differences.ts'
import { TEST_NOW, type TestApp, testApp } from '../testing/app.ts'
import { inContext } from '../testing/context.ts'
import { keepSignedIn, runDue, runMerchants } from '../testing/jobs.ts'
import { book, pickUp, weekend } from '../testing/world/bookings.ts'
import { openOnlinePay } from '../testing/world/online.ts'
import { makeWorld, type World } from '../testing/world/world.ts'

/* Months of the books are closed for good: a merchant of its own for each test. */

let t: TestApp
let w: World

beforeAll(async () => {
  t = await testApp()
})
afterAll(async () => {
  expect(await differences({ query: async (text) => (await t.root.query(String(text))).rows as never })).toEqual([])
  await t.close()
})
beforeEach(async () => {
  t.clock.set(TEST_NOW)
  w = await makeWorld(t, { cars: 10 })
  await keepSignedIn(t)
})

const at = (text: string) => Date.parse(`${text}+08:00`)
const owner = () => ({ token: w.tokens.owner })
const { closing } = contract
const state = () => t.call(closing.state, {}, owner())
const close = (month: string) => t.send(closing.close, { month }, owner())

/** An entry that somebody posts by hand on a day. */
const POST = `with txn as (insert into ledger_txn (merchant_id, journal, idem_key, posted_on, account_id) values ($1, 23, $2, $3, 0) returning id)
  insert into ledger_entry (merchant_id, txn_id, account, debit_fen, credit_fen)
  select $1, txn.id, l.account, l.debit, l.credit from txn, (values ('bank', 100, 0), ('till_float', 0, 100)) as l (account, debit, credit)`
const postOn = (day: string, key: string, client = t.root) => client.query(POST, [w.merchantId, key, day])

/** November is closed before its time, past every check. */
async function closeBehindEverybody(client = t.root): Promise<void> {
  await client.query(`set session_replication_role = replica`)
  await client.query(`insert into closed_month (merchant_id, month, closed_by) values ($1, '2026-11-01', 0)`, [
    w.merchantId,
  ])
  await client.query(`set session_replication_role = origin`)
}

async function paid() {
  const { orderId, total } = await book(t, w)
  await t.call(
    contract.payment.collect,
    { orderId, payKind: payKind.rent, amount: total, payWay: payWay.cash },
    owner(),
  )
  return orderId
}

it('closes what is over, a day after its end, and nothing is posted into it or before it ever after', async () => {
  await paid()
  expect(await state()).toEqual({ next: null, closed: [] })
  t.clock.set(at('2026-12-01T00:00:00'))
  expect(await state()).toMatchObject({
    next: { month: '2026-11', from: '2026-11', closableAt: at('2026-12-02T00:00:00'), open: [] },
  })
  expect(await close('2026-11')).toMatchObject({ errorCode: -2 })
  expect(await close('2026-12')).toMatchObject({ errorCode: -5 })
  t.clock.set(at('2026-12-02T09:00:00'))
  expect(await t.send(closing.close, { month: '2026-11' }, { token: w.tokens.clerk })).toMatchObject({ errorCode: -3 })
  expect(await close('2026-11')).toMatchObject({ success: true, data: { month: '2026-11' } })
  expect(await state()).toMatchObject({
    next: null,
    closed: [{ month: '2026-11', closedAt: at('2026-12-02T09:00:00') }],
  })

  await expect(postOn('2026-11-30', 'J23:late')).rejects.toMatchObject({ code: 'CY001' })
  await expect(postOn('2026-03-01', 'J23:long-ago')).rejects.toMatchObject({ code: 'CY001' })
  await postOn('2026-12-01', 'J23:in-time')
  for (const tamper of ['delete from closed_month', `update closed_month set month = '2026-10-01'`])
    await expect(t.root.query(tamper)).rejects.toThrow('stays closed')
  // Another merchant's books are open.
  const other = await makeWorld(t, { name: '别家租车' })
  await t.root.query(POST, [other.merchantId, 'J23:other', '2026-11-30'])
  expect(await close('2026-11')).toMatchObject({ errorCode: -5 })
})

it('tells whoever closes months of one that can be closed, once a week until it is', async () => {
  await paid()
  const weeks = async () =>
    (
      await t.root.query(
        `select distinct n.ref from notification n
          where n.ref like 'closing/%' and n.merchant_id = $1 order by 1`,
        [w.merchantId],
      )
    ).rows.map(({ ref }) => ref)
  for (const [now, told] of [
    ['2026-12-01T23:00:00', []],
    ['2026-12-02T08:30:00', ['closing/2026-11/0']],
    ['2026-12-03T08:30:00', ['closing/2026-11/0']],
    ['2026-12-09T08:30:00', ['closing/2026-11/0', 'closing/2026-11/1']],
  ] as const) {
    t.clock.set(at(now))
    await runMerchants(t, 'monthToClose')
    expect(await weeks()).toEqual(told)
  }
  expect(await close('2026-11')).toMatchObject({ success: true })
  t.clock.set(at('2026-12-16T08:30:00'))
  await runMerchants(t, 'monthToClose')
  expect(await weeks()).toHaveLength(2)
})

it('says what is open, each until it is dealt with', async () => {
  const orderId = await paid()
  const simulator = await openOnlinePay(t, w)
  await t.call(contract.till.open, { storeId: w.stores.hongqiao, opening: 0, reason: '备用金' }, owner())
  t.clock.set(weekend.pickupAt)
  await pickUp(t, w, orderId)
  t.clock.set(at('2026-12-03T09:00:00'))
  // The car did not come back: it earned until the month's end.
  await t.root.query(`update "order" set return_at = '2026-12-05 18:00+08' where id = $1`, [orderId])
  const open = async () => Object.fromEntries((await state()).next!.open.map(({ kind, count }) => [kind, count]))
  // The contracts are of the 20th: eleven days each.
  expect(await open()).toEqual({ [openPoint.accruals]: 1, [openPoint.shifts]: 1, [openPoint.bills]: 22 })
  expect(await close('2026-11')).toMatchObject({ errorCode: -2, message: expect.stringContaining('未完成事项') })

  await runDue(t, 'monthEnd')
  const { shift } = await t.call(contract.till.state, {}, owner())
  const counts = shift!.lines.map(({ way, expected }) => ({ way, expected, counted: expected }))
  await t.call(contract.till.close, { id: shift!.id, counts }, owner())
  await simulator.fail('none')
  t.clock.set(at('2026-12-03T15:00:00'))
  await runMerchants(t, 'bills')
  expect(await open()).toEqual({})
  const { rows } = await t.root.query(`select id from pay_bill where merchant_id = $1 and day = '2026-11-30' limit 1`, [
    w.merchantId,
  ])
  await t.root.query(`update pay_bill set state = 3 where id = $1`, [rows[0].id])
  const insert = `insert into bill_difference (merchant_id, bill_id, kind, line_kind, out_no) values ($1, $2, 1, 1, 'X') returning id`
  await t.root.query(insert, [w.merchantId, rows[0].id])
  expect(await open()).toEqual({ [openPoint.differences]: 1 })
  await t.root.query(`delete from bill_difference where bill_id = $1`, [rows[0].id])
  await t.root.query(`update pay_bill set state = 2 where id = $1`, [rows[0].id])
  expect(await close('2026-11')).toMatchObject({ success: true })
})

describe('beside a posting', () => {
  const inClient = async <T>(work: (client: ReturnType<typeof newClient>) => Promise<T>): Promise<T> => {
    const client = newClient({ connectionString: t.database.migratorUrl })
    await client.connect()
    try {
      await client.query('begin')
      return await work(client)
    } finally {
      await client.end()
    }
  }
  const waiting = () =>
    vi.waitFor(async () => {
      const { rows } = await t.root.query(
        `select 1 from pg_stat_activity where wait_event_type = 'Lock' and wait_event = 'advisory'`,
      )
      expect(rows).not.toEqual([])
    })

  it('waits for what is under way, which is in the month then', async () => {
    await paid()
    t.clock.set(at('2026-12-02T09:00:00'))
    await inClient(async (client) => {
      await postOn('2026-11-30', 'J23:under-way', client)
      const closed = close('2026-11')
      await waiting()
      await client.query('commit')
      expect(await closed).toMatchObject({ success: true })
    })
    const { rows } = await t.root.query(
      `select posted_on::text as day from ledger_txn where merchant_id = $1 and idem_key = 'J23:under-way'`,
      [w.merchantId],
    )
    expect(rows).toEqual([{ day: '2026-11-30' }])
  })

  it('is waited for: what comes meanwhile is too late for the closed month', async () => {
    await paid()
    t.clock.set(at('2026-12-02T09:00:00'))
    await inClient((closer) =>
      inClient(async (poster) => {
        await closer.query(`select pg_advisory_xact_lock(hashtextextended('books', $1))`, [w.merchantId])
        const refused = expect(postOn('2026-11-30', 'J23:too-late', poster)).rejects.toMatchObject({ code: 'CY001' })
        await waiting()
        await closeBehindEverybody(closer)
        await closer.query('commit')
        await refused
      }),
    )
  })

  it('with a clock that is behind is refused, as old, and the same goes through at the right time', async () => {
    const { orderId, total } = await book(t, w)
    await closeBehindEverybody()
    const cash = { orderId, payKind: payKind.rent, amount: total, payWay: payWay.cash }
    expect(await t.send(contract.payment.collect, cash, owner())).toMatchObject({ errorCode: -5, httpStatus: 200 })
    t.clock.set(at('2026-12-02T09:00:00'))
    await t.call(contract.payment.collect, cash, owner())
  })

  it('two who close at once close it once', async () => {
    await paid()
    t.clock.set(at('2026-12-02T09:00:00'))
    const answers = await Promise.all([close('2026-11'), close('2026-11'), close('2026-11')])
    expect(answers.map(({ errorCode }) => errorCode).toSorted((a, b) => a - b)).toEqual([-5, -5, 0])
  })
})

it('what was not earned in time is earned with the next month', async () => {
  const orderId = await paid()
  t.clock.set(weekend.pickupAt)
  await pickUp(t, w, orderId)
  await t.root.query(`update "order" set return_at = '2027-01-05 18:00+08' where id = $1`, [orderId])
  await closeBehindEverybody()
  const accrue = (month: string) =>
    inContext(t, w, 'owner', async (ctx) => accrueMonth(ctx, await lockOrder(ctx, orderId), month))
  t.clock.set(at('2026-12-05T09:00:00'))
  await accrue('2026-11')
  t.clock.set(at('2027-01-01T09:00:00'))
  await accrue('2026-12')
  const { rows } = await t.root.query(
    `select posted_on::text as day from ledger_txn where order_id = $1 and journal = 8`,
    [orderId],
  )
  expect(rows).toEqual([{ day: '2026-12-31' }])
})
