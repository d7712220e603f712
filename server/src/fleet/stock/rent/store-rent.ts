import { orderStatus } from '@cheyi/domain/booking/order/codes'
import { exclusiveKinds, occupancyKind, ticketHolds } from '@cheyi/domain/fleet/inventory/occupancy-codes'
import type { Occupancy } from '@cheyi/domain/fleet/stock/pool'
import type { HandoverBefore } from '@cheyi/domain/rental/pickup-return/before'
import type { Context } from '../../../kernel/context.ts'
import { at } from '../../../kernel/db/instant.ts'
import { sql } from '../../../kernel/db/sql.ts'
import { ticketsIn } from '../fleet/tickets.ts'
import type { PoolKey } from '../store.ts'

/*
 * Statements about cars that are out, on their way back, or at another store.
 */

/**
 * Serializes two handovers or tickets of one vehicle. The key of the row does not change, so a transaction that only
 * references the vehicle (a second change of a record or order before it has the pools) neither waits nor blocks this
 * lock.
 */
export function lockVehicle(ctx: Context, vehicleId: string): void {
  ctx.queue('select id from vehicle where id = $1 for no key update', [vehicleId])
  dropUnbegun(ctx, vehicleId)
}

/** A ticket that had not begun by the end of its plan took nothing: the present holder had the vehicle all the time. */
export const dropUnbegun = (ctx: Context, vehicleId: string | null): void =>
  ctx.queue(
    sql`update occupancy c set active = false, updated_at = app_now() from ticket t
      where c.vehicle_id = $1 and c.kind in (${ticketHolds}) and c.active and c.to_at <= app_now()
        and t.merchant_id = c.merchant_id and t.id = c.ref_id and ${ticketsIn('todo')}`,
    [vehicleId],
  )

export async function onRentElsewhere(ctx: Context, vehicleId: string, orderId: string): Promise<boolean> {
  const rows = await ctx.query(
    'select 1 from occupancy where vehicle_id = $1 and on_rent and active and ref_id <> $2 limit 1',
    [vehicleId, orderId],
  )
  return rows.length > 0
}

/** The current occupancy of an order. */
export const occupancyOfOrder = (ctx: Context, orderId: string) =>
  ctx.query.first(
    ctx.db
      .selectFrom('occupancy')
      .select(['storeId', 'modelId', 'fromAt', 'toAt', 'oneWay', 'vehicleId'])
      .where('refId', '=', orderId)
      .where('kind', '=', occupancyKind.order)
      .where('active', '=', true),
  )

/**
 * A car that was just returned may leave before its turnaround has passed: the time of that order then ends where the
 * new one begins. A row of an order that still waits for the car is left alone, so the exclusion constraint refuses the
 * handover.
 */
export const cutTurnaround = (ctx: Context, vehicleId: string, instant: number): void =>
  ctx.queue(
    sql`update occupancy c set to_at = greatest(c.from_at + interval '1 minute', $2), updated_at = app_now()
      where c.vehicle_id = $1 and c.kind = ${occupancyKind.order} and c.active and not c.on_rent and c.from_at < $2 and c.to_at > $2
        and c.order_status = ${orderStatus.returned}`,
    [vehicleId, at(instant)],
  )

export type Held = NonNullable<Awaited<ReturnType<typeof occupancyOfOrder>>>

/** Changes nothing while another order has the car, which {@link onRentElsewhere} tells of. */
export const startRent = (ctx: Context, orderId: string, from: number, to: number): void =>
  ctx.queue(
    sql`update occupancy c set from_at = $2, to_at = greatest(to_at, $3), on_rent = true, pinned = true, updated_at = app_now()
      where c.ref_id = $1 and c.kind = ${occupancyKind.order} and c.active
        and not exists (select from occupancy x where x.vehicle_id = c.vehicle_id and x.on_rent and x.active and x.ref_id <> $1)`,
    [orderId, at(from), at(to)],
  )

/** Ends at `to`, or where the next row of the vehicle begins: that row was promised and is not changed. */
export const endRent = (ctx: Context, orderId: string, vehicleId: string, to: number): void =>
  ctx.queue(
    sql`update occupancy c set on_rent = false, one_way = false, updated_at = app_now(),
        to_at = greatest(c.from_at + interval '1 minute', least($3, (
          select min(n.from_at) from occupancy n
           where n.vehicle_id = $2 and n.active and n.kind in (${exclusiveKinds}) and n.ref_id <> $1 and n.from_at >= c.from_at)))
      where c.ref_id = $1 and c.kind = ${occupancyKind.order} and c.active`,
    [orderId, vehicleId, at(to)],
  )

/** A car that was swapped away: its row ends and remains as history; another row holds the order from now on. */
export const endStretch = (ctx: Context, orderId: string, instant: number): void =>
  ctx.queue(
    sql`update occupancy set active = false, on_rent = false, one_way = false, updated_at = app_now(),
        to_at = greatest(from_at + interval '1 minute', $2)
      where ref_id = $1 and kind = ${occupancyKind.order} and active`,
    [orderId, at(instant)],
  )

/** Blocks a car that just came back for its turnaround, or until its next order begins. */
export const cleanUntil = (
  ctx: Context,
  car: { readonly storeId: string; readonly modelId: string; readonly vehicleId: string | null },
  until: number,
): void =>
  ctx.queue(
    sql`insert into occupancy (store_id, model_id, vehicle_id, kind, ref_id, from_at, to_at)
     select $1, $2, $3, ${occupancyKind.stop}, $3, $4, clean.until
       from (select least($5, (select min(n.from_at) from occupancy n
         where n.vehicle_id = $3 and n.active and n.kind in (${exclusiveKinds}) and n.to_at > $4)) as until) clean
      where clean.until > $4`,
    [car.storeId, car.modelId, car.vehicleId, at(ctx.now), at(until)],
  )

const extendTo = (ctx: Context, orderId: string, to: number): void =>
  ctx.queue(
    sql`update occupancy set to_at = $2, updated_at = app_now() where ref_id = $1 and kind = ${occupancyKind.order} and active`,
    [orderId, at(to)],
  )

/** Planned moves follow the times of their order. */
const shiftDeltas = (ctx: Context, orderId: string, to: number): void =>
  ctx.queue(`update pool_delta set at = $2 where ref_type = 'order' and ref_id = $1 and not consumed`, [
    orderId,
    at(to),
  ])

/** Extends the occupancy of an order, and with it the arrival of a one-way car. */
export function keepUntil(ctx: Context, orderId: string, held: Held, to: number): void {
  extendTo(ctx, orderId, to)
  if (held.oneWay) shiftDeltas(ctx, orderId, to)
}

/** The planned moves of an order have happened, or will not. @returns the stores that expected its car */
export async function consumeDeltas(ctx: Context, orderId: string): Promise<string[]> {
  const rows = await ctx.query<{ storeId: string; delta: number }>(
    `update pool_delta set consumed = true where ref_type = 'order' and ref_id = $1 and not consumed
     returning store_id, delta`,
    [orderId],
  )
  return rows.filter((row) => row.delta > 0).map((row) => row.storeId)
}

/** Ids of the orders of a pool that wait for this car. */
export async function waitingFor(ctx: Context, key: PoolKey, vehicleId: string): Promise<string[]> {
  const rows = await ctx.query(
    sql<{ id: string }>`select c.ref_id as id from occupancy c
      where c.store_id = $1 and c.model_id = $2 and c.vehicle_id = $3 and c.kind = ${occupancyKind.order} and c.active and not c.on_rent
        and c.to_at > $4 and c.order_status = ${orderStatus.submitted}
      order by c.ref_id`,
    [key.storeId, key.modelId, vehicleId, at(ctx.now)],
  )
  return rows.map((row) => row.id)
}

/** Orders keep their place in the stock without a car. */
export const withoutCar = (ctx: Context, orderIds: readonly string[]): void =>
  ctx.queue(
    sql`update occupancy set vehicle_id = null, pinned = false, updated_at = app_now()
      where ref_id = any ($1::bigint[]) and kind = ${occupancyKind.order} and active`,
    [orderIds],
  )

/** The turnaround of a one-way car blocks it in the pool that it belongs to now. */
export const settleIn = (ctx: Context, vehicleId: string, orderId: string): void =>
  ctx.queue(
    `update occupancy c set store_id = v.home_store_id from vehicle v
      where v.merchant_id = c.merchant_id and v.id = c.vehicle_id and c.vehicle_id = $1 and c.active and c.ref_id = $2`,
    [vehicleId, orderId],
  )

/** Restores what an order held before a handover that is undone. */
export const restoreStay = (ctx: Context, orderId: string, stay: HandoverBefore['stay'], onRent: boolean): void =>
  ctx.queue(
    sql`update occupancy set from_at = (stay ->> 'fromAt')::timestamptz, to_at = (stay ->> 'toAt')::timestamptz,
        pinned = (stay ->> 'pinned')::boolean, one_way = (stay ->> 'oneWay')::boolean, store_id = (stay ->> 'storeId')::bigint,
        on_rent = $3, updated_at = app_now()
       from (select $2::jsonb as stay) kept
      where ref_id = $1 and kind = ${occupancyKind.order} and active`,
    [orderId, JSON.stringify(stay), onRent],
  )

/** The other store no longer expects the car of an order. */
export const removeArrival = (ctx: Context, orderId: string): void =>
  ctx.queue(`delete from pool_delta where ref_type = 'order' and ref_id = $1 and not consumed and delta = 1`, [orderId])

/** The planned moves of an order are pending again. */
export const restoreDeltas = (ctx: Context, orderId: string): void =>
  ctx.queue(`update pool_delta set consumed = false where ref_type = 'order' and ref_id = $1 and consumed`, [orderId])

/** A row that is in the way on a vehicle. */
export interface Met {
  readonly kind: Occupancy['kind']
  readonly refId: string
}

/**
 * The end that an extended row may have, once the moves are written. The packing only sees one pool, and nothing of the
 * rows that may not move there (pinned orders, tickets): the row ends where the first row that is still on the vehicle
 * begins.
 */
export async function endBeforeNext(
  ctx: Context,
  { vehicleId, refId, toAt }: { readonly vehicleId: string | null; readonly refId: string; readonly toAt: number },
  { to, hit }: { readonly to: number; readonly hit: readonly Met[] },
): Promise<{ readonly to: number; readonly hit: readonly Met[] }> {
  const standing = await ctx.query(
    sql<Met & { readonly fromAt: number }>`select c.kind, c.ref_id, c.from_at from occupancy c
      where c.vehicle_id = $1 and c.active and c.kind in (${exclusiveKinds}) and c.ref_id <> $2 and c.from_at < $3 and c.to_at > $4`,
    [vehicleId, refId, at(to), at(toAt)],
  )
  const more = standing.filter((row) => !hit.some((known) => known.refId === row.refId))
  return { to: Math.max(toAt, Math.min(to, ...standing.map((row) => row.fromAt))), hit: [...hit, ...more] }
}

/** Other orders with this car before an instant, and whether a plan may move them. */
export const othersOn = (ctx: Context, vehicleId: string, orderId: string, until: number) =>
  ctx.query(
    sql<{ fixed: boolean }>`select c.pinned or c.on_rent or c.kind <> ${occupancyKind.order} as fixed from occupancy c
      where c.vehicle_id = $1 and c.active and c.kind in (${exclusiveKinds}) and c.ref_id <> $2 and c.from_at < $3 and c.to_at > $4`,
    [vehicleId, orderId, at(until), at(ctx.now)],
  )
