import { contract } from '@cheyi/contract/index'
import type { FigureKey } from '@cheyi/domain/insight/data/figures'
import { DAY, HOUR, localDate } from '@cheyi/domain/time'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../testing/app.ts'
import { at } from '../../testing/at.ts'
import { type History, historyOf, livesOf } from '../../testing/lives.ts'
import { rounds } from '../../testing/rounds.ts'
import { book } from '../../testing/world/bookings.ts'
import { makeWorld, type World } from '../../testing/world/world.ts'

/*
 * Whatever happened to orders and cars, the figures are those that plain SQL counts out of the tables, half hour by half hour.
 * FIGURES=300 runs the long proof; a failure names the history.
 */

const HISTORIES = rounds('FIGURES', 5, 100)
const WINDOWS = HISTORIES > 50 ? 20 : 3
const now = at('11-20T12:00')
const begin = at('11-01T00:00')

let t: TestApp
let w: World
/** Whose row the others are like. */
let template: string
let lives: ReturnType<typeof livesOf>

beforeAll(async () => {
  t = await testApp({ poolSize: 6 })
  t.clock.set(at('11-01T09:00'))
  w = await makeWorld(t, { cars: 2 })
  ;({ orderId: template } = await book(t, w))
  t.clock.set(now)
  // The books are written as they may be, past every check of theirs.
  await t.root.query('set session_replication_role = replica')
  lives = livesOf({ t, w, template, begin, now })
})
afterAll(() => t.close())

const history = historyOf(6, 900, { orders: 9 })

/** Writes the rows of a history, with or without those that say who might move the cars. */
async function live({ orders, moves, tickets, uses }: History, usesAreKept: boolean): Promise<void> {
  await lives.clear()
  for (const index of lives.cars.keys()) await lives.stand(index, moves, -400)
  for (const [n, one] of tickets.entries()) await lives.ticket(n, one)
  await lives.orders(orders)
  if (usesAreKept) await lives.use(uses)
}

interface Asked {
  readonly from: number
  readonly until: number
  readonly store: string | null
  readonly model: string | null
  readonly source: number | null
  /** Of a window of one day: the car that the orders had at its end, 0 for those that never had one. */
  readonly car?: string
}

/** SQL of the car of an order `o` on the day of the window. */
const carOnDay = `coalesce(
  (select a.vehicle_id from vehicle_assignment a where a.merchant_id = $1 and a.order_id = o.id and not a.void and a.from_at < $3::timestamptz
    order by a.from_at desc, a.id desc limit 1),
  (select a.vehicle_id from vehicle_assignment a where a.merchant_id = $1 and a.order_id = o.id and not a.void order by a.from_at, a.id limit 1), 0)`

/** The sums, counted half hour by half hour and order by order; money by the words of the books. */
async function counted({ from, until, store, model, source, car }: Asked) {
  const values = [new Date(from), new Date(until), store, model, source, new Date(now)]
  const { rows: time } = await lives.run(
    `with slot as (select m from generate_series($2::timestamptz, $3::timestamptz - interval '30 minutes', '30 minutes') m),
     minute as (
       select s.m, p.vehicle_id,
         (select o.source from vehicle_assignment a join "order" o on o.merchant_id = a.merchant_id and o.id = a.order_id
           where a.merchant_id = $1 and a.vehicle_id = p.vehicle_id and not a.void and a.from_at <= s.m and coalesce(a.to_at, $7::timestamptz) > s.m
           order by a.from_at desc, coalesce(a.to_at, $7::timestamptz) desc limit 1) as source,
         exists (select from ticket k where k.merchant_id = $1 and k.vehicle_id = p.vehicle_id and k.actual_start <= s.m and k.actual_end > s.m) as down
       from slot s join vehicle_period p on p.merchant_id = $1 and p.lifecycle = 1 and p.from_at <= s.m and coalesce(p.to_at, 'infinity') > s.m
        where ($4::bigint is null or p.home_store_id = $4) and ($5::bigint is null or p.model_id = $5))
     select count(*)::int * 30 as fleet, (count(*) filter (where source is not null and ($6::int is null or source = $6)))::int * 30 as rented,
       (count(*) filter (where down and source is null))::int * 30 as down from minute`,
    values,
  )
  const { rows: orders } = await lives.run(
    `with o as (select * from "order" o where merchant_id = $1 and status > 0
        and ($8::bigint is null or ${carOnDay} = $8) and not (status = 8 and prev_status = 0)
        and ($4::bigint is null or store_id = $4) and ($5::bigint is null or model_id = $5) and ($6::int is null or source = $6)),
     out as (select * from o where actual_pickup_at is not null and actual_return_at is null),
     sold as (
       select o.id, o.actual_pickup_at as p, coalesce(r.old_return_at, o.pickup_at) as f,
         coalesce(r.new_return_at, to_timestamp((o.quote_snapshot -> 'input' ->> 'returnAt')::bigint / 1000)) as t,
         i.item_type, i.amount_fen from out o join order_item i on i.order_id = o.id left join renewal r on r.id = i.renewal_id),
     edge as (select unnest(array[$2::timestamptz, least($3::timestamptz, $7::timestamptz)]::timestamptz[]) as at, unnest(array[-1, 1]) as sign),
     earned as (select s.item_type, x.sign * case when x.at <= s.p then 0 else round(s.amount_fen
           * least(greatest(extract(epoch from x.at - s.f), 0), extract(epoch from s.t - s.f)) / extract(epoch from s.t - s.f)) end as fen
       from sold s cross join edge x),
     posted as (
       select l.order_id as id, (d ->> 'day')::date as day, (d ->> 'rentFen')::int as rent, (d ->> 'serviceFen')::int as service
         from ledger_txn l cross join lateral jsonb_array_elements(l.earned_days) d where l.merchant_id = $1
       union all select l.order_id, l.posted_on, sum(e.credit_fen) filter (where e.account = 'rent_income'), sum(e.credit_fen) filter (where e.account = 'service_income')
         from ledger_txn l join ledger_entry e on e.merchant_id = l.merchant_id and e.txn_id = l.id
        where l.merchant_id = $1 and l.earned_days is null group by l.id, l.order_id, l.posted_on),
     within as (select p.* from posted p join o on o.id = p.id where p.day >= ($2::timestamptz at time zone 'Asia/Shanghai')::date
         and p.day <= (($3::timestamptz - interval '1 minute') at time zone 'Asia/Shanghai')::date)
     select (coalesce((select sum(fen) from earned where item_type = 0), 0) + coalesce((select sum(rent) from within), 0))::int as rent,
       (coalesce((select sum(fen) from earned where item_type = 2), 0) + coalesce((select sum(service) from within), 0))::int as service,
       coalesce((select sum(e.credit_fen) from o join ledger_entry e on e.order_id = o.id and e.account in ('penalty_income', 'damage_income')
         join ledger_txn l on l.id = e.txn_id where l.posted_on >= ($2::timestamptz at time zone 'Asia/Shanghai')::date
           and l.posted_on <= (($3::timestamptz - interval '1 minute') at time zone 'Asia/Shanghai')::date), 0)::int as other,
       (select count(*) from o where created_at >= $2::timestamptz and created_at < $3::timestamptz)::int as created,
       (select count(*) from o where created_at >= $2::timestamptz and created_at < $3::timestamptz and status <> 8)::int as valid,
       (select count(*) from o where actual_pickup_at >= $2::timestamptz and actual_pickup_at < $3::timestamptz)::int as pickups,
       (select count(*) from o where actual_return_at >= $2::timestamptz and actual_return_at < $3::timestamptz)::int as returns,
       (select count(*) from o where actual_pickup_at < $3::timestamptz and coalesce(actual_return_at, 'infinity') >= $3::timestamptz)::int as out`,
    [...values, car ?? null],
  )
  return { ...time[0], ...orders[0] } as Record<string, number>
}

const told: readonly FigureKey[] = [
  'rent',
  'service',
  'other',
  'created',
  'valid',
  'pickups',
  'returns',
  'out',
  'fleet',
  'rented',
]

/** What each car earned on the days that are over, by plain SQL; 0: no car. */
async function earnedByCar(): Promise<Record<string, number>> {
  const earned: Record<string, number> = {}
  for (const car of ['0', ...lives.cars.map(({ id }) => id)]) {
    let fen = 0
    for (let from = begin; from < at('11-20T00:00'); from += DAY) {
      const { rent, service, other } = await counted({
        from,
        until: from + DAY,
        store: null,
        model: null,
        source: null,
        car,
      })
      fen += rent! + service! + other!
    }
    if (fen !== 0) earned[car] = fen
  }
  return earned
}

/** The same as the list of cars tells it. */
async function toldByCar(): Promise<Record<string, number>> {
  const month = { from: '2026-11-01', to: '2026-11-01', pageSize: 100 } as const
  const { list, withoutCar, until } = await t.call(contract.profit.list, month, { token: w.tokens.owner })
  expect(until).toBe('2026-11-19')
  const rows = list.map(({ vehicleId, sums }) => [vehicleId, sums.rent! + sums.service! + sums.other!] as const)
  return Object.fromEntries([...rows, ['0', withoutCar!] as const].filter(([, fen]) => fen !== 0))
}

/** How long each car was idle on the days that are over, half hour by half hour: nobody might move it, or nobody had it. */
async function idleByCar(usesAreKept: boolean): Promise<Record<string, number>> {
  const { rows } = await lives.run(
    `select p.vehicle_id::text as car, count(*)::int * 30 as idle
       from generate_series($2::timestamptz, $3::timestamptz - interval '30 minutes', '30 minutes') m
       join vehicle_period p on p.merchant_id = $1 and p.lifecycle = 1 and p.from_at <= m and coalesce(p.to_at, 'infinity') > m
      where ${
        usesAreKept
          ? `not exists (select from vehicle_use u where u.merchant_id = $1 and u.vehicle_id = p.vehicle_id
               and u.since_at <= m and coalesce(u.until_at, 'infinity') > m)`
          : `not exists (select from vehicle_assignment a where a.merchant_id = $1 and a.vehicle_id = p.vehicle_id and not a.void
               and a.from_at <= m and coalesce(a.to_at, 'infinity') > m)
             and not exists (select from ticket k where k.merchant_id = $1 and k.vehicle_id = p.vehicle_id
               and k.actual_start <= m and k.actual_end > m)`
      } group by 1`,
    [new Date(begin), new Date(at('11-20T00:00'))],
  )
  return Object.fromEntries(rows.map(({ car, idle }) => [car, idle]))
}

async function toldIdle(): Promise<Record<string, number>> {
  const month = { from: '2026-11-01', to: '2026-11-01', pageSize: 100 } as const
  const { list } = await t.call(contract.profit.list, month, { token: w.tokens.owner })
  return Object.fromEntries(list.flatMap(({ vehicleId, sums: { idle } }) => (idle === 0 ? [] : [[vehicleId, idle]])))
}

it(
  'is what plain SQL counts, of every window and part, and opens into shares that come to it',
  async () => {
    let minutes = 0
    let fen = 0
    let histories = 0
    const window = fc.record({ first: fc.integer({ min: 0, max: 19 }), days: fc.integer({ min: 1, max: 14 }) })
    await fc.assert(
      fc.asyncProperty(
        history,
        fc.array(window, { minLength: WINDOWS, maxLength: WINDOWS }),
        async (lived, windows) => {
          // Every third time nobody kept who might move the cars: it is reckoned from orders and repairs.
          const usesAreKept = histories % 3 !== 0
          await live(lived, usesAreKept)
          // What was kept of the history before is put right by events, every other time; else all is taken up anew.
          await lives.follow(++histories % 2 === 0)
          expect(await toldByCar()).toEqual(await earnedByCar())
          expect(await toldIdle()).toEqual(await idleByCar(usesAreKept))
          for (const { first, days } of windows)
            for (const [storeId, modelId, source] of [
              [null, null, null],
              [w.stores.hongqiao, null, null],
              [w.stores.pudong, null, null],
              [null, w.models.qin, null],
              [null, null, 2],
              [w.stores.hongqiao, w.models.lavida, 1],
            ] as const) {
              const from = begin + first * DAY
              const until = Math.min(from + days * DAY, now)
              const part = {
                from: localDate(from),
                to: localDate(from + (days - 1) * DAY),
                ...(storeId && { storeIds: [storeId] }),
                ...(modelId && { modelIds: [modelId] }),
                ...(source && { source }),
              } as const
              const { figures } = await t.call(contract.data.overview, part, { token: w.tokens.owner })
              const answer = Object.fromEntries(figures.map(({ key, value }) => [key, value]))
              const { down, ...sums } = await counted({ from, until, store: storeId, model: modelId, source })
              expect(Object.fromEntries(told.map((key) => [key, answer[key]]))).toEqual(sums)
              minutes += sums.rented ?? 0
              fen += sums.rent ?? 0
              const usable = sums.fleet! - down!
              expect(answer.effective).toBe(usable > 0 ? Math.round((sums.rented! / usable) * 10_000) : null)
              const { sum, list } = await t.call(
                contract.data.orders,
                { ...part, figure: 'revenue', pageSize: 100 },
                { token: w.tokens.owner },
              )
              expect([sum, list.reduce((all, { share }) => all + share, 0)]).toEqual([answer.revenue, answer.revenue])
            }
        },
      ),
      { numRuns: HISTORIES, seed: Number(process.env.FIGURES_SEED ?? 173), endOnFailure: HISTORIES <= 50 },
    )
    // Of nothing everybody counts the same.
    expect(Math.min(minutes, fen)).toBeGreaterThan(0)
  },
  HISTORIES * 60_000 + HOUR / 60,
)
