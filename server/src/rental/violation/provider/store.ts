import { lifecycle } from '@cheyi/domain/fleet/inventory/codes'
import { depositKind, inHandStatuses } from '@cheyi/domain/money/deposit/codes'
import { violationStatus } from '@cheyi/domain/rental/violation/codes'
import { type FormerPlate, NEAR } from '@cheyi/domain/rental/violation/match'
import { WEEKLY } from '@cheyi/domain/rental/violation/provider'
import { DAY, type Instant } from '@cheyi/domain/time'
import type { Context } from '../../../kernel/context.ts'
import { at } from '../../../kernel/db/instant.ts'
import { sql } from '../../../kernel/db/sql.ts'

/** A car with the data for the provider's query. */
export interface QueriedCar {
  readonly vehicleId: string
  readonly plate: string
  readonly plateKind: number
  readonly former: readonly FormerPlate[]
  readonly vin: string
  readonly engineNo: string
}

const CARS = sql<QueriedCar>`select v.id as vehicle_id, v.plate, v.plate_kind, v.former_plates as former, v.vin, v.engine_no
    from vehicle v left join violation_query q on q.merchant_id = v.merchant_id and q.vehicle_id = v.id`

/** The car was returned after a given time, or is out. */
const DROVE = sql`exists (select from vehicle_assignment a
    where a.merchant_id = v.merchant_id and a.vehicle_id = v.id and not a.void and (a.to_at is null or a.to_at > $1))`

/**
 * Cars of the merchant, and those it no longer has that were rented since; the given ones, or all. Those with the oldest
 * query come first.
 */
export const cars = (ctx: Context, ids: readonly string[] | null, since: Instant) =>
  ctx.query(
    sql<QueriedCar>`${CARS} where (v.lifecycle <> ${lifecycle.disposed} or ${DROVE}) and ($2::bigint[] is null or v.id = any ($2))
      order by q.asked_at nulls first, v.id`,
    [at(since), ids],
  )

/** Whether all of these are cars of the merchant. */
export async function haveAll(ctx: Context, ids: readonly string[]): Promise<boolean> {
  const known = await ctx.query('select id from vehicle where id = any ($1::bigint[])', [ids])
  return known.length === new Set(ids).size
}

/** The cars to query in a night: those returned since `since` without an answer today, and those without an answer for a week. */
export const dueCars = (ctx: Context, since: Instant, today: Instant, most: number) =>
  ctx.query(
    sql<QueriedCar>`${CARS} cross join lateral (select exists (select from vehicle_assignment a where a.merchant_id = v.merchant_id
          and a.vehicle_id = v.id and not a.void and a.to_at > $1) as lately) back
      where (back.lately and (q.answered_at is null or q.answered_at < $2))
         or (v.lifecycle <> ${lifecycle.disposed} and (q.answered_at is null or q.answered_at <= $3))
      order by back.lately desc, q.asked_at nulls first, v.id limit $4`,
    [at(since), at(today), at(ctx.now - WEEKLY + DAY / 2), most],
  )

/** Records that cars were queried now, and which of them had a complete answer. */
export const noteAsked = (ctx: Context, asked: readonly string[], told: readonly string[]) =>
  ctx.query(
    `insert into violation_query as q (vehicle_id, asked_at, answered_at)
     select id, app_now(), case when id = any ($2::bigint[]) then app_now() end from unnest($1::bigint[]) as id order by id
     on conflict (merchant_id, vehicle_id) do update set asked_at = excluded.asked_at, answered_at = coalesce(excluded.answered_at, q.answered_at)`,
    [asked, told],
  )

/** Those of these cars that were asked about after a moment. */
export async function askedSince(ctx: Context, ids: readonly string[], since: Instant): Promise<ReadonlySet<string>> {
  const rows = await ctx.query<{ id: string }>(
    'select vehicle_id as id from violation_query where vehicle_id = any ($1::bigint[]) and asked_at > $2',
    [ids, at(since)],
  )
  return new Set(rows.map(({ id }) => id))
}

/** Whether all cars of an order had a complete answer since a given time, and no unmatched violation may belong to the order. */
export async function noneIsOpen(ctx: Context, orderId: string, since: Instant): Promise<boolean> {
  const [row] = await ctx.query<{ told: boolean | null; unmatched: boolean }>(
    `select bool_and(coalesce(q.answered_at >= $2, false)) as told,
        bool_or(exists (select from violation i where i.merchant_id = a.merchant_id and i.vehicle_id = a.vehicle_id
          and i.status = ${violationStatus.unmatched} and i.occur_at >= a.from_at - $3::interval and i.occur_at <= a.to_at + $3::interval)) as unmatched
       from vehicle_assignment a left join violation_query q on q.merchant_id = a.merchant_id and q.vehicle_id = a.vehicle_id
      where a.order_id = $1 and not a.void`,
    [orderId, at(since), `${NEAR / 1000} seconds`],
  )
  return row?.told === true && !row.unmatched
}

/** Orders of some cars whose violation deposit is past its release day and still held. */
export async function dueOrders(ctx: Context, vehicleIds: readonly string[]): Promise<string[]> {
  const rows = await ctx.query(
    sql<{ orderId: string }>`select distinct d.order_id from deposit d
       join vehicle_assignment a on a.merchant_id = d.merchant_id and a.order_id = d.order_id and not a.void
      where d.kind = ${depositKind.violation} and d.hold_status in (${inHandStatuses})
        and d.due_release_at <= app_now() and a.vehicle_id = any ($1::bigint[]) order by d.order_id`,
    [vehicleIds],
  )
  return rows.map(({ orderId }) => orderId)
}
