import { contract } from '@cheyi/contract/index'
import { stopReason } from '@cheyi/domain/fleet/inventory/occupancy-codes'
import { payKind, payWay } from '@cheyi/domain/money/payment/codes'
import { addDays, DAY, localDate, MINUTE } from '@cheyi/domain/time'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { newClient } from '../../kernel/db/pools.ts'
import { runForMerchants } from '../../kernel/process/jobs.ts'
import { type Follower, following, followOn } from '../../platform/stream/actions.ts'
import { type TestApp, testApp } from '../../testing/app.ts'
import { at } from '../../testing/at.ts'
import { reckonedFigures, toldFigures } from '../../testing/figures.ts'
import { inTheEnd } from '../../testing/in-the-end.ts'
import { eventsReadable, followEvents } from '../../testing/jobs.ts'
import { book, giveBack, pickUp } from '../../testing/world/bookings.ts'
import { makeWorld, type World } from '../../testing/world/world.ts'
import { compareFigures, type FigureDifferences } from './compare.ts'
import { figuresFollower } from './keep.ts'

const { data, payment, profit } = contract

let t: TestApp
let w: World
/** Back for some days. */
let back: string
/** With its customer. */
let out: string

beforeAll(async () => {
  t = await testApp({ poolSize: 8 })
  t.clock.set(at('11-20T09:00'))
  w = await makeWorld(t, { cars: 2 })
  back = await rent('11-20T10:00', '11-22T10:00')
  out = await rent('11-21T10:00', '11-26T10:00')
  await rent('11-28T10:00', '11-29T10:00', false)
  t.clock.set(at('11-22T10:00'))
  await ends(back)
  t.clock.set(at('11-25T10:00'))
  await follow()
})
afterAll(() => t.close())

async function rent(pickupAt: string, returnAt: string, leaves = true): Promise<string> {
  const { orderId, total } = await book(t, w, { trip: { pickupAt: at(pickupAt), returnAt: at(returnAt) } })
  await t.call(payment.collect, { orderId, payKind: payKind.rent, amount: total, payWay: payWay.cash }, owner())
  if (!leaves) return orderId
  t.clock.set(at(pickupAt))
  await pickUp(t, w, orderId)
  await writeNow(
    `insert into vehicle_assignment (merchant_id, order_id, vehicle_id, from_at, start_odo)
     select merchant_id, id, vehicle_id, $2, 1000 from "order" where id = $1`,
    orderId,
  )
  return orderId
}

async function ends(orderId: string): Promise<void> {
  await giveBack(t, w, orderId)
  await writeNow('update vehicle_assignment set to_at = $2, end_odo = 1480 where order_id = $1', orderId)
}

/** Writes at the time of the test, as the server does: triggers ask for the day, which for the database would be that of the machine. */
async function writeNow(statement: string, orderId: string): Promise<void> {
  const now = new Date(t.clock.now())
  await t.root.query('begin')
  await t.root.query(`select set_config('app.now', $1, true)`, [now.toISOString()])
  await t.root.query(statement, [orderId, now])
  await t.root.query('commit')
}

const owner = () => ({ token: w.tokens.owner })
const follow = () => followEvents(t)
const days = { from: '2026-11-19', to: '2026-11-25' }
const wide = { from: '2026-01-01', to: '2026-11-25' }

const told = (of = days) => toldFigures({ t, w }, of)
const reckoned = (of = days) => reckonedFigures({ t, w }, of)

const sums = async () => {
  const { rows } = await t.root.query(
    `select to_jsonb(d) as row from figure_day d where merchant_id = $1
      order by grain, day, store_id, model_id, source, order_kind`,
    [w.merchantId],
  )
  return rows.map(({ row }) => row)
}

describe('kept figures', () => {
  it('are those that are reckoned, in every slice', async () => {
    expect((await sums()).length).toBeGreaterThan(10)
    expect(await told()).toEqual(await reckoned())
    const { rows } = await t.root.query('select kept_to::text as day from figure_state where merchant_id = $1', [
      w.merchantId,
    ])
    expect(rows[0].day).toBe('2026-11-24')
  })

  it('say of when they are', async () => {
    const { at: then } = await t.call(data.overview, days, owner())
    expect(then).toBe(at('11-25T10:00'))
    t.clock.set(at('11-25T10:05'))
    expect((await t.call(data.overview, days, owner())).at).toBe(at('11-25T10:00'))
    expect((await t.call(data.overview, { from: '2026-11-25' }, owner())).at).toBe(at('11-25T10:00'))
    await follow()
    expect((await t.call(data.overview, { from: '2026-11-25' }, owner())).at).toBe(at('11-25T10:05'))
    expect((await t.call(data.orders, { ...days, figure: 'revenue' }, owner())).at).toBe(at('11-25T10:05'))
  })

  it('follow an order of two years ago that is put right, a car, a ticket and money of then', async () => {
    const old = { from: '2024-11-10', to: '2024-11-20' }
    const next = { from: '2025-11-10', to: '2025-11-20' }
    const day = (text: string) => new Date(at('11-20T09:00') - (366 + 365 - Number(text)) * DAY)
    await t.root.query(`update vehicle_period set from_at = $2 where merchant_id = $1 and to_at is null`, [
      w.merchantId,
      day('-20'),
    ])
    await t.root.query(
      `update "order" set created_at = $2, pickup_at = $3, actual_pickup_at = $3, actual_return_at = $4,
         quote_snapshot = jsonb_set(quote_snapshot, '{input,returnAt}', to_jsonb($5::bigint)) where id = $1`,
      [back, day('-10'), day('-8'), day('-4'), day('-4').getTime()],
    )
    await t.root.query(`update vehicle_assignment set from_at = $2, to_at = $3 where order_id = $1`, [
      back,
      day('-8'),
      day('-4'),
    ])
    await t.root.query(
      `insert into ticket (merchant_id, no, kind, vehicle_id, store_id, status, actual_start, actual_end, maintain_type, created_by)
       select merchant_id, 'WB9', 2, id, home_store_id, 4, $2, $3, 1, 0 from vehicle where merchant_id = $1 limit 1`,
      [w.merchantId, day('-7'), day('-6')],
    )
    await follow()
    expect(await told(old)).toEqual(await reckoned(old))
    expect(await told(next)).toEqual(await reckoned(next))
    expect(await told()).toEqual(await reckoned())
    const { figures } = await t.call(data.overview, old, owner())
    const value = (key: string) => figures.find((one) => one.key === key)?.value
    expect(value('returns')).toBe(1)
    expect(value('rented')).toBe(4 * 24 * 60)
    // Income stays on the days to which it was posted.
    expect(value('rent')).toBe(0)
    // Last year's comparison as well.
    const later = await t.call(data.overview, next, owner())
    expect(later.figures.find(({ key }) => key === 'returns')?.lastYear).toBe(1)
  })

  it('count a violation on the day it happened, whenever it is told of, and take it back', async () => {
    const violations = async () =>
      (await t.call(data.orders, { ...days, figure: 'violationRate' }, owner())).list.map(({ orderId }) => orderId)
    const rate = async () =>
      (await t.call(data.overview, days, owner())).figures.find(({ key }) => key === 'violationRate')?.value
    expect(await rate()).toBe(null)
    await t.root.query(
      `insert into violation (merchant_id, no, status, plate, occur_at, points, fine_fen, source, match_type, order_id, vehicle_id)
       select merchant_id, 'WZ1', 1, plate, $2, 0, 20000, 1, 1, id, vehicle_id from "order" where id = $1`,
      [out, new Date(at('11-23T08:30'))],
    )
    await t.root.query('update "order" set actual_return_at = $2, status = 6 where id = $1', [
      out,
      new Date(at('11-24T10:00')),
    ])
    await follow()
    expect(await violations()).toEqual([out])
    expect(await rate()).toBe(10_000)
    expect(await told()).toEqual(await reckoned())
    await t.root.query(`update violation set status = 8 where order_id = $1`, [out])
    await t.root.query('update "order" set actual_return_at = null, status = 5 where id = $1', [out])
    await follow()
    expect(await violations()).toEqual([])
    expect(await told()).toEqual(await reckoned())
  })

  it('close each day that is over, with what is still out, however long nobody looked', async () => {
    t.clock.set(at('11-29T00:05'))
    await follow()
    const kept = async () =>
      (await t.root.query('select kept_to::text as day from figure_state where merchant_id = $1', [w.merchantId]))
        .rows[0].day
    // Calls of before midnight may still be under way.
    expect(await kept()).toBe('2026-11-27')
    t.clock.set(at('11-29T00:11'))
    await follow()
    expect(await kept()).toBe('2026-11-28')
    const late = { from: '2026-11-20', to: '2026-11-29' }
    expect(await told(late)).toEqual(await reckoned(late))
    const { figures } = await t.call(data.overview, { from: '2026-11-28', to: '2026-11-28' }, owner())
    expect(figures.find(({ key }) => key === 'out')?.value).toBe(1)
  })

  it('are the same however often orders are followed, by whom and by how many at once', async () => {
    const before = await sums()
    await t.root.query('update "order" set version = version where merchant_id = $1', [w.merchantId])
    await t.root.query(`update follower set xid = '3', event_id = 0 where merchant_id = $1`, [w.merchantId])
    await Promise.all([follow(), follow(), follow()])
    expect(await sums()).toEqual(before)
    await t.root.query('delete from figure_part where merchant_id = $1 and subject_id = $2', [w.merchantId, out])
    await t.root.query('delete from figure_state where merchant_id = $1', [w.merchantId])
    await t.root.query('delete from follower where merchant_id = $1', [w.merchantId])
    await Promise.all([follow(), follow()])
    await follow()
    expect((await sums()).filter(nonZero)).toEqual(before.filter(nonZero))
  })

  it('count nothing twice when a step is killed in its middle', async () => {
    const before = await sums()
    await t.root.query(
      `update "order" set cancelled_at = null, actual_return_at = actual_return_at + interval '1 day' where id = $1`,
      [back],
    )
    let killed = 0
    const dying: Follower<'order.changed' | 'figures.changed'> = {
      ...figuresFollower,
      async follow(ctx, events) {
        await figuresFollower.follow(ctx, events)
        killed++
        throw new Error('killed')
      },
    }
    await runForMerchants(t.jobs, 'dying', async (ctx) => void (await followOn(ctx, dying)))
    expect(killed).toBeGreaterThan(0)
    expect(await sums()).toEqual(before)
    await follow()
    expect(await sums()).not.toEqual(before)
    expect(await told(wide)).toEqual(await reckoned(wide))
    await t.root.query(`update "order" set actual_return_at = actual_return_at - interval '1 day' where id = $1`, [
      back,
    ])
    await follow()
    expect((await sums()).filter(nonZero)).toEqual(before.filter(nonZero))
  })

  const nonZero = (row: Record<string, unknown>) =>
    Object.entries(row).some(
      ([name, value]) => typeof value === 'number' && value !== 0 && !/_id$|^source$|^order_kind$/.test(name),
    )

  it('are compared at night, repaired and told of', async () => {
    const compare = async (): Promise<FigureDifferences> => {
      const found: FigureDifferences[] = []
      await runForMerchants(t.jobs, 'compare', async (ctx) => {
        if (ctx.merchantId === w.merchantId) found.push(await compareFigures(ctx, '2026-11-19', '2026-11-28'))
      })
      return found[0]!
    }
    const before = (await sums()).filter(nonZero)
    expect(await compare()).toEqual({ subjects: [], days: [] })
    await t.root.query(
      `update figure_day set created = created + 1 where merchant_id = $1 and day = '2026-11-20' and grain = 'store'`,
      [w.merchantId],
    )
    await t.root.query(`delete from figure_part where merchant_id = $1 and subject_id = $2`, [w.merchantId, out])
    const found = await compare()
    expect(found.subjects).toContainEqual({ subject: 'order', subjectId: out, month: '2026-11-01' })
    expect(found.days.length).toBeGreaterThan(0)
    expect((await sums()).filter(nonZero)).toEqual(before)
    expect(await compare()).toEqual({ subjects: [], days: [] })
    // So is what days are reckoned from, of orders that are none of theirs too.
    const week = { from: '2026-11-20', to: '2026-11-29' }
    const shown = async () => (await t.call(data.overview, week, owner())).figures
    const right = await shown()
    await t.root.query(
      `update figure_fact set facts = case subject when 'car' then '{}'
          else facts || (select jsonb_object_agg((key::bigint + 24)::text, value) from jsonb_each(facts)) end
        where merchant_id = $1 and facts <> '{}' and day >= '2026-11-19'`,
      [w.merchantId],
    )
    expect(await shown()).not.toEqual(right)
    await compare()
    expect(await told(week)).toEqual(await reckoned(week))
    // What the follower has not come to yet is no difference.
    await t.root.query(`update "order" set pickup_at = pickup_at - interval '1 day' where id = $1`, [out])
    expect(await compare()).toEqual({ subjects: [], days: [] })
    expect(await told(wide)).toEqual(await reckoned(wide))
  })

  it('count a car as idle while nobody might move it, and learn of a use that is entered late', async () => {
    const month = { from: '2026-11-01', to: '2026-11-01', pageSize: 100 } as const
    const { id: vehicleId } = w.vehicles.gl8[0]!
    const idle = async () => {
      await follow()
      const { list } = await t.call(profit.list, month, owner())
      return list.find((car) => car.vehicleId === vehicleId)!.sums.idle
    }
    const before = await idle()
    expect(before).toBeGreaterThan(DAY / MINUTE)
    const { rows } = await t.root.query(
      `insert into stop_sale (merchant_id, store_id, model_id, vehicle_id, reason, from_at, to_at, created_by)
       select merchant_id, home_store_id, model_id, id, ${stopReason.ownUse}, $3, $4, 0 from vehicle where merchant_id = $1 and id = $2 returning id`,
      [w.merchantId, vehicleId, new Date(at('11-20T10:00')), new Date(at('11-20T16:00'))],
    )
    expect(await idle()).toBe(before - 360)
    await t.root.query('update stop_sale set to_at = $2 where id = $1', [rows[0].id, new Date(at('11-20T12:00'))])
    expect(await idle()).toBe(before - 120)
    await t.root.query('update stop_sale set removed_at = from_at where id = $1', [rows[0].id])
    expect(await idle()).toBe(before)
  })

  it('cost a booking, a payment, a pickup and a return of today no row', async () => {
    await follow()
    const written = async () => [
      (await t.root.query('select count(*)::int as n from figure_part')).rows[0].n,
      (await t.root.query('select count(*)::int as n from figure_day')).rows[0].n,
      // A new customer is told to the list of customers alone.
      (
        await t.root.query(
          `select count(*)::int as n from event where type = 'figures.changed' and data ->> 'what' <> 'person'`,
        )
      ).rows[0].n,
    ]
    t.clock.set(at('11-29T09:00'))
    await follow()
    const before = await written()
    const orderId = await rent('11-29T10:00', '11-30T10:00')
    expect(await written()).toEqual(before)
    t.clock.set(at('11-29T12:00'))
    await ends(orderId)
    // What it earned was earned today.
    expect((await written()).slice(0, 2)).toEqual(before.slice(0, 2))
  })
})

describe('a follower', () => {
  // An open transaction of another test holds the events back, and those from before a follower's beginning would come after it.
  beforeEach(() => eventsReadable(t))

  const collects = (name: string) => {
    const seen: string[] = []
    const follower: Follower<'figures.changed'> = {
      name,
      types: ['figures.changed'],
      async begin() {},
      async follow({ now }, events) {
        seen.push(...events.map((event) => event.data.id))
        return now + DAY
      },
    }
    return { seen, step: () => runForMerchants(t.jobs, name, async (ctx) => void (await followOn(ctx, follower))) }
  }
  const event = `insert into event (merchant_id, type, ref, data, at)
    values ($1, 'figures.changed', $2, jsonb_build_object('what', 'order', 'id', $2::text, 'from', 0), $3)`

  it('misses none that is committed behind a later one', async () => {
    const { seen, step } = collects('orderly')
    await step()
    const [early, late] = [
      newClient({ connectionString: t.database.migratorUrl }),
      newClient({ connectionString: t.database.migratorUrl }),
    ]
    await Promise.all([early.connect(), late.connect()])
    try {
      const values = (name: string) => [w.merchantId, name, new Date(t.clock.now())]
      await early.query('begin')
      await early.query(event, values('1'))
      await late.query(event, values('2'))
      await step()
      expect(seen).toEqual([])
      await early.query('commit')
      await inTheEnd(async () => {
        await step()
        expect(seen).toEqual(['1', '2'])
      })
    } finally {
      await Promise.all([early.end(), late.end()])
    }
  })

  it('keeps events from being thrown away before it has come past', async () => {
    const { seen, step } = collects('slow')
    await step()
    const old = new Date(t.clock.now() - 3 * DAY)
    for (const name of ['11', '12', '13']) await t.root.query(event, [w.merchantId, name, old])
    await t.root.query(event, [w.merchantId, '14', new Date(t.clock.now())])
    const purge = () => t.root.query('select purge_events($1)', [new Date(t.clock.now() - DAY)])
    const left = async () =>
      (
        await t.root.query(`select ref from event where type = 'figures.changed' and at < $1 order by xid, id`, [
          new Date(t.clock.now() - DAY),
        ])
      ).rows.map(({ ref }) => ref)
    await purge()
    expect(await left()).toEqual(expect.arrayContaining(['11', '12', '13']))
    await inTheEnd(async () => {
      await step()
      expect(seen).toEqual(['11', '12', '13', '14'])
    })
    await follow()
    await t.root.query(`delete from follower where name = 'orderly'`)
    await purge()
    expect(await left()).toEqual(['13'])
    await t.root.query(`delete from follower where name = 'slow'`)
  })

  it('with much to do for one merchant lets the events of others wait for one turn only', async () => {
    const other = await makeWorld(t, { name: '别家租车' })
    const seen: string[] = []
    let turns = 0
    const follower: Follower<'figures.changed'> = {
      name: 'turns',
      types: ['figures.changed'],
      async begin() {},
      async follow(ctx, events) {
        if (ctx.merchantId === other.merchantId) seen.push(...events.map(({ data }) => data.id))
        if (ctx.merchantId !== w.merchantId) return ctx.now + DAY
        if (turns++ === 2) await t.root.query(event, [other.merchantId, '31', new Date(t.clock.now())])
        return seen.length > 0 || turns > 200 ? ctx.now + DAY : ctx.now
      },
    }
    await following(follower)(t.jobs)
    expect(seen).toEqual(['31'])
    expect(turns).toBeLessThan(200)
    await t.root.query(`delete from follower where name = 'turns'`)
  })

  it('is not asked about a merchant until something happens to it or its time has come', async () => {
    const steps: (readonly string[])[] = []
    const follower: Follower<'figures.changed'> = {
      name: 'quiet',
      types: ['figures.changed'],
      async begin() {},
      async follow(ctx, events) {
        if (ctx.merchantId === w.merchantId) steps.push(events.map(({ data }) => data.id))
        return ctx.now + DAY
      },
    }
    const run = () => following(follower)(t.jobs)
    await run()
    await run()
    expect(steps).toEqual([[]])
    await t.root.query(event, [w.merchantId, '21', new Date(t.clock.now())])
    await inTheEnd(async () => {
      await run()
      expect(steps).toEqual([[], ['21']])
    })
    t.clock.set(t.clock.now() + DAY)
    await run()
    await run()
    expect(steps).toEqual([[], ['21'], []])
    await t.root.query(`delete from follower where name = 'quiet'`)
  })

  it('begins anew where its place is of another life of the database', async () => {
    await t.root.query(`update follower set xid = '9000000000' where merchant_id = $1 and name = 'figures'`, [
      w.merchantId,
    ])
    const wide = { from: '2026-01-01', to: localDate(t.clock.now()) }
    await t.root.query('delete from figure_day where merchant_id = $1', [w.merchantId])
    await follow()
    expect(await told(wide)).toEqual(await reckoned(wide))
    expect(addDays(localDate(t.clock.now()), -1)).toBe(
      (await t.root.query('select kept_to::text as day from figure_state where merchant_id = $1', [w.merchantId]))
        .rows[0].day,
    )
  })
})
