import { contract } from '@cheyi/contract/index'
import { costKind } from '@cheyi/domain/fleet/cost/codes'
import { lifecycle } from '@cheyi/domain/fleet/inventory/codes'
import { addDays, addMonths, type LocalDate, localDate } from '@cheyi/domain/time'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../testing/app.ts'
import { at } from '../../testing/at.ts'
import { type History, historyOf, livesOf } from '../../testing/lives.ts'
import { rounds } from '../../testing/rounds.ts'
import { book } from '../../testing/world/bookings.ts'
import { makeWorld, type World } from '../../testing/world/world.ts'

/*
 * Lives of cars: bought, written off by months, insured, financed, rented, damaged, repaired, moved and sold. What each earned and
 * cost in each month is what plain SQL reckons from the orders, the books and what was entered. LIVES=10 runs the lives of 210
 * cars; a failure names the history.
 */

const HISTORIES = rounds('LIVES', 2, 30)
const CARS = 7
const now = at('11-20T12:00')
const begin = at('09-01T00:00')
const months = ['2026-09-01', '2026-10-01', '2026-11-01'] as const
const SLOTS = 3600

const slot = fc.integer({ min: 0, max: SLOTS })
const day = slot.map((n) => localDate(begin + n * 1_800_000))
const fen = fc.integer({ min: 1, max: 900_000 })
const lifeOfCar = fc.record({
  bought: fc.integer({ min: 0, max: SLOTS / 2 }),
  price: fc.integer({ min: 5_000_000, max: 30_000_000 }),
  residual: fc.nat(4_000_000),
  writtenOff: fc.integer({ min: 1, max: 60 }),
  insured: fc.record({ from: day, days: fc.nat(400), fen }),
  loan: fc.option(fc.record({ from: day, months: fc.integer({ min: 1, max: 36 }), fen }), { nil: null }),
  repairs: fc.array(
    fc.record({
      from: slot,
      length: fc.integer({ min: 1, max: 60 }),
      merchant: fc.nat(300_000),
      customer: fc.nat(9000),
    }),
    { maxLength: 2 },
  ),
  sold: fc.option(fc.record({ after: fc.integer({ min: 100, max: SLOTS / 2 }), fen }), { nil: null }),
})
type Life = typeof lifeOfCar extends fc.Arbitrary<infer T> ? T : never

let t: TestApp
let w: World
let lives: ReturnType<typeof livesOf>
const owner = () => ({ token: w.tokens.owner })

beforeAll(async () => {
  t = await testApp({ poolSize: 6 })
  t.clock.set(at('09-01T09:00'))
  w = await makeWorld(t, { cars: CARS })
  const { orderId: template } = await book(t, w)
  t.clock.set(now)
  await t.root.query('set session_replication_role = replica')
  lives = livesOf({ t, w, template, begin, now })
  await t.root.query(`create temp table entered (vehicle_id bigint, kind int, from_on date, to_on date, fen bigint)`)
})
afterAll(() => t.close())

/** Enters a cost as people do, and keeps it for the reckoning. */
async function enter(vehicleId: string, kind: number, from: LocalDate, to: LocalDate, amount: number): Promise<void> {
  await t.call(contract.cost.add, { vehicleId, kind: kind as typeof costKind.parking, from, to, fen: amount }, owner())
  await keep(vehicleId, kind, from, to, amount)
}
const keep = (vehicleId: string, kind: number, from: LocalDate, to: LocalDate, amount: number) =>
  t.root.query('insert into entered values ($1, $2, $3, $4, $5)', [vehicleId, kind, from, to, amount])

const dayOf = (moment: Date): LocalDate => localDate(moment.getTime())
const firstOf = (date: LocalDate): LocalDate => `${date.slice(0, 7)}-01`

async function liveCar(index: number, life: Life): Promise<void> {
  const { id } = lives.cars[index]!
  const bought = dayOf(lives.moment(life.bought))
  const soldAt = life.sold === null ? null : life.bought + life.sold.after
  await t.root.query('update vehicle set purchase_on = $2, purchase_fen = $3, lifecycle = 1 where id = $1', [
    id,
    bought,
    life.price,
  ])
  await enter(id, costKind.purchase, bought, bought, life.price)
  await enter(
    id,
    costKind.insurance,
    life.insured.from,
    addDays(life.insured.from, life.insured.days),
    life.insured.fen,
  )
  // The entries of a plan end with the month in which the car is sold.
  const last = soldAt === null ? '2100-01-01' : firstOf(dayOf(lives.moment(soldAt)))
  const plan = async (kind: 3 | 4, from: LocalDate, count: number, amount: number, partOf: (n: number) => number) => {
    const planned = { vehicleId: id, kind, from, months: count, fen: amount }
    await t.call(contract.cost.planAdd, planned, owner())
    for (let n = 0; n < count; n++) {
      const month = addMonths(firstOf(from), n)
      if (month <= last) await keep(id, kind, month, month, partOf(n))
    }
  }
  // What was paid besides the price, here as much again, is written off with it.
  const lost = 2 * life.price - life.residual
  const until = (n: number) => Math.round((lost * n) / life.writtenOff)
  await plan(
    costKind.depreciation,
    addMonths(firstOf(bought), 1),
    life.writtenOff,
    life.residual,
    (n) => until(n + 1) - until(n),
  )
  if (life.loan !== null)
    await plan(costKind.finance, life.loan.from, life.loan.months, life.loan.fen, () => life.loan!.fen)
  if (soldAt === null) return
  await enter(id, costKind.sale, dayOf(lives.moment(soldAt)), dayOf(lives.moment(soldAt)), life.sold!.fen)
  await asTheServer(async () => {
    await t.root.query(`select set_config('app.now', $1, false)`, [lives.moment(soldAt).toISOString()])
    await t.root.query('update vehicle set lifecycle = $2 where id = $1', [id, lifecycle.disposed])
    await t.root.query(`select set_config('app.now', '', false)`)
  })
}

/** Writes rows with the triggers of their tables. */
async function asTheServer(write: () => Promise<void>): Promise<void> {
  await t.root.query(`set session_replication_role = origin`)
  await t.root.query(`select set_config('app.merchant_id', $1, false)`, [w.merchantId])
  await write()
  await t.root.query(`set session_replication_role = replica`)
}

const repair = (cars: readonly Life[]) =>
  asTheServer(async () => {
    let number = 0
    for (const [car, { repairs }] of cars.entries())
      for (const { merchant, customer, ...one } of repairs) {
        await lives.ticket(number++, { car, ...one }, merchant, customer)
        const on = dayOf(lives.moment(one.from + one.length))
        if (merchant > 0) await keep(lives.cars[car]!.id, costKind.repair, on, on, merchant)
      }
  })

async function live({ orders, moves }: History, cars: readonly Life[]): Promise<void> {
  await lives.clear()
  for (const table of ['vehicle_cost', 'vehicle_cost_plan', 'vehicle_cost_month', 'closed_month', 'trial_balance'])
    await lives.run(`delete from ${table} where merchant_id = $1`)
  await t.root.query('truncate entered')
  for (const [index, life] of cars.entries()) await liveCar(index, life)
  await repair(cars)
  // The sales have written the end of their cars' time, too.
  await lives.run('delete from vehicle_period where merchant_id = $1')
  for (const [index, { bought, sold }] of cars.entries())
    await lives.stand(index, moves, bought, sold === null ? null : bought + sold.after)
  // Nobody books a rental weeks after its pickup.
  await lives.orders(orders.map((order) => ({ ...order, created: Math.min(order.created, order.pickup) })))
}

/** Income by car and month: rent and services of a car that is out grow with time, and what is in the books counts on its days. */
const INCOME = `with edge as (select x as at from generate_series($2::timestamptz, $3::timestamptz, '1 day') x),
  o as (select * from "order" where merchant_id = $1 and status > 0 and not (status = 8 and prev_status = 0)),
  out as (select * from o where actual_pickup_at is not null and actual_return_at is null),
  sold as (select o.id, o.actual_pickup_at as p, coalesce(r.old_return_at, o.pickup_at) as f,
      coalesce(r.new_return_at, to_timestamp((o.quote_snapshot -> 'input' ->> 'returnAt')::bigint / 1000)) as t, i.item_type, i.amount_fen
    from out o join order_item i on i.order_id = o.id left join renewal r on r.id = i.renewal_id),
  earned as (select s.id, s.item_type, x.at, sum(case when x.at <= s.p then 0 else round(s.amount_fen
      * least(greatest(extract(epoch from x.at - s.f), 0), extract(epoch from s.t - s.f)) / extract(epoch from s.t - s.f)) end) as fen
    from sold s cross join edge x group by s.id, s.item_type, x.at),
  dated as (
    select l.order_id as id, (d ->> 'day')::date as day, (d ->> 'rentFen')::int + (d ->> 'serviceFen')::int as fen
      from ledger_txn l cross join lateral jsonb_array_elements(l.earned_days) d where l.merchant_id = $1
    union all select l.order_id, l.posted_on, e.credit_fen from ledger_txn l join ledger_entry e on e.merchant_id = l.merchant_id and e.txn_id = l.id
      where l.merchant_id = $1 and l.earned_days is null),
  daily as (
    select id, at, fen - coalesce(lag(fen) over (partition by id, item_type order by at), 0) as fen from earned
    union all select o.id, (d.day + 1)::timestamp at time zone 'Asia/Shanghai', d.fen from o join dated d on d.id = o.id
      where (d.day + 1)::timestamp at time zone 'Asia/Shanghai' <= $3::timestamptz)
  select coalesce((select a.vehicle_id from vehicle_assignment a where a.merchant_id = $1 and a.order_id = d.id and a.from_at < d.at
        order by a.from_at desc, a.id desc limit 1),
      (select a.vehicle_id from vehicle_assignment a where a.merchant_id = $1 and a.order_id = d.id order by a.from_at, a.id limit 1), 0)::text as car,
    to_char(d.at - interval '1 minute', 'YYYY-MM-01') as month, sum(d.fen)::int as fen
  from daily d where d.at > $2::timestamptz group by 1, 2`

/** Costs by car and month: a period counts by its days; what the car itself cost or brought is no cost of a month. */
const COSTS = `select vehicle_id::text as car, to_char(d, 'YYYY-MM-01') as month, sum(
      round(e.fen * (d::date - e.from_on + 1)::numeric / (e.to_on - e.from_on + 1))
        - round(e.fen * (d::date - e.from_on)::numeric / (e.to_on - e.from_on + 1)))::int as fen
    from entered e, generate_series(e.from_on, e.to_on, '1 day') d where e.kind not in (1, 2) group by 1, 2`

type Sums = Record<string, readonly [income: number, cost: number]>

async function reckoned(): Promise<Sums> {
  await t.root.query(`set timezone = 'Asia/Shanghai'`)
  const income = (await lives.run(INCOME, [new Date(begin), new Date(at('11-20T00:00'))])).rows
  const costs = (await t.root.query(COSTS)).rows
  const sums: Record<string, [number, number]> = {}
  for (const [i, rows] of [income, costs].entries())
    for (const { car, month, fen: amount } of rows) {
      if (!months.includes(month)) continue
      sums[`${month} ${car}`] ??= [0, 0]
      sums[`${month} ${car}`]![i]! += amount
    }
  return told(Object.entries(sums))
}

const told = (rows: readonly (readonly [string, readonly [number, number]])[]): Sums =>
  Object.fromEntries(
    rows.filter(([, [income, cost]]) => income !== 0 || cost !== 0).toSorted(([a], [b]) => (a < b ? -1 : 1)),
  )

/** What the list of cars says of each month; every month and its cars come to 数据概览. */
async function shown(): Promise<Sums> {
  const rows: [string, readonly [number, number]][] = []
  for (const month of months) {
    const span = { from: month, to: month }
    const answer = await t.call(contract.profit.list, { ...span, pageSize: 100 }, owner())
    for (const { vehicleId, sums } of answer.list)
      rows.push([`${month} ${vehicleId}`, [sums.rent! + sums.service! + sums.other!, sums.running + sums.depreciation]])
    rows.push([`${month} 0`, [answer.withoutCar!, 0]])
    const all = rows.filter(([key]) => key.startsWith(month)).map(([, sums]) => sums)
    const days = { from: month, to: month === '2026-11-01' ? '2026-11-19' : addDays(addMonths(month, 1), -1) }
    const { figures } = await t.call(contract.data.overview, { ...days }, owner())
    const overview = figures.filter(({ key }) => key === 'revenue' || key === 'other')
    expect(all.reduce((sum, [income]) => sum + income, 0)).toBe(overview.reduce((sum, { value }) => sum + value!, 0))
    for (const by of ['store', 'model', 'ownership'] as const) {
      const { list } = await t.call(contract.profit.groups, { ...span, by }, owner())
      const costs = list.reduce((sum, { sums }) => sum + sums.running + sums.depreciation, 0)
      expect(costs).toBe(all.reduce((sum, [, cost]) => sum + cost, 0))
    }
  }
  return told(rows)
}

/** Rentals that were over by the end of yesterday have brought exactly what the ledger says. */
async function equalsLedger(): Promise<void> {
  const { rows } = await lives.run(
    `select o.id, coalesce((select sum(f.rent_fen + f.service_fen + f.other_fen) from figure_car_order f where f.merchant_id = $1 and f.order_id = o.id), 0)::int as told,
        coalesce((select sum(e.credit_fen) from ledger_entry e where e.merchant_id = $1 and e.order_id = o.id and e.account like '%_income'), 0)::int as booked
       from "order" o where o.merchant_id = $1 and o.status = 6 and o.actual_return_at < $2`,
    [new Date(at('11-20T00:00'))],
  )
  expect(rows.map(({ told: one }) => one)).toEqual(rows.map(({ booked }) => booked))
}

/** September and October are closed; what is entered for them afterwards is refused, or counts from the first of November. */
async function closeAndEnter(): Promise<void> {
  const { id } = lives.cars[0]!
  await t.root.query(
    `insert into closed_month (merchant_id, month, closed_by) values ($1, '2026-09-01', 0), ($1, '2026-10-01', 0)`,
    [w.merchantId],
  )
  const late = { vehicleId: id, kind: costKind.parking, from: '2026-10-05', fen: 700 } as const
  expect(await t.send(contract.cost.add, late, owner())).toMatchObject({ errorCode: -2, data: { field: 'from' } })
  await asTheServer(async () => {
    await lives.ticket(99, { car: 1, from: 1800, length: 4 }, 12_345)
  })
  await keep(lives.cars[1]!.id, costKind.repair, '2026-11-01', '2026-11-01', 12_345)
}

it(
  'what each car earned and cost in each month is what plain SQL reckons, equal to the overview and the ledger',
  async () => {
    let histories = 0
    let seen = 0
    const cars = fc.array(lifeOfCar, { minLength: 3 * CARS, maxLength: 3 * CARS })
    await fc.assert(
      fc.asyncProperty(historyOf(3 * CARS, SLOTS, { orders: 30 }), cars, async (lived, all) => {
        await live(lived, all)
        await lives.follow(++histories % 2 === 0)
        const sums = await shown()
        expect(sums).toEqual(await reckoned())
        await equalsLedger()
        seen += Object.values(sums).filter(([income, cost]) => income > 0 && cost > 0).length
        await closeAndEnter()
        const after = await shown()
        expect(after).toEqual(await reckoned())
        const closed = (of: Sums) => Object.entries(of).filter(([key]) => key < '2026-11')
        expect(closed(after)).toEqual(closed(sums))
      }),
      { numRuns: HISTORIES, seed: Number(process.env.LIVES_SEED ?? 211), endOnFailure: true },
    )
    // Of nothing everybody reckons the same.
    expect(seen).toBeGreaterThan(HISTORIES)
  },
  HISTORIES * 60_000,
)
