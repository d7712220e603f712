import { orderStatus } from '@cheyi/domain/booking/order/codes'
import { isOnRent, wasReturned } from '@cheyi/domain/booking/order/steps'
import { blockEndOf } from '@cheyi/domain/booking/order/timers'
import { lifecycle } from '@cheyi/domain/fleet/inventory/codes'
import { occupancyKind } from '@cheyi/domain/fleet/inventory/occupancy-codes'
import { isMovable } from '@cheyi/domain/fleet/stock/count/period'
import type { ChannelShare, Occupancy, Pool, PoolDelta, StopSale } from '@cheyi/domain/fleet/stock/pool'
import { arrivesAt, isForgotten, type Moving } from '@cheyi/domain/fleet/ticket/relocation'
import type { Settings } from '@cheyi/domain/platform/merchant/setting'
import { MINUTE } from '@cheyi/domain/time'
import type { Context } from '../../kernel/context.ts'
import { at, FOREVER } from '../../kernel/db/instant.ts'
import { type Sql, sql } from '../../kernel/db/sql.ts'
import { orders } from '../../kernel/orders.ts'
import { type ShareRow, sharesOf, sharesSql } from './channel-shares.ts'
import { type PoolKey, pairsSql } from './store.ts'
import { takenTrip } from './taken-trip.ts'

/*
 * Pools as input of the packing rules. The rows of a pool come from one index, without reading "order" (decision 31).
 */

/** The settings that the pools of a store are read with. */
export type PoolSettings = Pick<
  Settings,
  'lockWindowMinutes' | 'overdueHoldMinutes' | 'turnaroundMinutes' | 'graceMinutes'
>

/**
 * The pools of one store for several models, with everything that ends after `from` and every car that is out: four
 * statements in one round trip. Must run with all stores visible (`ctx.elevated`): a clerk of one store competes with
 * the orders of all.
 */
export async function readPools(
  ctx: Context,
  storeId: string,
  modelIds: readonly string[],
  options: { from: number; settings: PoolSettings | Promise<PoolSettings> },
): Promise<Map<string, Pool>> {
  // As in `pairsSql`: if PostgreSQL saw the length of the list, a list of one model would be planned again at each call.
  const rows = await readRows(ctx, {
    of: (store, model) => sql`${store} = $1 and ${model} = any ((select $2::bigint[])::bigint[])`,
    keys: [storeId, modelIds],
    from: sql`$3`,
    since: at(Math.min(options.from, ctx.now)),
  })
  const settings = await options.settings
  return new Map(modelIds.map((modelId) => [modelId, poolFrom(rows, { storeId, modelId }, ctx.now, settings)] as const))
}

/** Pools of any stores, from now on: four statements in one round trip. Must run with all stores visible. */
export async function readPoolsOf<K extends PoolKey & { readonly settings: PoolSettings }>(
  ctx: Context,
  keys: readonly K[],
): Promise<Map<K, Pool>> {
  const rows = await readRows(ctx, {
    of: pairsSql,
    keys: [keys.map((key) => key.storeId), keys.map((key) => key.modelId)],
    from: sql`$3`,
    since: at(ctx.now),
  })
  return new Map(keys.map((key) => [key, poolFrom(rows, key, ctx.now, key.settings)] as const))
}

/**
 * The rows of the pool of the trip whose quote is being queried, sent right after that query: everything that ends
 * after {@link takenRangeStart}. Must run with all stores visible.
 */
export const readTakenRows = (ctx: Context): Promise<PoolRows> =>
  readRows(ctx, {
    of: (store, model) => sql`${store} = ${takenTrip('storeId')} and ${model} = ${takenTrip('modelId')}`,
    keys: [],
    plates: sql`, array_agg(plate order by id) as plates`,
    from: sql`least($1, to_timestamp(${takenTrip('pickupAt')} / 1000.0))`,
    since: at(ctx.now),
  })

/** Start of the range of rows that were queried after the quote of a trip. */
export const takenRangeStart = (ctx: Context, trip: { readonly pickupAt: number }): number =>
  Math.min(ctx.now, trip.pickupAt)

export type PoolRows = Awaited<ReturnType<typeof readRows>>

interface RowsQuery {
  /** Condition on the columns of store and model, with the parameters `keys`. */
  readonly of: (store: Sql, model: Sql) => Sql
  readonly keys: readonly unknown[]
  /** A column with the plates of the cars, if they are needed. */
  readonly plates?: Sql
  /** SQL of the instant that rows must end after; `since` is the parameter after the keys. */
  readonly from: Sql
  readonly since: Date
}

/** The rows that pools are built from. */
async function readRows(ctx: Context, { of, keys, plates, from, since }: RowsQuery) {
  const values = [...keys, since]
  const [vehicles, occupancies, deltas, stops] = await Promise.all([
    ctx.query(
      sql<{
        storeId: string
        modelId: string
        ids: string[]
        plates?: string[]
      }>`select home_store_id as store_id, model_id, array_agg(id order by id) as ids${plates ?? sql``} from vehicle
        where ${of(sql`home_store_id`, sql`model_id`)} and lifecycle = ${lifecycle.inService} group by home_store_id, model_id`,
      keys,
    ),
    ctx.query(
      sql<OccupancyRow>`select c.store_id, c.model_id, c.kind, c.ref_id, c.vehicle_id, c.from_at, c.to_at, c.pinned, c.on_rent,
          c.one_way, c.order_status, c.source, case when c.on_rent then c.return_at else c.pickup_at end as agreed_at
         from occupancy c where ${of(sql`c.store_id`, sql`c.model_id`)} and c.held_to > ${from} and c.active`,
      values,
    ),
    ctx.query(
      sql<DeltaRow>`select d.store_id, d.model_id, d.at, d.delta, d.vehicle_id, d.ref_id, o.status, o.return_at, coalesce(o.pickup_at, t.plan_start) as left_at,
          t.status as ticket_status, case when d.delta > 0 then d.at else (select p.at from pool_delta p
            where p.merchant_id = d.merchant_id and p.ref_id = t.id and p.ref_type = d.ref_type and p.delta > 0 and not p.consumed) end as plan_end
         from pool_delta d left join ${orders.facts} o on d.ref_type = 'order' and o.id = d.ref_id and o.merchant_id = d.merchant_id
           left join ticket t on d.ref_type = 'relocation' and t.id = d.ref_id and t.merchant_id = d.merchant_id
        where ${of(sql`d.store_id`, sql`d.model_id`)} and not d.consumed order by d.at, d.id`,
      keys,
    ),
    ctx.query(
      sql<
        StopRow | ShareOf
      >`select store_id, model_id, from_at, to_at, quantity, channels, null::json as share from stop_sale
          where ${of(sql`store_id`, sql`model_id`)} and to_at > ${from} and removed_at is null and vehicle_id is null
        union all select null, null, null, null, null, null, share from (${sharesSql}) s`,
      values,
    ),
  ])
  return {
    vehicles: byPool(vehicles),
    occupancies: byPool(occupancies),
    deltas: byPool(deltas),
    stops: byPool(stops.filter((row) => row.share === null)),
    shares: stops.flatMap(({ share }) => share ?? []),
  }
}

const placeOf = (storeId: string, modelId: string): string => `${storeId}/${modelId}`

function byPool<T extends { storeId: string; modelId: string }>(rows: readonly T[]): (key: PoolKey) => readonly T[] {
  const groups = Map.groupBy(rows, (row) => placeOf(row.storeId, row.modelId))
  return ({ storeId, modelId }) => groups.get(placeOf(storeId, modelId)) ?? []
}

/** The plates of the cars of a pool, by id, if the rows contain them. */
export function platesFrom(rows: PoolRows, key: PoolKey): ReadonlyMap<string, string> {
  const [of] = rows.vehicles(key)
  return new Map(of?.ids.map((id, n) => [id, of.plates![n]!]))
}

export const poolFrom = (rows: PoolRows, key: PoolKey, now: number, settings: PoolSettings): Pool => ({
  vehicles: rows.vehicles(key)[0]?.ids ?? [],
  occupancies: withRelocations(
    rows.occupancies(key).map((row) => occupancyOf(row, now, settings)),
    rows.deltas(key),
    now,
  ).sort((a, b) => a.from - b.from || a.refId.length - b.refId.length || (a.refId < b.refId ? -1 : 1)),
  deltas: rows
    .deltas(key)
    .filter((row) => !isForgotten(movingOf(row), now))
    .map((row) => deltaOf(row, now, settings)),
  stopSales: rows.stops(key).map(
    (row): StopSale => ({
      from: row.fromAt,
      to: row.toAt,
      quantity: row.quantity ?? 'all',
      channels: row.channels,
    }),
  ),
  ...sharedBy(sharesOf(rows.shares, key)),
})

const sharedBy = (shares: readonly ChannelShare[]): Pick<Pool, 'shares'> => (shares.length === 0 ? {} : { shares })

interface OccupancyRow {
  storeId: string
  modelId: string
  kind: Occupancy['kind']
  refId: string
  vehicleId: string | null
  fromAt: number
  toAt: number
  pinned: boolean
  onRent: boolean
  oneWay: boolean
  orderStatus: number | null
  source: number | null
  /** The agreed instant that still matters: the return for a car that is out, otherwise the pickup; null if not an order. */
  agreedAt: number | null
}

/** The share of a channel, among the rows of stops: both are queried together. */
interface ShareOf {
  share: ShareRow
}

interface StopRow {
  share: null
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
  refId: string
  status: number | null
  returnAt: number | null
  /** When the trip of the car begins, as agreed or planned. */
  leftAt: number | null
  /** Of a relocation. */
  ticketStatus: number | null
  planEnd: number | null
}

/** The relocation of a row; for an order it never ends. */
const movingOf = ({ ticketStatus, planEnd }: DeltaRow): Moving => ({
  status: ticketStatus ?? 0,
  planEnd: planEnd ?? Number.POSITIVE_INFINITY,
})

/**
 * Adjusts moved cars for delays: a car on its way has left this pool although its time is over, and one that never left
 * is still in its old pool.
 */
function withRelocations(rows: readonly Occupancy[], deltas: readonly DeltaRow[], now: number): Occupancy[] {
  const leaving = new Map(
    deltas.filter((row) => row.ticketStatus !== null && row.delta < 0).map((row) => [row.refId, row]),
  )
  const there = rows
    .filter(({ kind, refId }) => kind !== occupancyKind.relocation || !leaving.has(refId))
    // A relocation that is over no longer changes the place of the car; the vehicle row is right.
    .map((row) => (row.kind === occupancyKind.relocation ? { ...row, leaves: false } : row))
  const gone = [...leaving.values()].flatMap((row): Occupancy[] => {
    const moving = movingOf(row)
    if (isForgotten(moving, now)) return []
    return [
      {
        kind: occupancyKind.relocation,
        refId: row.refId,
        vehicleId: row.vehicleId,
        from: row.at,
        to: arrivesAt(moving, now),
        leaves: true,
        pinned: false,
        onRent: false,
        movable: false,
      },
    ]
  })
  return [...there, ...gone]
}

/**
 * A late one-way car leaves its pool and reaches the other one later; so does a car that is moved, except that it left
 * its pool at once.
 */
function deltaOf(row: DeltaRow, now: number, settings: PoolSettings): PoolDelta {
  const arrival = { change: 1, vehicleId: row.vehicleId!, leftAt: row.leftAt ?? row.at } as const
  if (row.ticketStatus !== null)
    return row.delta < 0
      ? { at: row.at, change: -1 }
      : { at: Math.max(row.at, arrivesAt(movingOf(row), now)), ...arrival }
  const onRent = row.status !== null && isOnRent(row.status)
  const due = blockEndOf({ to: row.at, onRent, returnAt: row.returnAt }, now, settings)
  return row.delta < 0 ? { at: due, change: -1 } : { at: due, ...arrival }
}

function occupancyOf(row: OccupancyRow, now: number, settings: PoolSettings): Occupancy {
  const { kind, refId, vehicleId, pinned, onRent, agreedAt } = row
  const status = row.orderStatus ?? orderStatus.notSubmitted
  // The whole time of the order has passed without its car: no other car can serve it any more, so it keeps its place.
  const isOver = !onRent && agreedAt !== null && row.toAt <= now
  return {
    kind,
    refId,
    vehicleId,
    from: row.fromAt,
    // A ticket may be open-ended.
    to: row.toAt >= FOREVER ? null : blockEndOf({ to: row.toAt, onRent, returnAt: agreedAt }, now, settings),
    leaves: row.oneWay,
    returned: wasReturned(status),
    pinned: pinned || isOver,
    onRent,
    late: onRent && agreedAt !== null && agreedAt + settings.graceMinutes * MINUTE < now,
    movable:
      agreedAt !== null &&
      !isOver &&
      isMovable({ pinned, status, pickupAt: agreedAt }, now, settings.lockWindowMinutes),
    source: row.source ?? undefined,
  }
}
