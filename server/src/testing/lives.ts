import { costPayers, maintenanceTypes } from '@cheyi/domain/fleet/ticket/codes'
import { vehicleUse } from '@cheyi/domain/fleet/vehicle-control/codes'
import { type DayShare, noAccrual, spreadPosting } from '@cheyi/domain/money/payment/earning'
import { DAY, localDate, MINUTE } from '@cheyi/domain/time'
import fc from 'fast-check'
import type { TestApp } from './app.ts'
import { followEvents } from './jobs.ts'
import type { World } from './world/world.ts'

/*
 * Histories of orders and cars that are written into the tables row by row, past the rules that would keep them tidy: what the
 * figures count must not depend on who wrote the rows. Time goes in half hours from the begin of the history.
 */

const HALF = 30 * MINUTE

/** Arbitrary orders, moves and tickets of `cars` vehicles within `slots` half hours. */
export function historyOf(cars: number, slots: number, most: { readonly orders: number }) {
  const slot = (max: number) => fc.integer({ min: 0, max })
  const car = slot(cars - 1)
  return fc.record({
    orders: fc.array(
      fc.record({
        model: fc.constantFrom('lavida', 'qin', 'gl8'),
        store: fc.constantFrom('hongqiao', 'pudong'),
        source: fc.constantFrom(1, 2, 11),
        created: slot(slots - 200),
        pickup: slot(slots),
        length: fc.integer({ min: 1, max: 300 }),
        late: fc.integer({ min: -4, max: 6 }),
        stay: fc.integer({ min: 1, max: 330 }),
        fate: fc.constantFrom('waits', 'out', 'back', 'back', 'cancelled'),
        car,
        swap: fc.boolean(),
        rent: fc.integer({ min: 1, max: 90_000 }),
        insurance: fc.nat(5000),
        earned: fc.integer({ min: 0, max: 90_000 }),
        service: fc.nat(9000),
        penalty: fc.nat(9000),
        damage: fc.constantFrom(0, 0, 1, 70_000),
        renewed: fc.option(fc.record({ length: fc.integer({ min: 1, max: 100 }), rent: fc.nat(30_000) }), {
          nil: null,
        }),
      }),
      { minLength: 1, maxLength: most.orders },
    ),
    moves: fc.array(fc.record({ car, at: slot(slots), away: fc.boolean() }), { maxLength: 4 }),
    tickets: fc.array(fc.record({ car, from: slot(slots), length: fc.integer({ min: 1, max: 60 }) }), { maxLength: 3 }),
    /** Moves between stores, drivers' tasks and own uses. */
    uses: fc.array(
      fc.record({
        kind: fc.constantFrom(vehicleUse.relocation, vehicleUse.drive, vehicleUse.own),
        car,
        from: slot(slots),
        length: fc.option(fc.integer({ min: 1, max: 90 })),
      }),
      { maxLength: 5 },
    ),
  })
}
export type History = ReturnType<typeof historyOf> extends fc.Arbitrary<infer T> ? T : never
type Order = History['orders'][number]

interface Shop {
  readonly t: TestApp
  readonly w: World
  /** The order whose row the others are like. */
  readonly template: string
  readonly begin: number
  readonly now: number
}

/** Writes histories into the tables of a merchant, in place of the history before. */
export function livesOf({ t, w, template, begin, now }: Shop) {
  const moment = (slots: number) => new Date(begin + slots * HALF)
  const cars = [...w.vehicles.lavida, ...w.vehicles.qin, ...w.vehicles.gl8]
  const run = (text: string, values: unknown[] = []) => t.root.query(text, [w.merchantId, ...values])

  async function clear(): Promise<void> {
    await run(`delete from ledger_entry where merchant_id = $1`)
    for (const table of [
      'ledger_txn',
      'vehicle_use',
      'vehicle_assignment',
      'vehicle_period',
      'ticket',
      'order_item',
      'renewal',
    ])
      await run(`delete from ${table} where merchant_id = $1`)
    await run(`delete from "order" where merchant_id = $1 and id <> $2`, [template])
    await run(`update "order" set status = 8, prev_status = 0 where merchant_id = $1 and id = $2`, [template])
  }

  /** The stores of a car, from its purchase to its sale. */
  async function stand(index: number, moves: History['moves'], from = 0, until: number | null = null): Promise<void> {
    const own = moves.filter(({ car, at }) => car === index && at > from && (until === null || at < until))
    const edges = [from, ...new Set(own.map(({ at }) => at)), until ?? 100_000].toSorted((a, b) => a - b)
    for (const [i, edge] of edges.slice(0, -1).entries()) {
      const last = i === edges.length - 2
      const away = own.toSorted((a, b) => a.at - b.at).findLast((move) => move.at <= edge)?.away ?? false
      await run(
        `insert into vehicle_period (merchant_id, vehicle_id, home_store_id, model_id, lifecycle, from_at, to_at)
         select $1, $2, $3, model_id, 1, $4, $5 from vehicle where merchant_id = $1 and id = $2`,
        [
          cars[index]!.id,
          away ? w.stores.pudong : w.stores.hongqiao,
          moment(edge),
          last && until === null ? null : moment(edges[i + 1]!),
        ],
      )
    }
  }

  async function order(n: number, o: Order): Promise<void> {
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
          order_no: `LIVED${n}`,
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
    const post = async (key: string, account: string, fen: number, day: Date, days?: readonly DayShare[]) => {
      if (fen === 0) return
      const postedOn = localDate(day.getTime())
      const txn = await run(
        `insert into ledger_txn (merchant_id, journal, idem_key, order_id, posted_on, earned_days, account_id)
         values ($1, 8, $2, $3, $4, $5, 0) returning id`,
        [`${key}:${n}`, id, postedOn, days === undefined ? null : JSON.stringify(days)],
      )
      await run(
        `insert into ledger_entry (merchant_id, txn_id, account, credit_fen, order_id, posted_on) values ($1, $2, $3, $4, $5, $6)`,
        [txn.rows[0].id, account, fen, id, postedOn],
      )
    }
    if (fate === 'back') {
      const sold = [
        { period: { from: begin + o.pickup * HALF, to: begin + end * HALF }, rentFen: o.rent, serviceFen: 0 },
      ]
      const [pickedUpAt, returnedAt] = [begin + out * HALF, begin + back * HALF]
      const earning = { sold, pickedUpAt, returnedAt, posted: noAccrual }
      const days = spreadPosting(earning, { rentFen: o.earned, serviceFen: 0 }, localDate(returnedAt))
      await post('rent', 'rent_income', o.earned, moment(back), days)
      await post('service', 'service_income', o.service, moment(back))
      await post('damage', 'damage_income', o.damage, moment(back))
    }
    if (fate === 'cancelled') await post('penalty', 'penalty_income', o.penalty, moment(o.created + 3))
    if (!isOut) return
    const hold = (car: number, from: number, to: number | null) =>
      run(
        `insert into vehicle_assignment (merchant_id, order_id, vehicle_id, from_at, to_at, start_odo) values ($1, $2, $3, $4, $5, 0)`,
        [id, cars[car]!.id, moment(from), to === null ? null : moment(to)],
      )
    const last = fate === 'back' ? back : null
    const middle = out + Math.floor(o.stay / 2)
    if (o.swap && (last === null || middle < last)) {
      await hold(o.car, out, middle)
      await hold((o.car + 1) % cars.length, middle, last)
    } else await hold(o.car, out, last)
  }

  /** One car is out with one order: who is given a car that is out already brings it back. */
  async function orders(list: History['orders']): Promise<void> {
    const out = new Set<number>()
    for (const [n, one] of list.entries()) {
      const held = one.swap ? (one.car + 1) % cars.length : one.car
      const fate = one.fate === 'out' && out.has(held) ? 'back' : one.fate
      if (fate === 'out') out.add(held)
      await order(n, { ...one, fate })
    }
  }

  /** A repair with what it cost the merchant and the customer, fen. */
  const ticket = (n: number, { car, from, length }: History['tickets'][number], merchant = 0, customer = 0) =>
    run(
      `insert into ticket (merchant_id, no, kind, vehicle_id, store_id, status, actual_start, actual_end, maintain_type, costs, created_by)
       values ($1, $2, 2, $3, $4, 4, $5, $6, ${maintenanceTypes.code.repair}, $7, 0)`,
      [
        `WB${n}`,
        cars[car]!.id,
        w.stores.hongqiao,
        moment(from),
        moment(from + length),
        JSON.stringify(
          [
            { amount: merchant, payer: costPayers.code.merchant },
            { amount: customer, payer: costPayers.code.customer },
          ].filter(({ amount }) => amount > 0),
        ),
      ],
    )

  /** Who might move the cars, as triggers would have kept it of the rows of the history, and other uses. */
  async function use(others: History['uses']): Promise<void> {
    await run(
      `insert into vehicle_use (merchant_id, vehicle_id, kind, ref_id, order_id, since_at, until_at)
       select merchant_id, vehicle_id, ${vehicleUse.order}, id, order_id, from_at, to_at from vehicle_assignment
        where merchant_id = $1 and not void and from_at is distinct from to_at
       union all select merchant_id, vehicle_id, ${vehicleUse.work}, id, null, actual_start, actual_end from ticket
        where merchant_id = $1 and actual_start is not null on conflict do nothing`,
    )
    for (const [n, { kind, car, from, length }] of others.entries())
      await run(
        'insert into vehicle_use (merchant_id, vehicle_id, kind, ref_id, since_at, until_at) values ($1, $2, $3, $4, $5, $6)',
        [cars[car]!.id, kind, n, moment(from), length === null ? null : moment(from + length)],
      )
  }

  /** The figures come up with what was written past every trigger: by events, or from the start. */
  async function follow(byEvents: boolean): Promise<void> {
    if (byEvents) {
      const event = `insert into event (merchant_id, type, ref, data) select $1, 'figures.changed', w || '/' || i,
        jsonb_build_object('what', w, 'id', i::text, 'from', $2::bigint) from (`
      await run(`${event} select 'order' as w, generate_series(9000000000, 9000000029) as i) x`, [begin - 30 * DAY])
      await run(`${event} select 'car' as w, id as i from vehicle where merchant_id = $1) x`, [begin - 30 * DAY])
    } else await run('delete from follower where merchant_id = $1')
    await followEvents(t)
  }

  return { cars, clear, follow, moment, orders, run, stand, ticket, use }
}
