import { contract } from '@cheyi/contract/index'
import { orderKind, orderStatuses, sources } from '@cheyi/domain/booking/order/codes'
import { kindsCountedAt } from '@cheyi/domain/platform/pending-work/kinds'
import { planDue } from '@cheyi/domain/rental/instalment/codes'
import { addDays, HOUR, localDate, startOfDate } from '@cheyi/domain/time'
import fc from 'fast-check'
import { beforeAll, expect, it, vi } from 'vitest'
import { asMerchant } from '../../../kernel/enter.ts'
import { createStaff } from '../../../platform/merchant/provision.ts'
import { runDue, runMerchants } from '../../../testing/jobs.ts'
import { openSession } from '../../../testing/session.ts'
import { book } from '../../../testing/world/bookings.ts'
import { sharedMerchant, t, w } from '../../../testing/world/merchant.ts'
import { findPendingWork, insertOrder } from '../../../testing/world/orders.ts'
import { tallyDifferences } from './tally-differences.ts'

/* The sums that are kept against counting, for whoever sees more or less of the orders. */

sharedMerchant()
/** Who sees all, one store, or own orders of one store. */
let tokens: Readonly<Record<'all' | 'stores' | 'own', string>>
let clerk: string
beforeAll(async () => {
  const { rows } = await t.root.query(`select id from role where merchant_id = $1 and letter = 'B'`, [w.merchantId])
  const tokenOf = async (mobile: string, storeScope: 1 | 2) => {
    const staff = { mobile, passwordHash: '-', parentId: null, name: '分店员工', roleIds: [rows[0].id] }
    const account = await createStaff(t.commands, w.merchantId, { ...staff, storeScope, storeIds: [w.stores.pudong] })
    return { ...account, token: await openSession(t.kernel, account) }
  }
  const own = await tokenOf('13900000902', 2)
  clerk = own.accountId
  tokens = { all: w.tokens.owner, stores: (await tokenOf('13900000901', 1)).token, own: own.token }
})

const scopes = ['all', 'stores', 'own'] as const
const differences = () => asMerchant(t.kernel, w.merchantId, ({ query }) => tallyDifferences({ query }))

/** Orders in sight, as a plain reading of the table has them. */
async function plainly(scope: (typeof scopes)[number], storeId: string | null) {
  const seen = {
    all: 'true',
    stores: '$3 in (o.store_id, o.return_store_id)',
    own: '$3 in (o.store_id, o.return_store_id) and o.created_by = $4',
  }[scope]
  const counts = await t.root.query(
    `select o.status, count(*)::int as count from "order" o
      where o.merchant_id = $1 and o.order_kind = 1 and ($2::bigint is null or $2 in (o.store_id, o.return_store_id))
        and ($3::bigint = $3 and $4::bigint = $4) and ${seen} and not (o.status = 8 and o.prev_status is not distinct from 0)
      group by 1 order by 1`,
    [w.merchantId, storeId, w.stores.pudong, clerk],
  )
  const billed = await t.root.query(
    `select coalesce(sum(e.credit_fen - e.debit_fen), 0)::int as fen
       from ledger_txn x join ledger_entry e on e.txn_id = x.id and e.account = 'unearned' join "order" o on o.id = x.order_id
      where o.merchant_id = $1 and ($2::bigint is null or o.store_id = $2) and ($3::bigint = $3 and $4::bigint = $4)
        and ${seen} and x.journal in (1, 3, 4, 5) and x.posted_on = $5`,
    [w.merchantId, storeId, w.stores.pudong, clerk, localDate(t.clock.now())],
  )
  const cars = await t.root.query(
    `select count(*)::int as total, (count(*) filter (where exists (
         select from occupancy o where o.vehicle_id = v.id and o.on_rent and o.active)))::int as rented from vehicle v
      where merchant_id = $1 and lifecycle = 1
        and ($2::bigint is null or home_store_id = $2) and ($3::bigint is null or $3 in (home_store_id, current_store_id))`,
    [w.merchantId, storeId, scope === 'all' ? null : w.stores.pudong],
  )
  const plans = await t.root.query(
    `select count(*) filter (where o.instalments_overdue = 0)::int as due, count(*) filter (where o.instalments_overdue > 0)::int as late
       from "order" o where o.merchant_id = $1 and o.order_kind = 2 and ($2::bigint is null or $2 in (o.store_id, o.return_store_id))
        and ($3::bigint = $3 and $4::bigint = $4) and ${seen} and o.status not in (0, 1)
        and not (o.status = 8 and o.prev_status is not distinct from 0) and o.next_due_fen > 0 and o.next_due_on <= $5`,
    [w.merchantId, storeId, w.stores.pudong, clerk, localDate(t.clock.now())],
  )
  const screen = await t.root.query(
    `select count(distinct o.subject_id)::int as n from pending_work o
      where o.merchant_id = $1 and o.subject = 'order' and o.order_kind = 1
        and o.counts_from <= $5 and (o.counts_until is null or o.counts_until > $5)
        and ($2::bigint is null or $2 = o.store_id and o.kind = any ($6) or $2 = o.return_store_id and o.kind = any ($7))
        and ($3::bigint = $3 and $4::bigint = $4) and ${seen}`,
    [
      w.merchantId,
      storeId,
      w.stores.pudong,
      clerk,
      new Date(t.clock.now()),
      kindsCountedAt('pickup'),
      kindsCountedAt('return'),
    ],
  )
  const [onScreen, plan] = [screen.rows[0].n, plans.rows[0]]
  return { counts: counts.rows, billed: billed.rows[0].fen, cars: cars.rows[0], plans: plan, onScreen }
}

const plansOf = (due: number, late: number) => [
  { planDue: planDue.due, count: due },
  { planDue: planDue.late, count: late },
]

const places = ['hongqiao', 'pudong', 'hangzhou'] as const
const steps = fc.array(
  fc.oneof(
    fc.record({
      do: fc.constant('insert' as const),
      status: fc.constantFrom(...orderStatuses.values),
      kind: fc.constantFrom(orderKind.short, orderKind.long),
      store: fc.constantFrom(...places),
      back: fc.constantFrom(...places),
      own: fc.boolean(),
      fen: fc.integer({ min: -500, max: 5000 }),
    }),
    fc.record({ do: fc.constant('status' as const), at: fc.nat(), status: fc.constantFrom(...orderStatuses.values) }),
    fc.record({ do: fc.constant('drop' as const), at: fc.nat() }),
    fc.record({
      do: fc.constant('plan' as const),
      at: fc.nat(),
      days: fc.option(fc.integer({ min: -3, max: 2 })),
      fen: fc.constantFrom(0, 420_000),
      late: fc.nat(2),
      many: fc.nat(2),
    }),
    fc.record({ do: fc.constant('move' as const), at: fc.nat(), store: fc.constantFrom(...places) }),
    fc.record({
      do: fc.constant('car' as const),
      at: fc.nat(),
      lifecycle: fc.integer({ min: 0, max: 3 }),
      store: fc.constantFrom(...places),
      stands: fc.constantFrom(...places),
    }),
    fc.record({ do: fc.constant('rent' as const), at: fc.nat(), away: fc.constantFrom('ended', 'swapped', 'deleted') }),
    fc.record({ do: fc.constant('fold' as const) }),
  ),
  { minLength: 5, maxLength: 25 },
)

let serial = 0
/** What is billed is posted on the day that it is made. */
async function bill(orderId: string, fen: number, postedOn: string): Promise<void> {
  await asMerchant(t.kernel, w.merchantId, async ({ db }) => {
    for (const journal of [1, 2]) {
      const createdAt = startOfDate(postedOn) + 9 * HOUR
      const txn = { journal, idemKey: `tally${serial++}`, orderId, postedOn, createdAt }
      const { id } = await db.insertInto('ledgerTxn').values(txn).returning('id').executeTakeFirstOrThrow()
      const [debit, credit] = fen < 0 ? [0, -fen] : [fen, 0]
      const line = { txnId: id, orderId }
      await db
        .insertInto('ledgerEntry')
        .values([
          { ...line, account: 'customer_receivable', debitFen: debit, creditFen: credit },
          { ...line, account: 'unearned', debitFen: credit, creditFen: debit },
        ])
        .execute()
    }
  })
}

/** A car that is at hand goes out, one that is out comes back, goes on as another, or was never written. */
async function rent(vehicleId: string, otherId: string, away: 'ended' | 'swapped' | 'deleted'): Promise<void> {
  const isOut = `vehicle_id = $1 and on_rent and active`
  const { rowCount } = await t.root.query(
    {
      ended: `update occupancy set on_rent = false where ${isOut}`,
      swapped: `update occupancy o set vehicle_id = $2 where ${isOut}
         and not exists (select from occupancy s where s.vehicle_id = $2 and s.on_rent and s.active)`,
      deleted: `delete from occupancy where ${isOut} and $2::bigint is not null`,
    }[away],
    away === 'ended' ? [vehicleId] : [vehicleId, otherId],
  )
  if (rowCount === 0)
    await t.root.query(
      `insert into occupancy (merchant_id, store_id, model_id, vehicle_id, from_at, to_at, kind, ref_id, on_rent)
       select merchant_id, home_store_id, model_id, id, now() + serial * interval '1 day', now() + (serial + 1) * interval '1 day', 4, id, true
         from vehicle, (select (extract(epoch from clock_timestamp()) * 10)::bigint % 100000 as serial) s
        where id = $1 and not exists (select from occupancy where ${isOut})`,
      [vehicleId],
    )
}

it('are at every moment what counting says, for whoever looks', { timeout: 120_000 }, async () => {
  const orders: string[] = []
  const cars = Object.values(w.vehicles).flatMap((ofModel) => ofModel.map(({ id }) => id))
  const today = localDate(t.clock.now())
  const pick = (n: number) => orders[n % orders.length]
  let [mostOut, waited] = [0, 0]
  await fc.assert(
    fc.asyncProperty(steps, async (history) => {
      for (const step of history) {
        if (step.do === 'insert') {
          const place = { storeId: w.stores[step.store], returnStoreId: w.stores[step.back], orderKind: step.kind }
          const id = await insertOrder(t, w, {
            status: step.status,
            ...place,
            ...(step.own ? { createdBy: clerk } : {}),
          })
          orders.push(id)
          if (step.fen !== 0) await bill(id, step.fen, step.fen % 3 === 0 ? addDays(today, -7) : today)
        } else if (step.do === 'fold') {
          // As the timer does, which waits until it is worth it.
          await asMerchant(t.kernel, w.merchantId, ({ query }) => query('select tally_fold()'))
        } else if (step.do === 'car') {
          await t.root.query(
            'update vehicle set lifecycle = $2, home_store_id = $3, current_store_id = $4 where id = $1',
            [cars[step.at % cars.length], step.lifecycle, w.stores[step.store], w.stores[step.stands]],
          )
        } else if (step.do === 'rent') {
          await rent(cars[step.at % cars.length]!, cars[(step.at + 1) % cars.length]!, step.away)
        } else if (orders.length > 0) {
          const id = pick(step.at)
          if (step.do === 'status')
            await t.root.query('update "order" set status = $2 where id = $1', [id, step.status])
          if (step.do === 'drop')
            await t.root.query('update "order" set status = 8, prev_status = 0 where id = $1', [id])
          if (step.do === 'plan') {
            const date = step.days === null ? null : addDays(today, step.days)
            const late = step.days !== null && step.days < 0 && step.fen > 0 ? step.late : 0
            await t.root.query(
              'update "order" set next_due_on = $2, next_due_fen = $3, instalments_overdue = $4 where id = any ($1)',
              [
                [...Array(step.many + 1).keys()].map((n) => pick(step.at + n)),
                date,
                date === null ? 0 : step.fen,
                late,
              ],
            )
          }
          if (step.do === 'move')
            await t.root.query('update "order" set store_id = $2 where id = $1', [id, w.stores[step.store]])
        }
      }
      await findPendingWork(t, w)
      expect(await differences()).toEqual([])
      for (const scope of scopes)
        for (const storeId of [undefined, w.stores.pudong]) {
          const seen = await plainly(scope, storeId ?? null)
          const token = { token: tokens[scope] }
          const all = {
            orderKind: orderKind.short,
            storeId: storeId === undefined ? undefined : [storeId],
            pageSize: 1,
          }
          const list = await t.call(contract.order.list, all, token)
          expect(
            list.counts!.toSorted((a, b) => a.status - b.status),
            scope,
          ).toEqual(seen.counts)
          expect(list.total, scope).toBe(
            seen.counts.filter((row) => row.status > 0).reduce((sum, row) => sum + row.count, 0),
          )
          const long = { ...all, orderKind: orderKind.long }
          const { plans } = await t.call(contract.order.list, long, token)
          const looked = await t.call(contract.order.list, { ...long, source: [...sources.values] }, token)
          const { due, late } = seen.plans
          expect([plans, looked.plans], scope).toEqual([plansOf(due, late), plansOf(due, late)])
          waited = Math.max(waited, due + late)
          const todo = await t.call(contract.todo.counts, { storeId }, token)
          const shown = (code: string) => todo.find((one) => one.code === code && one.link.startsWith('/order?'))?.count
          const inStatus = (status: number) => seen.counts.find((row) => row.status === status)?.count ?? 0
          expect([shown('confirm'), shown('arrange'), shown('cancelling')], scope).toEqual([2, 3, 7].map(inStatus))
          // An order without a car that is picked up today is in two counters.
          expect(todo.find(({ code }) => code === 'pickup')?.onScreen, scope).toBe(seen.onScreen)
          const home = await t.call(contract.overview.home, { storeId }, token)
          expect(home.income?.today, scope).toBe(seen.billed)
          expect(home.fleet, scope).toMatchObject(seen.cars)
          mostOut = Math.max(mostOut, seen.cars.rented)
        }
    }),
    { numRuns: 16, seed: 20261121 },
  )
  await t.root.query('delete from occupancy where merchant_id = $1 and kind = 4', [w.merchantId])
  await t.root.query(
    'update vehicle set lifecycle = 1, home_store_id = $2, current_store_id = $2 where merchant_id = $1',
    [w.merchantId, w.stores.hongqiao],
  )
  expect(orders.length).toBeGreaterThan(20)
  expect(mostOut).toBeGreaterThan(1)
  expect(waited).toBeGreaterThan(2)
})

it('are folded once it is worth it, and keep what they say', async () => {
  const changes = async () => (await t.root.query('select count(*)::int as n from tally_change')).rows[0].n
  await asMerchant(t.kernel, w.merchantId, ({ query }) => query('select tally_fold()'))
  for (let n = 0; n < 60; n++) await insertOrder(t, w, { status: 3 })
  expect(await runDue(t, 'tallies')).toBe(0)
  await t.root.query('update "order" set status = 4 where merchant_id = $1 and status = 3', [w.merchantId])
  expect(await changes()).toBeGreaterThan(100)
  expect(await runDue(t, 'tallies')).toBe(1)
  expect(await changes()).toBe(0)
  expect(await differences()).toEqual([])
})

it('of dates that came to nothing are taken away', async () => {
  const id = await insertOrder(t, w, { status: 5, orderKind: orderKind.long })
  const names = async () =>
    (await t.root.query(`select name from tally where merchant_id = $1 and name like 'plan%'`, [w.merchantId])).rows
  const due = (date: string | null) =>
    t.root.query(
      'update "order" set next_due_on = $2, next_due_fen = case when $2::date is null then 0 else 1 end where id = $1',
      [id, date],
    )
  await t.root.query('update "order" set next_due_fen = 0 where merchant_id = $1', [w.merchantId])
  const fold = () => asMerchant(t.kernel, w.merchantId, ({ query }) => query('select tally_fold()'))
  await due('2026-12-01')
  await fold()
  expect(await names()).toEqual([{ name: 'plan 2 2026-12-01' }])
  await due('2027-01-01')
  await fold()
  expect(await names()).toEqual([{ name: 'plan 2 2027-01-01' }])
  await due(null)
  await fold()
  expect(await names()).toEqual([])
  expect(await differences()).toEqual([])
})

it('are compared every night, and the log is told', async () => {
  await book(t, w)
  const told: unknown[] = []
  const log = vi.spyOn(t.kernel.log, 'child').mockImplementation((() => ({
    error: (...line: unknown[]) => told.push(line),
  })) as never)
  try {
    await runMerchants(t, 'tallies')
    expect(told).toEqual([])
    await t.root.query(
      `update tally set n = n + 1 where name = 'order 1 4' and $1 = all (array[store_id, return_store_id])`,
      [w.stores.hongqiao],
    )
    const bill = (day: string) =>
      t.root.query('insert into tally (merchant_id, name, store_id, return_store_id, n) values ($1, $2, $3, $3, 5)', [
        w.merchantId,
        `billed ${day}`,
        w.stores.hongqiao,
      ])
    await bill('2026-08-01')
    await bill('2026-10-01')
    await runMerchants(t, 'tallies')
    expect(told.splice(0)).toMatchObject(
      ['billed 2026-10-01', 'order 1 4'].map((name) => [{ difference: { name } }, 'a sum that is kept differs']),
    )
    // The first night of a month compares all days.
    t.clock.set(Date.parse('2026-12-01T02:00:00+08:00'))
    await runMerchants(t, 'tallies')
  } finally {
    log.mockRestore()
  }
  expect(told).toMatchObject(
    ['billed 2026-08-01', 'billed 2026-10-01', 'order 1 4'].map((name) => [
      { difference: { name } },
      'a sum that is kept differs',
    ]),
  )
})
