import { contract } from '@cheyi/contract/index'
import { payKind, payWay } from '@cheyi/domain/money/payment/codes'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { lockOrder } from '../../booking/order/actions.ts'
import { bulk } from '../../bulk.ts'
import { newClient } from '../../kernel/db/pools.ts'
import { readTables } from '../../outside/table/tables.ts'
import { workOff } from '../../platform/job/runner.ts'
import { TEST_NOW, type TestApp, testApp } from '../../testing/app.ts'
import { inContext } from '../../testing/context.ts'
import { inTheEnd } from '../../testing/in-the-end.ts'
import { runDue, runMerchants } from '../../testing/jobs.ts'
import { book, moneyFaults, pickUp, weekend } from '../../testing/world/bookings.ts'
import { driveLong, saveLongPrices } from '../../testing/world/long.ts'
import { openOnlinePay } from '../../testing/world/online.ts'
import { makeWorld, type World } from '../../testing/world/world.ts'
import { accrueMonth } from '../payment/actions.ts'

/* Months of the books are closed for good: a merchant of its own for each test. */

let t: TestApp
let w: World

beforeAll(async () => {
  t = await testApp()
})
afterAll(async () => {
  expect(await found()).toEqual([])
  await t.close()
})
const found = () => moneyFaults(t)
beforeEach(async () => {
  t.clock.set(TEST_NOW)
  w = await makeWorld(t, { cars: 10 })
})

const at = (text: string) => Date.parse(`${text}+08:00`)
const owner = () => ({ token: w.tokens.owner })
const { closing } = contract
const state = () => t.call(closing.state, {}, owner())
const close = (month: string) => t.send(closing.close, { month }, owner())

/** An entry that somebody posts by hand on a day. */
const POST = `with txn as (insert into ledger_txn (merchant_id, journal, idem_key, posted_on, account_id) values ($1, 23, $2, $3, 0) returning id)
  insert into ledger_entry (merchant_id, txn_id, account, debit_fen, credit_fen)
  select $1, txn.id, l.account, l.debit, l.credit
    from txn, (values ($4, $6::bigint, 0::bigint), ($5, 0, $6)) as l (account, debit, credit)`
const postOn = (
  day: string,
  key: string,
  { client = t.root, merchantId = w.merchantId, debit = 'bank', credit = 'cash_float', fen = 100 } = {},
) => client.query(POST, [merchantId, key, day, debit, credit, fen])

/** November is closed before its time, past every check. */
async function closeBehindEverybody(client = t.root): Promise<void> {
  await client.query(`set session_replication_role = replica`)
  await client.query(`insert into closed_month (merchant_id, month, closed_by) values ($1, '2026-11-01', 0)`, [
    w.merchantId,
  ])
  await client.query(`set session_replication_role = origin`)
  await client.query(`select fill_trial_balance($1, '2026-11-01')`, [w.merchantId])
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
  expect(await state()).toEqual({ next: null, closed: [], bridged: [] })
  t.clock.set(at('2026-12-01T00:00:00'))
  expect(await state()).toMatchObject({
    next: { month: '2026-11', from: '2026-11', closableAt: at('2026-12-02T00:00:00'), open: [] },
  })
  expect(await close('2026-11')).toMatchObject({ errorCode: -2 })
  // Too early or twice is said as such, not as somebody else's change.
  expect(await close('2026-12')).toMatchObject({ errorCode: -2, message: expect.stringContaining('还没有结束') })
  for (const month of ['2026-13', '2026-00', '2026/11'])
    expect(await close(month)).toMatchObject({ errorCode: -2, message: expect.stringContaining(month) })
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
  await postOn('2026-11-30', 'J23:other', { merchantId: other.merchantId })
  expect(await close('2026-11')).toMatchObject({ errorCode: -2, message: expect.stringContaining('已经结账') })
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
  await t.call(contract.cashShift.open, { storeId: w.stores.hongqiao, opening: 0, reason: '备用金' }, owner())
  t.clock.set(weekend.pickupAt)
  await pickUp(t, w, orderId)
  t.clock.set(at('2026-12-03T09:00:00'))
  // The car did not come back: it earned until the month's end.
  await t.root.query(`update "order" set return_at = '2026-12-05 18:00+08' where id = $1`, [orderId])
  const open = async () => Object.fromEntries((await state()).next!.open.map(({ kind, count }) => [kind, count]))
  // The contracts are of the 20th: eleven days each.
  expect(await open()).toEqual({ rentNotEarned: 1, openShifts: 1, uncomparedBills: 22 })
  expect(await close('2026-11')).toMatchObject({ errorCode: -2, message: expect.stringContaining('未完成事项') })

  await runDue(t, 'monthEnd')
  const { shift } = await t.call(contract.cashShift.state, {}, owner())
  const counts = shift!.lines.map(({ way, expected }) => ({ way, expected, counted: expected }))
  await t.call(contract.cashShift.close, { id: shift!.id, counts }, owner())
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
  expect(await open()).toEqual({ billDifferences: 1 })
  await t.root.query(`delete from bill_difference where bill_id = $1`, [rows[0].id])
  await t.root.query(`update pay_bill set state = 2 where id = $1`, [rows[0].id])
  expect(await close('2026-11')).toMatchObject({ success: true })
})

it('waits for the month of a long rental, which is billed by rows', async () => {
  await t.root.query('update service_item set enabled = false where merchant_id = $1', [w.merchantId])
  await saveLongPrices(t, w)
  await driveLong(t, w, { pickupAt: at('2026-11-25T10:00:00'), termMonths: 3 })
  t.clock.set(at('2026-12-02T09:00:00'))
  expect((await state()).next!.open).toMatchObject([
    { kind: 'rentNotEarned', count: 1, mayAccept: false, hinders: true },
  ])
  expect(await close('2026-11')).toMatchObject({ errorCode: -2 })
  await runDue(t, 'monthEnd')
  expect((await state()).next!.open).toEqual([])
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
    inTheEnd(async () => {
      const { rows } = await t.root.query(
        `select 1 from pg_stat_activity where wait_event_type = 'Lock' and wait_event = 'advisory'`,
      )
      expect(rows).not.toEqual([])
    })

  it('waits for what is under way, which is in the month then', async () => {
    await paid()
    t.clock.set(at('2026-12-02T09:00:00'))
    await inClient(async (client) => {
      await postOn('2026-11-30', 'J23:under-way', { client })
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
        const refused = expect(postOn('2026-11-30', 'J23:too-late', { client: poster })).rejects.toMatchObject({
          code: 'CY001',
        })
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
    expect(answers.map(({ errorCode }) => errorCode).toSorted((a, b) => a - b)).toEqual([-2, -2, 0])
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

describe('试算平衡表', () => {
  const balance = (month?: string) => t.call(closing.balance, { month }, owner())
  /** Opening, debits, credits and closing of each account. */
  const figures = async (month: string) =>
    Object.fromEntries(
      (await balance(month)).list.map((line) => [line.account, [line.opening, line.debit, line.credit, line.closing]]),
    )

  it('says of each closed month what its accounts began with, took, gave and ended with', async () => {
    await postOn('2026-10-05', 'J23:october', { fen: 30_000 })
    await paid()
    await postOn('2026-11-30', 'J23:november', { debit: 'payment_fee', credit: 'bank', fen: 4_000 })
    expect(await balance()).toMatchObject({ month: '2026-11', open: true, months: ['2026-11', '2026-10'] })
    t.clock.set(at('2026-12-02T09:00:00'))
    expect(await close('2026-11')).toMatchObject({ success: true })

    const november = await figures('2026-11')
    const total = november.unearned![2]!
    expect(await figures('2026-10')).toEqual({ bank: [0, 30_000, 0, 30_000], cash_float: [0, 0, 30_000, -30_000] })
    expect(november).toEqual({
      cash_on_hand: [0, total, 0, total],
      bank: [30_000, 0, 4_000, 26_000],
      customer_receivable: [0, total, total, 0],
      cash_float: [-30_000, 0, 0, -30_000],
      unearned: [0, 0, total, -total],
      payment_fee: [0, 4_000, 0, 4_000],
    })
    // What the pages of finance say of the same month.
    const period: [string, string] = ['2026-11-01', '2026-11-30']
    expect((await t.call(contract.payment.takings, { period }, owner())).total.collected).toBe(total)
    const movements = async (account: 'cash_on_hand' | 'bank') =>
      (await t.call(contract.payment.flowList, { period, account }, owner())).list.map(({ amount }) => amount)
    expect(await movements('cash_on_hand')).toEqual([total])
    expect(await movements('bank')).toEqual([])

    // Put right in the open month: what is closed stays as it left the house.
    await postOn('2026-12-02', 'J21:J23:november', { debit: 'bank', credit: 'payment_fee', fen: 4_000 })
    t.clock.set(at('2027-01-02T09:00:00'))
    expect(await close('2026-12')).toMatchObject({ success: true })
    expect(await figures('2026-11')).toEqual(november)
    expect(await figures('2026-12')).toMatchObject({
      bank: [26_000, 4_000, 0, 30_000],
      payment_fee: [4_000, 0, 4_000, 0],
      customer_receivable: [0, 0, 0, 0],
    })
    expect((await balance()).months).toEqual(['2027-01', '2026-12', '2026-11', '2026-10'])
    // The month that runs begins with what the last one ended with.
    expect((await figures('2027-01')).bank).toEqual([30_000, 0, 0, 30_000])
    expect(await t.send(closing.balance, { month: '2027-02' }, owner())).toMatchObject({ errorCode: -4 })
    expect(await t.send(closing.balance, { month: 'gestern' }, owner())).toMatchObject({ errorCode: -4 })

    const { jobId } = await t.call(closing.balanceExport, { month: '2026-11' }, owner())
    await workOff(t.jobs, bulk)
    const { resultUrl } = await t.call(contract.job.detail, { jobId }, owner())
    const [sheet] = await readTables((await t.app.inject({ url: resultUrl! })).rawPayload, '.xlsx', 100)
    const side = (fen: number) => String(fen / 100)
    expect(sheet!.rows[2]).toEqual(['银行存款', '300', '0', '0', '40', '260', '0'])
    expect(sheet!.rows.at(-2)).toEqual([
      '合计',
      ...['300', '300'],
      ...[side(2 * total + 4_000), side(2 * total + 4_000)],
      ...[side(total + 30_000), side(total + 30_000)],
    ])
  })

  it('is the whole merchant’s: who answers for some stores sees none, another merchant its own', async () => {
    await paid()
    t.clock.set(at('2026-12-02T09:00:00'))
    await close('2026-11')
    const other = await makeWorld(t, { name: '别家租车' })
    expect((await t.call(closing.balance, {}, { token: other.tokens.owner })).months).toEqual([])
    expect(await t.send(closing.balance, { month: '2026-11' }, { token: other.tokens.owner })).toMatchObject({
      errorCode: -4,
    })
    await t.root.query(`update account set store_scope = 1, store_ids = array[$2::bigint] where merchant_id = $1`, [
      w.merchantId,
      w.stores.hongqiao,
    ])
    for (const [call, input] of [
      [closing.balance, {}],
      [closing.balanceExport, { month: '2026-11' }],
    ] as const)
      expect(await t.send(call, input, { token: w.tokens.finance })).toMatchObject({ errorCode: -3 })
  })

  it('never changes, and a change behind everybody is found', async () => {
    await paid()
    t.clock.set(at('2026-12-02T09:00:00'))
    await close('2026-11')
    for (const tamper of ['delete from trial_balance', 'update trial_balance set debit_fen = 0'])
      await expect(t.root.query(tamper)).rejects.toThrow('append-only')
    const behind = async (sql: string) => {
      await t.root.query(`set session_replication_role = replica`)
      await t.root.query(sql, [w.merchantId])
      await t.root.query(`set session_replication_role = origin`)
    }
    const where = `where merchant_id = $1 and account = 'cash_on_hand'`
    await behind(`update trial_balance set debit_fen = debit_fen + 1 ${where}`)
    expect(await found()).toMatchObject([{ what: '2026-11 试算平衡表与凭证不一致（cash_on_hand 借方）' }])
    await behind(`update trial_balance set debit_fen = debit_fen - 1, opening_fen = 5 ${where}`)
    expect(await found()).toMatchObject([
      { what: '2026-11 期初余额与上月期末不一致（cash_on_hand）', stored: 5, rebuilt: 0 },
    ])
    await behind(`update trial_balance set opening_fen = 0 ${where}`)
  })

  it('of any books: debits are credits, balances come to zero, and a month begins as the one before ended', async () => {
    const names = ['bank', 'cash_on_hand', 'unearned', 'customer_receivable', 'rent_income', 'payment_fee']
    const posting = fc.record({
      month: fc.integer({ min: 7, max: 11 }),
      sides: fc.shuffledSubarray(names, { minLength: 2, maxLength: 2 }),
      fen: fc.integer({ min: 1, max: 100_000_000 }),
    })
    let merchantId = 9_000_000_000_000
    await t.root.query(`set app.now = '2026-12-02 09:00+08'`)
    await fc.assert(
      fc.asyncProperty(fc.array(posting, { minLength: 1, maxLength: 12 }), fc.boolean(), async (postings, inTurn) => {
        merchantId++
        const id = String(merchantId)
        for (const [n, { month, sides, fen }] of postings.entries())
          await postOn(`2026-${String(month).padStart(2, '0')}-15`, `J23:${n}`, {
            merchantId: id,
            debit: sides[0],
            credit: sides[1],
            fen,
          })
        for (const month of inTurn ? ['2026-09-01', '2026-11-01'] : ['2026-11-01'])
          await t.root.query(`insert into closed_month (merchant_id, month, closed_by) values ($1, $2, 0)`, [id, month])
        const { rows } = await t.root.query(
          `select extract(month from month)::int as month, account, opening_fen, debit_fen, credit_fen, closing_fen
             from trial_balance where merchant_id = $1`,
          [id],
        )
        const first = Math.min(...postings.map(({ month }) => month))
        for (let month = first; month <= 11; month++) {
          const until = postings.filter((one) => one.month <= month)
          const here = rows.filter((row) => row.month === month)
          const sum = (of: typeof postings, side: 0 | 1, name: string) =>
            of.filter(({ sides }) => sides[side] === name).reduce((all, { fen }) => all + fen, 0)
          expect(here.map(({ account }) => account).toSorted()).toEqual(
            [...new Set(until.flatMap(({ sides }) => sides))].toSorted(),
          )
          for (const row of here) {
            const before = rows.find((one) => one.month === month - 1 && one.account === row.account)
            const now = until.filter((one) => one.month === month)
            expect(Number(row.openingFen)).toBe(Number(before?.closingFen ?? 0))
            expect(Number(row.debitFen)).toBe(sum(now, 0, row.account))
            expect(Number(row.creditFen)).toBe(sum(now, 1, row.account))
            expect(Number(row.closingFen)).toBe(sum(until, 0, row.account) - sum(until, 1, row.account))
          }
          const all = (column: string) => here.reduce((fen, row) => fen + Number(row[column]), 0)
          expect(all('debitFen')).toBe(all('creditFen'))
          expect([all('openingFen'), all('closingFen')]).toEqual([0, 0])
        }
      }),
      { numRuns: 25 },
    )
    await t.root.query(`reset app.now`)
  })
})
