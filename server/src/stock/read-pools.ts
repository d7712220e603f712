import { lifecycle } from '@cheyi/domain/inventory/codes'
import type { Settings } from '@cheyi/domain/merchant/setting'
import { isOnRent, wasReturned } from '@cheyi/domain/order/steps'
import { heldUntil } from '@cheyi/domain/order/timers'
import { isMovable } from '@cheyi/domain/stock/count/period'
import type { Occupancy, Pool, PoolDelta, StopSale } from '@cheyi/domain/stock/pool'
import type { Context } from '../kernel/context.ts'
import { at, FOREVER } from '../kernel/db/instant.ts'
import { type Sql, sql } from '../kernel/db/sql.ts'
import type { PoolKey } from './store.ts'

/*
 * Pools as the rules see them. What stands in a pool comes as one row of numbers per pool, from one index and without a
 * row of "order": an object per occupancy cost Node more than all the reading costs PostgreSQL (decision 0029).
 */

/** What the pools of a store are read with. */
export type PoolSettings = Pick<Settings, 'lockWindowMinutes' | 'overdueHoldMinutes' | 'turnaroundMinutes'>

/**
 * The pools of one store for several models, with everything that ends after `from` and every car that is out: four
 * statements in one flight.
 * Call it with every store in sight (`ctx.elevated`): a clerk of one store books against everybody's orders.
 */
export async function readPools(
  ctx: Context,
  storeId: string,
  modelIds: readonly string[],
  options: { from: number; settings: PoolSettings },
): Promise<Map<string, Pool>> {
  const rows = await readRows(ctx, (store, model) => sql`${store} = $1 and ${model} = any ($2::bigint[])`, [
    storeId,
    modelIds,
    at(Math.min(options.from, ctx.now)),
  ])
  return new Map(
    modelIds.map((modelId) => [modelId, poolFrom(rows, { storeId, modelId }, ctx.now, options.settings)] as const),
  )
}

/** Pools of any stores, from now on: four statements in one flight. Call it with every store in sight. */
export async function readPoolsOf<K extends PoolKey & { readonly settings: PoolSettings }>(
  ctx: Context,
  keys: readonly K[],
): Promise<Map<K, Pool>> {
  const rows = await readRows(
    ctx,
    (store, model) => sql`(${store}, ${model}) in (select * from unnest($1::bigint[], $2::bigint[]))`,
    [keys.map((key) => key.storeId), keys.map((key) => key.modelId), at(ctx.now)],
  )
  return new Map(keys.map((key) => [key, poolFrom(rows, key, ctx.now, key.settings)] as const))
}

type PoolRows = Awaited<ReturnType<typeof readRows>>

const epochMs = (instant: Sql) => sql`(date_part('epoch', ${instant}) * 1000)::bigint`

/**
 * An occupancy in six numbers, read by {@link occupancyOf}: what it is in bits, who, on which vehicle, from, to, and the
 * agreed time that still matters: of a car that is out its return, else the pickup.
 */
const numbers = sql`array[
  c.kind + c.pinned::int * 8 + c.on_rent::int * 16 + c.one_way::int * 32 + coalesce(c.order_status, 0) * 64
    + coalesce(c.source, 0) * 1024,
  c.ref_id, c.vehicle_id, ${epochMs(sql`c.from_at`)}, ${epochMs(sql`c.to_at`)},
  ${epochMs(sql`case when c.on_rent then c.return_at else c.pickup_at end`)}]`

/** The rows that pools are made of; `of` narrows by the columns of store and model, with $1 and $2. */
async function readRows(
  ctx: Context,
  of: (store: Sql, model: Sql) => Sql,
  values: readonly [stores: unknown, models: unknown, from: Date],
) {
  const [vehicles, occupancies, deltas, stops] = await Promise.all([
    ctx.query(
      sql<{
        storeId: string
        modelId: string
        ids: string[]
      }>`select home_store_id as store_id, model_id, array_agg(id order by id) as ids from vehicle
        where ${of(sql`home_store_id`, sql`model_id`)} and lifecycle = ${lifecycle.inService} group by home_store_id, model_id`,
      values.slice(0, 2),
    ),
    ctx.query(
      sql<{
        storeId: string
        modelId: string
        rows: string
      }>`select c.store_id, c.model_id, array_agg(${numbers})::text as rows from occupancy c
        where ${of(sql`c.store_id`, sql`c.model_id`)} and c.held_to > $3 and c.active group by c.store_id, c.model_id`,
      values,
    ),
    ctx.query(
      sql<DeltaRow>`select d.store_id, d.model_id, d.at, d.delta, d.vehicle_id, o.status, o.return_at
         from pool_delta d left join "order" o on d.ref_type = 'order' and o.id = d.ref_id and o.merchant_id = d.merchant_id
        where ${of(sql`d.store_id`, sql`d.model_id`)} and not d.consumed order by d.at, d.id`,
      values.slice(0, 2),
    ),
    ctx.query(
      sql<StopRow>`select store_id, model_id, from_at, to_at, quantity, channels from stop_sale
        where ${of(sql`store_id`, sql`model_id`)} and to_at > $3 and removed_at is null and vehicle_id is null`,
      values,
    ),
  ])
  return {
    vehicles: byPool(vehicles),
    occupancies: byPool(occupancies),
    deltas: byPool(deltas),
    stops: byPool(stops),
  }
}

const placeOf = (storeId: string, modelId: string): string => `${storeId}/${modelId}`

/** Rows of each pool, in their order. */
function byPool<T extends { storeId: string; modelId: string }>(rows: readonly T[]): (key: PoolKey) => readonly T[] {
  const groups = Map.groupBy(rows, (row) => placeOf(row.storeId, row.modelId))
  return ({ storeId, modelId }) => groups.get(placeOf(storeId, modelId)) ?? []
}

const poolFrom = (rows: PoolRows, key: PoolKey, now: number, settings: PoolSettings): Pool => ({
  vehicles: rows.vehicles(key)[0]?.ids ?? [],
  occupancies: occupanciesOf(rows.occupancies(key)[0]?.rows, now, settings),
  deltas: rows.deltas(key).map((row) => deltaOf(row, now, settings)),
  stopSales: rows.stops(key).map(
    (row): StopSale => ({
      from: row.fromAt,
      to: row.toAt,
      quantity: row.quantity ?? 'all',
      channels: row.channels,
    }),
  ),
})

interface StopRow {
  storeId: string
  modelId: string
  fromAt: number
  toAt: number
  quantity: number | null
  channels: number[]
}

interface DeltaRow {
  storeId: string
  modelId: string
  at: number
  delta: number
  vehicleId: string | null
  status: number | null
  returnAt: number | null
}

/** A one-way car that is not back leaves the one pool and reaches the other as late as it is. */
function deltaOf(row: DeltaRow, now: number, settings: PoolSettings): PoolDelta {
  const onRent = row.status !== null && isOnRent(row.status)
  const due = heldUntil({ to: row.at, onRent, returnAt: row.returnAt }, now, settings)
  return row.delta < 0 ? { at: due, change: -1 } : { at: due, change: 1, vehicleId: row.vehicleId! }
}

/** Rows as {@link numbers} writes them, by start; `{{…},{…}}`. */
function occupanciesOf(rows: string | undefined, now: number, settings: PoolSettings): Occupancy[] {
  if (rows === undefined) return []
  return rows
    .slice(2, -2)
    .split('},{')
    .map((row) => occupancyOf(row.split(','), now, settings))
    .sort((a, b) => a.from - b.from || a.refId.length - b.refId.length || (a.refId < b.refId ? -1 : 1))
}

function occupancyOf(numbers: readonly string[], now: number, settings: PoolSettings): Occupancy {
  const [bits, refId, vehicle, from, end, agreed] = numbers as [string, string, string, string, string, string]
  const what = Number(bits)
  const status = (what >> 6) & 15
  const pinned = (what & 8) !== 0
  const onRent = (what & 16) !== 0
  const agreedAt = agreed === 'NULL' ? null : Number(agreed)
  const to = Number(end)
  return {
    kind: (what & 7) as Occupancy['kind'],
    refId,
    vehicleId: vehicle === 'NULL' ? null : vehicle,
    from: Number(from),
    // A ticket may be open-ended.
    to: to >= FOREVER ? null : heldUntil({ to, onRent, returnAt: agreedAt }, now, settings),
    leaves: (what & 32) !== 0,
    returned: wasReturned(status),
    pinned,
    onRent,
    movable: agreedAt !== null && isMovable({ pinned, status, pickupAt: agreedAt }, now, settings.lockWindowMinutes),
    source: what >> 10 || undefined,
  }
}
