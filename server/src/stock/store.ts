import type { Settings } from '@cheyi/domain/merchant/setting'
import type { OrderStatus } from '@cheyi/domain/order/codes'
import { isOnRent, movableStatuses, wasReturned } from '@cheyi/domain/order/steps'
import { heldUntil } from '@cheyi/domain/order/timers'
import { isMovable } from '@cheyi/domain/stock/period'
import type { Occupancy, Pool, PoolDelta, StopSale } from '@cheyi/domain/stock/pool'
import type { Context } from '../kernel/context.ts'
import { at, FOREVER, ms, msOrNull } from '../kernel/instant.ts'
import { noteLockedPools, seizeOrders, startAgain } from '../order/actions.ts'

export interface PoolKey {
  readonly storeId: string
  readonly modelId: string
}

/** Locks the pool rows in id order, after the orders: bookings of the same cars wait for each other, never in a circle. */
export async function lockPools(ctx: Context, keys: readonly PoolKey[]): Promise<void> {
  noteLockedPools(ctx)
  await ctx.query(
    `select id from pool
      where (store_id, model_id) in (select * from unnest($1::bigint[], $2::bigint[]))
      order by id for update`,
    [keys.map((key) => key.storeId), keys.map((key) => key.modelId)],
  )
}

interface OccupancyRow {
  store_id: string
  model_id: string
  kind: Occupancy['kind']
  ref_id: string
  vehicle_id: string | null
  from_at: Date
  to_at: Date
  pinned: boolean
  on_rent: boolean
  one_way: boolean
  status: number | null
  pickup_at: Date | null
  return_at: Date | null
  source: number | null
}

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
  const rows = await readRows(ctx, (store, model) => `${store} = $1 and ${model} = any ($2::bigint[])`, [
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
    (store, model) => `(${store}, ${model}) in (select * from unnest($1::bigint[], $2::bigint[]))`,
    [keys.map((key) => key.storeId), keys.map((key) => key.modelId), at(ctx.now)],
  )
  return new Map(keys.map((key) => [key, poolFrom(rows, key, ctx.now, key.settings)] as const))
}

type PoolRows = Awaited<ReturnType<typeof readRows>>

/** The rows that pools are made of; `of` narrows by the columns of store and model, with $1 and $2. */
async function readRows(
  ctx: Context,
  of: (store: string, model: string) => string,
  values: readonly [stores: unknown, models: unknown, from: Date],
) {
  const [vehicles, occupancies, deltas, stops] = await Promise.all([
    ctx.query<{ id: string; store_id: string; model_id: string }>(
      `select id, home_store_id as store_id, model_id from vehicle
        where ${of('home_store_id', 'model_id')} and lifecycle = 1 order by id`,
      values.slice(0, 2),
    ),
    ctx.query<OccupancyRow>(
      `select c.store_id, c.model_id, c.kind, c.ref_id, c.vehicle_id, c.from_at, c.to_at, c.pinned, c.on_rent, c.one_way,
              o.status, o.pickup_at, o.return_at, o.source
         from occupancy c left join "order" o on c.kind in (0, 5) and o.id = c.ref_id and o.merchant_id = c.merchant_id
        where ${of('c.store_id', 'c.model_id')} and c.held_to > $3 and c.active
        order by c.from_at, c.id`,
      values,
    ),
    ctx.query<DeltaRow>(
      `select d.store_id, d.model_id, d.at, d.delta, d.vehicle_id, o.status, o.return_at
         from pool_delta d left join "order" o on d.ref_type = 'order' and o.id = d.ref_id and o.merchant_id = d.merchant_id
        where ${of('d.store_id', 'd.model_id')} and not d.consumed order by d.at, d.id`,
      values.slice(0, 2),
    ),
    ctx.query<StopRow>(
      `select store_id, model_id, from_at, to_at, quantity, channels from stop_sale
        where ${of('store_id', 'model_id')} and to_at > $3 and removed_at is null and vehicle_id is null`,
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
function byPool<T extends { store_id: string; model_id: string }>(rows: readonly T[]): (key: PoolKey) => readonly T[] {
  const groups = Map.groupBy(rows, (row) => placeOf(row.store_id, row.model_id))
  return ({ storeId, modelId }) => groups.get(placeOf(storeId, modelId)) ?? []
}

function poolFrom(rows: PoolRows, key: PoolKey, now: number, settings: PoolSettings): Pool {
  return {
    vehicles: rows.vehicles(key).map((row) => row.id),
    occupancies: rows.occupancies(key).map((row) => occupancyOf(row, now, settings)),
    deltas: rows.deltas(key).map((row) => deltaOf(row, now, settings)),
    stopSales: rows.stops(key).map(
      (row): StopSale => ({
        from: ms(row.from_at),
        to: ms(row.to_at),
        quantity: row.quantity ?? 'all',
        channels: row.channels,
      }),
    ),
  }
}

interface StopRow {
  store_id: string
  model_id: string
  from_at: Date
  to_at: Date
  quantity: number | null
  channels: number[]
}

interface DeltaRow {
  store_id: string
  model_id: string
  at: Date
  delta: number
  vehicle_id: string | null
  status: number | null
  return_at: Date | null
}

/** A one-way car that is not back leaves the one pool and reaches the other as late as it is. */
function deltaOf(row: DeltaRow, now: number, settings: PoolSettings): PoolDelta {
  const onRent = row.status !== null && isOnRent(row.status)
  const due = heldUntil({ to: ms(row.at), onRent, returnAt: msOrNull(row.return_at) }, now, settings)
  return row.delta < 0 ? { at: due, change: -1 } : { at: due, change: 1, vehicleId: row.vehicle_id! }
}

function occupancyOf(row: OccupancyRow, now: number, settings: PoolSettings): Occupancy {
  const end = { to: ms(row.to_at), onRent: row.on_rent, returnAt: msOrNull(row.return_at) }
  return {
    kind: row.kind,
    refId: row.ref_id,
    vehicleId: row.vehicle_id,
    from: ms(row.from_at),
    // A ticket may be open-ended.
    to: end.to >= FOREVER ? null : heldUntil(end, now, settings),
    leaves: row.one_way,
    returned: row.status !== null && wasReturned(row.status),
    pinned: row.pinned,
    onRent: row.on_rent,
    movable:
      row.status !== null &&
      row.pickup_at !== null &&
      isMovable(
        { pinned: row.pinned, status: row.status as OrderStatus, pickupAt: ms(row.pickup_at) },
        now,
        settings.lockWindowMinutes,
      ),
    source: row.source ?? undefined,
  }
}

export interface NewOccupancy {
  readonly storeId: string
  readonly modelId: string
  readonly vehicleId: string | null
  readonly from: number
  readonly to: number
  readonly kind: Occupancy['kind']
  readonly refId: string
  readonly pinned: boolean
  readonly oneWay: boolean
}

/** The row an order holds its car by; one per order while it stands, replaced by a move. */
export const insertOccupancy = (ctx: Context, row: NewOccupancy) =>
  ctx.db
    .insertInto('occupancy')
    .values({
      store_id: row.storeId,
      model_id: row.modelId,
      vehicle_id: row.vehicleId,
      from_at: at(row.from),
      to_at: at(row.to),
      kind: row.kind,
      ref_id: row.refId,
      pinned: row.pinned,
      one_way: row.oneWay,
    })
    .execute()

/** Ends what an order or ticket holds; the rows stay as history. */
export const deactivate = (ctx: Context, kind: Occupancy['kind'], refId: string) =>
  ctx.db
    .updateTable('occupancy')
    .set({ active: false, on_rent: false, updated_at: at(ctx.now) })
    .where('ref_id', '=', refId)
    .where('kind', '=', kind)
    .where('active', '=', true)
    .execute()

/**
 * Puts moved orders on their new vehicles, in the occupancy and on the order, in three statements for all. Who was
 * cancelled, handed over or pinned since the plan was made is not moved: the plan is made anew.
 * @throws Again as {@link seizeOrders}
 */
export async function applyMoves(
  ctx: Context,
  moves: readonly { refId: string; to: string }[],
): Promise<{ orderId: string; orderNo: string; from: string; to: string }[]> {
  if (moves.length === 0) return []
  const ids = moves.map((move) => move.refId)
  const values = [ids, moves.map((move) => move.to)]
  const orders = await seizeOrders(ctx, ids)
  if (!orders.every(({ status, pinned }) => !pinned && movableStatuses.includes(status as OrderStatus)))
    throw startAgain(ctx, ids)
  await ctx.query(
    `update occupancy c set vehicle_id = m.vehicle, updated_at = app_now()
       from unnest($1::bigint[], $2::bigint[]) as m (ref, vehicle)
      where c.ref_id = m.ref and c.kind = 0 and c.active`,
    values,
  )
  const rows = await ctx.query<{ id: string; order_no: string; from: string | null; to: string }>(
    `with m as (
       select m.ref, m.vehicle, v.plate, old.plate as before
         from unnest($1::bigint[], $2::bigint[]) as m (ref, vehicle)
         join vehicle v on v.id = m.vehicle and v.merchant_id = merchant()
         join "order" old on old.id = m.ref and old.merchant_id = merchant())
     update "order" o set vehicle_id = m.vehicle, plate = m.plate, version = o.version + 1, updated_at = app_now()
       from m where o.id = m.ref
     returning o.id, o.order_no, m.before as from, m.plate as to`,
    values,
  )
  return rows.map((row) => ({ orderId: row.id, orderNo: row.order_no, from: row.from ?? '', to: row.to }))
}

export const insertDelta = (
  ctx: Context,
  row: PoolKey & { at: number; delta: -1 | 1; vehicleId: string | null; refId: string },
) =>
  ctx.db
    .insertInto('pool_delta')
    .values({
      store_id: row.storeId,
      model_id: row.modelId,
      at: at(row.at),
      delta: row.delta,
      vehicle_id: row.vehicleId,
      ref_type: 'order',
      ref_id: row.refId,
    })
    .execute()

/** Planned moves of an order that comes to nothing. */
export const removeDeltas = (ctx: Context, refId: string) =>
  ctx.db
    .deleteFrom('pool_delta')
    .where('ref_type', '=', 'order')
    .where('ref_id', '=', refId)
    .where('consumed', '=', false)
    .execute()

export const vehicleById = (ctx: Context, vehicleId: string) =>
  ctx.db
    .selectFrom('vehicle')
    .select(['id', 'plate', 'model_id', 'home_store_id', 'current_store_id', 'lifecycle'])
    .where('id', '=', vehicleId)
    .executeTakeFirst()

/** Whether a vehicle of another store is on its way to this one. */
export async function isComing(ctx: Context, vehicleId: string, storeId: string): Promise<boolean> {
  const rows = await ctx.query(
    'select 1 from pool_delta where store_id = $1 and vehicle_id = $2 and delta > 0 and not consumed limit 1',
    [storeId, vehicleId],
  )
  return rows.length > 0
}

/** Models that a store has a pool of, in the order of the catalogue; one query. */
export const modelsOf = (ctx: Context, storeId: string, modelIds: readonly string[] | undefined) =>
  ctx.query<{
    id: string
    name: string
    car_type: number
    energy: number
    gearbox: number
    seats: number
    displacement: string
    images: string[]
  }>(
    `select m.id, m.name, m.car_type, m.energy, m.gearbox, m.seats, m.displacement, m.images
       from pool p join model m on m.merchant_id = p.merchant_id and m.id = p.model_id
      where p.store_id = $1 and m.status = 1 and ($2::bigint[] is null or m.id = any ($2::bigint[]))
      order by m.sort, m.id`,
    [storeId, modelIds ?? null],
  )

/** A stop of sales as it is asked for. */
export const insertStop = (
  ctx: Context,
  stop: PoolKey & {
    readonly id: string
    readonly vehicleId?: string | undefined
    readonly start: number
    readonly end: number
    readonly quantity: number | null
    readonly reason: number
    readonly remark: string
    readonly channels: readonly number[]
  },
) =>
  ctx.db
    .insertInto('stop_sale')
    .values({
      id: stop.id,
      store_id: stop.storeId,
      model_id: stop.modelId,
      vehicle_id: stop.vehicleId ?? null,
      from_at: at(stop.start),
      to_at: at(stop.end),
      quantity: stop.quantity,
      reason: stop.reason,
      remark: stop.remark,
      channels: [...stop.channels],
    })
    .execute()

export const stopById = (ctx: Context, id: string) =>
  ctx.db
    .selectFrom('stop_sale')
    .select(['store_id', 'vehicle_id', 'removed_at'])
    .where('id', '=', id)
    .executeTakeFirst()

export const removeStop = (ctx: Context, id: string) =>
  ctx.db
    .updateTable('stop_sale')
    .set({ removed_at: at(ctx.now) })
    .where('id', '=', id)
    .execute()
