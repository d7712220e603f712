import { orderStatus } from '@cheyi/domain/booking/order/codes'
import { occupancyKind, vehicleBlocks } from '@cheyi/domain/fleet/inventory/occupancy-codes'
import { relocationStatus } from '@cheyi/domain/fleet/ticket/codes'
import type { Context } from '../../../kernel/context.ts'
import { at } from '../../../kernel/db/instant.ts'
import { type Sql, sql } from '../../../kernel/db/sql.ts'
import { orders } from '../../../kernel/orders.ts'
import type { PoolKey } from '../store.ts'
import { ticketsIn } from './tickets.ts'

/*
 * Statements about vehicles that enter and leave pools.
 */

export const ensurePools = (ctx: Context, keys: readonly PoolKey[]): void =>
  ctx.queue(
    `insert into pool (store_id, model_id)
     select distinct * from unnest($1::bigint[], $2::bigint[]) as k (store_id, model_id) order by 1, 2
     on conflict do nothing`,
    [keys.map((key) => key.storeId), keys.map((key) => key.modelId)],
  )

export interface Holds {
  /** An order is arranged on it, or has it out. */
  readonly ordered: boolean
  /** A customer has it. */
  readonly out: boolean
  readonly openTickets: number
}

export async function holdsOf(ctx: Context, vehicleId: string): Promise<Holds> {
  const { relocation, maintenance, inspection } = occupancyKind
  const [row] = await ctx.query(
    sql<{ ordered: boolean; out: boolean; tickets: number }>`select coalesce(bool_or(
          case when c.kind = ${occupancyKind.order} and c.order_status <> ${orderStatus.returned} then exists (select from ${orders.facts} o
            where o.id = c.ref_id and o.status in (${orderStatus.arranged}, ${orderStatus.pickedUp})) end), false) as ordered, coalesce(bool_or(c.on_rent), false) as out,
        -- Of one without a plan, or over its time, nothing is taken.
        (count(*) filter (where c.kind in (${relocation}, ${maintenance}, ${inspection}) and c.to_at > $2)
          + (select count(*) from ticket t where t.vehicle_id = $1 and ${ticketsIn('todo', 'running')}))::int as tickets
       from occupancy c where c.vehicle_id = $1 and c.active`,
    [vehicleId, at(ctx.now)],
  )
  return { ordered: row!.ordered, out: row!.out, openTickets: row!.tickets }
}

/** Ends the turnaround after the last return, and that of a car that was swapped away: a stop under the id of the vehicle. */
export const endTurnaround = (ctx: Context, vehicleId: string) =>
  ctx.query(
    `update occupancy c set to_at = greatest(c.from_at + interval '1 minute', $2), updated_at = app_now()
      where c.vehicle_id = $1 and c.active and not c.on_rent and c.from_at < $2 and c.to_at > $2
        and ((c.kind = ${occupancyKind.order} and c.order_status = ${orderStatus.returned})
          or (c.kind = ${occupancyKind.stop} and c.ref_id = c.vehicle_id))`,
    [vehicleId, at(ctx.now)],
  )

/** The block of a ticket ends now: at the instant from which another may take the car in the same transaction. */
export const endBlock = (ctx: Context, kind: number, refId: string): void =>
  ctx.queue(
    `update occupancy set to_at = greatest(from_at + interval '1 millisecond', $3), updated_at = app_now()
      where ref_id = $1 and kind = $2 and active and to_at > $3`,
    [refId, kind, at(ctx.now)],
  )

/** The block of a ticket ends at `to`. */
export const extendBlock = (ctx: Context, kind: number, refId: string, to: number): void =>
  ctx.queue('update occupancy set to_at = $3, updated_at = app_now() where ref_id = $1 and kind = $2 and active', [
    refId,
    kind,
    at(to),
  ])

/** The present block of a ticket. */
export const blockOf = (ctx: Context, kind: number, refId: string) =>
  ctx.query.first<{ fromAt: number; toAt: number }>(
    'select from_at, to_at from occupancy where ref_id = $1 and kind = $2 and active',
    [refId, kind],
  )

/** The store of a car from its next arrival on: the target of its way, or its home. */
const nextStore = (vehicleId: Sql, home: Sql): Sql =>
  sql`coalesce((select d.store_id from pool_delta d where d.vehicle_id = ${vehicleId} and d.delta > 0 and not d.consumed
      and (d.ref_type = 'order' or exists (select from ticket t
        where t.merchant_id = d.merchant_id and t.id = d.ref_id and t.status = ${relocationStatus.onTheWay}))), ${home})`

/**
 * A block for missing documents that has begun ends now and remains in the history of the vehicle, unless it is written
 * again with the same begin ($2: vehicles); one that has not begun is removed.
 */
const OVER_NOW = `active = from_at < app_now() and vehicle_id <> all ($2::bigint[]),
        to_at = case when from_at < app_now() then app_now() else to_at end, updated_at = app_now()`

/** Replaces the blocks for missing documents of these vehicles; two statements for all. */
export async function replacePapers(
  ctx: Context,
  key: PoolKey,
  vehicleIds: readonly string[],
  times: readonly { readonly vehicleId: string; readonly from: number; readonly to: number }[],
): Promise<void> {
  const kind = occupancyKind.documentExpired
  const closed = times.filter(({ from }) => from <= ctx.now).map((one) => one.vehicleId)
  await ctx.query(
    `update occupancy set ${OVER_NOW}
      where vehicle_id = any ($1::bigint[]) and kind = ${kind} and active and to_at > app_now()`,
    [vehicleIds, closed],
  )
  await ctx.query(
    sql`insert into occupancy (store_id, model_id, vehicle_id, kind, ref_id, from_at, to_at)
     select ${nextStore(sql`t.vehicle_id`, sql`$1`)}, $2, t.vehicle_id, ${kind}, t.vehicle_id, t.from_at, t.to_at
       from unnest($3::bigint[], $4::timestamptz[], $5::timestamptz[]) as t (vehicle_id, from_at, to_at)`,
    [
      key.storeId,
      key.modelId,
      times.map((one) => one.vehicleId),
      times.map((one) => at(one.from)),
      times.map((one) => at(one.to)),
    ],
  )
}

/**
 * The own blocks of a vehicle (stops, documents) count in the pool that it belongs to now. For a one-way car that is
 * out, that is the pool that expects it: the old pool has it rented until then, and the new one must know how long it
 * may be used.
 */
export const moveBlocks = (ctx: Context, vehicleId: string): void =>
  ctx.queue(
    sql`update occupancy c set store_id = ${nextStore(sql`v.id`, sql`v.home_store_id`)}, model_id = v.model_id, updated_at = app_now()
       from vehicle v
      where v.merchant_id = c.merchant_id and v.id = c.vehicle_id and v.id = $1 and c.active and c.kind in (${vehicleBlocks})`,
    [vehicleId],
  )

/** A vehicle that is not in service needs no blocks. */
export const dropPapers = (ctx: Context, vehicleId: string) =>
  ctx.query(
    `update occupancy set ${OVER_NOW} where vehicle_id = $1 and kind = ${occupancyKind.documentExpired} and active and to_at > app_now()`,
    [vehicleId, []],
  )
