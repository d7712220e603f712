import { contract } from '@cheyi/contract/index'
import type { FigureKey } from '@cheyi/domain/insight/data/figures'
import { DAY, HOUR, localDate, MINUTE } from '@cheyi/domain/time'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../testing/app.ts'
import { at } from '../../testing/at.ts'
import { followEvents } from '../../testing/jobs.ts'
import { book } from '../../testing/world/bookings.ts'
import { makeWorld, type World } from '../../testing/world/world.ts'

/*
 * Whatever happened to orders and cars, the figures are those that plain SQL counts out of the tables, half hour by half hour.
 * FIGURES=300 runs the long proof; a failure names the history.
 */

const HISTORIES = Number(process.env.FIGURES ?? 8)
const WINDOWS = HISTORIES > 50 ? 20 : 3
const HALF = 30 * MINUTE
const now = at('11-20T12:00')
const begin = at('11-01T00:00')

let t: TestApp
let w: World
/** Whose row the others are like. */
let template: string

beforeAll(async () => {
  t = await testApp({ poolSize: 6 })
  t.clock.set(at('11-01T09:00'))
  w = await makeWorld(t, { cars: 2 })
  ;({ orderId: template } = await book(t, w))
  t.clock.set(now)
  // The books are written as they may be, past every check of theirs.
  await t.root.query('set session_replication_role = replica')
})
afterAll(() => t.close())

const slot = (max: number) => fc.integer({ min: 0, max })
const order = fc.record({
  model: fc.constantFrom('lavida', 'qin', 'gl8'),
  store: fc.constantFrom('hongqiao', 'pudong'),
  source: fc.constantFrom(1, 2, 11),
  created: slot(700),
  pickup: slot(900),
  length: fc.integer({ min: 1, max: 300 }),
  late: fc.integer({ min: -4, max: 6 }),
  stay: fc.integer({ min: 1, max: 330 }),
  fate: fc.constantFrom('waits', 'out', 'back', 'back', 'cancelled'),
  car: slot(5),
  swap: fc.boolean(),
  rent: fc.integer({ min: 1, max: 90_000 }),
  insurance: fc.nat(5000),
  earned: fc.integer({ min: 0, max: 90_000 }),
  service: fc.nat(9000),
  penalty: fc.nat(9000),
  renewed: fc.option(fc.record({ length: fc.integer({ min: 1, max: 100 }), rent: fc.nat(30_000) }), { nil: null }),
})
type Order = typeof order extends fc.Arbitrary<infer T> ? T : never
const history = fc.record({
  orders: fc.array(order, { minLength: 1, maxLength: 9 }),
  moves: fc.array(fc.record({ car: slot(5), at: slot(900), away: fc.boolean() }), { maxLength: 4 }),
  tickets: fc.array(fc.record({ car: slot(5), from: slot(900), length: fc.integer({ min: 1, max: 60 }) }), {
    maxLength: 3,
  }),
})

const moment = (slots: number) => new Date(begin + slots * HALF)
const cars = () => [...w.vehicles.lavida, ...w.vehicles.qin, ...w.vehicles.gl8]
const run = (text: string, values: unknown[] = []) => t.root.query(text, [w.merchantId, ...values])

async function live({
  orders,
  moves,
  tickets,
}: typeof history extends fc.Arbitrary<infer T> ? T : never): Promise<void> {
  await run(`delete from ledger_entry where merchant_id = $1`)
  for (const table of ['ledger_txn', 'vehicle_assignment', 'vehicle_period', 'ticket', 'order_item', 'renewal'])
    await run(`delete from ${table} where merchant_id = $1`)
  await run(`delete from "order" where merchant_id = $1 and id <> $2`, [template])
  await run(`update "order" set status = 8, prev_status = 0 where merchant_id = $1 and id = $2`, [template])
  for (const [index, { id }] of cars().entries()) {
    const own = moves.filter(({ car }) => car === index).toSorted((a, b) => a.at - b.at)
    const edges = [0, ...new Set(own.map((move) => move.at)), 100_000].toSorted((a, b) => a - b)
    for (const [i, from] of edges.slice(0, -1).entries()) {
      if (from === edges[i + 1]) continue
      const away = own.findLast((move) => move.at <= from)?.away ?? false
      await run(
        `insert into vehicle_period (merchant_id, vehicle_id, home_store_id, model_id, lifecycle, from_at, to_at)
         select $1, $2, $3, model_id, 1, $4, $5 from vehicle where merchant_id = $1 and id = $2`,
        [
          id,
          away ? w.stores.pudong : w.stores.hongqiao,
          moment(from - 400),
          i === edges.length - 2 ? null : moment(edges[i + 1]! - 400),
        ],
      )
    }
  }
  for (const [n, { car, from, length }] of tickets.entries())
    await run(
      `insert into ticket (merchant_id, no, kind, vehicle_id, store_id, status, actual_start, actual_end, maintain_type, created_by)
       values ($1, $2, 2, $3, $4, 4, $5, $6, 1, 0)`,
      [`WB${n}`, cars()[car]!.id, w.stores.hongqiao, moment(from), moment(from + length)],
    )
  // One car is out with one order: who is given a car that is out already brings it back.
  const out = new Set<number>()
  for (const [n, one] of orders.entries()) {
    const held = one.swap ? (one.car + 1) % 6 : one.car
    const fate = one.fate === 'out' && out.has(held) ? 'back' : one.fate
    if (fate === 'out') out.add(held)
    await liveOrder(n, { ...one, fate })
  }
}

/** The kept figures come up with what was written past every trigger. */
async function followed(byEvents: boolean): Promise<void> {
  if (byEvents) {
    const event = `insert into event (merchant_id, type, ref, data) select $1, 'figures.changed', w || '/' || i,
      jsonb_build_object('what', w, 'id', i::text, 'from', $2::bigint) from (`
    await run(`${event} select 'order' as w, generate_series(9000000000, 9000000009) as i) x`, [begin - 30 * DAY])
    await run(`${event} select 'car' as w, id as i from vehicle where merchant_id = $1) x`, [begin - 30 * DAY])
  } else await run('delete from follower where merchant_id = $1')
  await followEvents(t)
}

async function liveOrder(n: number, o: Order): Promise<void> {
  const out = o.pickup + o.late
  const fate = begin + out * HALF > now - DAY && o.fate !== 'cancelled' ? 'waits' : o.fate
  const isOut = fate === 'out' || fate === 'back'
  const back = Math.min(out + o.stay, Math.floor((now - begin) / HALF))
  const end = o.pickup + o.length
  // What the database makes of other columns cannot be written.
  const [{ columns }] = (
    await t.root.query(
      `select string_agg(quote_ident(attname), ', ') as columns from pg_attribute
        where attrelid = '"order"'::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
    )
  ).rows
  const { rows } = await run(
    `insert into "order" (${columns}) select ${columns} from (select (jsonb_populate_record(o, $3::jsonb)).* from "order" o
      where merchant_id = $1 and id = $2) x returning id`,
    [
      template,
      JSON.stringify({
        id: String(9_000_000_000 + n),
        order_no: `ORACLE${n}`,
        status: { waits: 3, out: 5, back: 6, cancelled: 8 }[fate],
        prev_status: fate === 'cancelled' ? 3 : null,
        store_id: w.stores[o.store as 'hongqiao'],
        model_id: w.models[o.model as 'qin'],
        source: o.source,
        created_at: moment(o.created),
        pickup_at: moment(o.pickup),
        return_at: moment(end),
        actual_pickup_at: isOut ? moment(out) : null,
        actual_return_at: fate === 'back' ? moment(back) : null,
        cancelled_at: fate === 'cancelled' ? moment(o.created + 3) : null,
        cancel_by: fate === 'cancelled' ? 'customer' : null,
        quote_snapshot: { input: { returnAt: begin + end * HALF } },
      }),
    ],
  )
  const { id } = rows[0]
  const item = (type: number, fen: number, renewalId: string | null) =>
    run(
      `insert into order_item (merchant_id, order_id, item_type, code, name, qty, unit, unit_price_fen, amount_fen, renewal_id, created_by)
       values ($1, $2, $3, 'x', 'x', 1, 'order', $4, $4, $5, 0)`,
      [id, type, fen, renewalId],
    )
  await item(0, o.rent, null)
  await item(2, o.insurance, null)
  if (o.renewed !== null && isOut) {
    const made = await run(
      `insert into renewal (merchant_id, order_id, seq, status, old_return_at, new_return_at, amount_fen, extension, created_by)
       values ($1, $2, 1, 2, $3, $4, $5, '{}', 0) returning id`,
      [id, moment(end), moment(end + o.renewed.length), o.renewed.rent],
    )
    await item(0, o.renewed.rent, made.rows[0].id)
  }
  const post = async (key: string, account: string, fen: number, day: Date) => {
    if (fen === 0) return
    const txn = await run(
      `insert into ledger_txn (merchant_id, journal, idem_key, order_id, posted_on, account_id) values ($1, 8, $2, $3, $4, 0) returning id`,
      [`${key}:${n}`, id, localDate(day.getTime())],
    )
    await run(
      `insert into ledger_entry (merchant_id, txn_id, account, credit_fen, order_id) values ($1, $2, $3, $4, $5)`,
      [txn.rows[0].id, account, fen, id],
    )
  }
  if (fate === 'back') {
    await post('rent', 'rent_income', o.earned, moment(back))
    await post('service', 'service_income', o.service, moment(back))
  }
  if (fate === 'cancelled') await post('penalty', 'penalty_income', o.penalty, moment(o.created + 3))
  if (!isOut) return
  const hold = (car: number, from: number, to: number | null) =>
    run(
      `insert into vehicle_assignment (merchant_id, order_id, vehicle_id, from_at, to_at, start_odo) values ($1, $2, $3, $4, $5, 0)`,
      [id, cars()[car]!.id, moment(from), to === null ? null : moment(to)],
    )
  const last = fate === 'back' ? back : null
  const middle = out + Math.floor(o.stay / 2)
  if (o.swap && (last === null || middle < last)) {
    await hold(o.car, out, middle)
    await hold((o.car + 1) % 6, middle, last)
  } else await hold(o.car, out, last)
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
    order by a.from_at desc limit 1),
  (select a.vehicle_id from vehicle_assignment a where a.merchant_id = $1 and a.order_id = o.id and not a.void order by a.from_at limit 1), 0)`

/** The sums, counted half hour by half hour and order by order; money by the words of the books. */
async function counted({ from, until, store, model, source, car }: Asked) {
  const values = [new Date(from), new Date(until), store, model, source, new Date(now)]
  const { rows: time } = await run(
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
  const { rows: orders } = await run(
    `with o as (select * from "order" o where merchant_id = $1 and status > 0
        and ($8::bigint is null or ${carOnDay} = $8) and not (status = 8 and prev_status = 0)
        and ($4::bigint is null or store_id = $4) and ($5::bigint is null or model_id = $5) and ($6::int is null or source = $6)),
     sold as (
       select o.id, coalesce(r.old_return_at, o.pickup_at) as f,
         coalesce(r.new_return_at, to_timestamp((o.quote_snapshot -> 'input' ->> 'returnAt')::bigint / 1000)) as t,
         i.item_type, i.amount_fen from o join order_item i on i.order_id = o.id left join renewal r on r.id = i.renewal_id),
     edge as (select unnest(array[$2::timestamptz, least($3::timestamptz, $7::timestamptz)]::timestamptz[]) as at, unnest(array[-1, 1]) as sign),
     cut as (select o.id, least(o.actual_return_at, max(s.t)) as e, count(*) filter (where s.item_type = 0) as parts, min(s.f) as f
       from o join sold s on s.id = o.id group by o.id, o.actual_return_at),
     booked as (select o.id, coalesce(sum(e.credit_fen - e.debit_fen) filter (where e.account = 'rent_income'), 0) as rent,
         coalesce(sum(e.credit_fen - e.debit_fen) filter (where e.account = 'service_income'), 0) as service
       from o left join ledger_entry e on e.merchant_id = $1 and e.order_id = o.id group by o.id),
     gone as (select s.id, s.item_type, x.at, x.sign,
         sum(round(s.amount_fen * least(greatest(extract(epoch from x.at - s.f), 0), extract(epoch from s.t - s.f)) / extract(epoch from s.t - s.f))) as fen,
         sum(round(s.amount_fen * least(greatest(extract(epoch from least(x.at, c.e) - s.f), 0), extract(epoch from s.t - s.f)) / extract(epoch from s.t - s.f))) as cut_fen,
         sum(round(s.amount_fen * least(greatest(extract(epoch from c.e - s.f), 0), extract(epoch from s.t - s.f)) / extract(epoch from s.t - s.f))) as whole_fen
       from sold s join cut c on c.id = s.id cross join edge x group by s.id, s.item_type, x.at, x.sign),
     earned as (select o.id, g.item_type, g.sign * case
         when o.actual_pickup_at is null then 0
         when o.actual_return_at is null then g.fen
         when c.e <= c.f then case when g.at > o.actual_return_at then v.fen else 0 end
         when c.parts = 1 then round(v.fen * least(greatest(extract(epoch from g.at - c.f), 0), extract(epoch from c.e - c.f)) / extract(epoch from c.e - c.f))
         when g.whole_fen = 0 then case when g.at > o.actual_return_at then v.fen else 0 end
         else round(v.fen * g.cut_fen / g.whole_fen) end as fen
       from o join cut c on c.id = o.id join gone g on g.id = o.id join booked b on b.id = o.id
         cross join lateral (select case when g.item_type = 0 then b.rent
           else least(b.service, (select sum(amount_fen) from sold s where s.id = o.id and s.item_type = 2)) end as fen) v)
     select coalesce((select sum(fen) from earned where item_type = 0), 0)::int as rent,
       (coalesce((select sum(fen) from earned where item_type = 2), 0)
        + coalesce((select sum(b.service - least(b.service, (select sum(amount_fen) from sold s where s.id = o.id and s.item_type = 2)))
            from o join booked b on b.id = o.id where o.actual_return_at >= $2::timestamptz and o.actual_return_at < $3::timestamptz), 0))::int as service,
       coalesce((select sum(e.credit_fen) from o join ledger_entry e on e.order_id = o.id and e.account = 'penalty_income'
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
  for (const car of ['0', ...cars().map(({ id }) => id)]) {
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
          await live(lived)
          // What was kept of the history before is put right by events, every other time; else all is taken up anew.
          await followed(++histories % 2 === 0)
          expect(await toldByCar()).toEqual(await earnedByCar())
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
