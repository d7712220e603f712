import { movableStatuses } from '@cheyi/domain/booking/order/steps'
import { lifecycle, modelStatus } from '@cheyi/domain/fleet/inventory/codes'
import { occupancyKind } from '@cheyi/domain/fleet/inventory/occupancy-codes'
import type { Occupancy } from '@cheyi/domain/fleet/stock/pool'
import type { Insertable, Selectable } from 'kysely'
import type { Context } from '../../kernel/context.ts'
import type { Columns } from '../../kernel/db/columns.ts'
import { type Sql, sql } from '../../kernel/db/sql.ts'
import type { DB } from '../../kernel/db/tables.gen.ts'
import { type Moved, type OrderRow, orders } from '../../kernel/orders.ts'
import { takenTrip } from './taken-trip.ts'

export interface PoolKey {
  readonly storeId: string
  readonly modelId: string
}

/**
 * Pairs of store ($1) and model ($2), each a list. The two lists lead an index, and PostgreSQL does not see their
 * lengths, because different lengths would cost a query plan at each call; with the pairs alone it would scan all rows
 * of the merchant.
 */
export const pairsSql = (store: Sql, model: Sql): Sql =>
  sql`${store} = any ((select $1::bigint[])::bigint[]) and ${model} = any ((select $2::bigint[])::bigint[])
      and (${store}, ${model}) in (select * from unnest($1::bigint[], $2::bigint[]))`

/** Queues the locks of pool rows in id order, after those of the orders, so that bookings of the same cars never deadlock. */
export function lockPools(ctx: Context, keys: readonly PoolKey[]): void {
  orders.noteLockedPools(ctx)
  ctx.queue(sql`select id from pool where ${pairsSql(sql`store_id`, sql`model_id`)} order by id for update`, [
    keys.map((key) => key.storeId),
    keys.map((key) => key.modelId),
  ])
}

/**
 * Queues the lock of the pool of the trip whose quote is being queried; with a car chosen by hand, also of the pools
 * that the order may count in on that car.
 */
export function lockTakenPools(ctx: Context, vehicleId: string | undefined): void {
  orders.noteLockedPools(ctx)
  const [store, model] = [takenTrip('storeId'), takenTrip('modelId')]
  if (vehicleId === undefined)
    ctx.queue(sql`select id from pool where store_id = ${store} and model_id = ${model} for update`)
  else
    ctx.queue(
      sql`select id from pool where (store_id, model_id) in (select ${store}, ${model}
          union select s.id, v.model_id from vehicle v, unnest(array[v.home_store_id, ${store}]) s (id) where v.id = $1)
        order by id for update`,
      [vehicleId],
    )
}

/** The occupancy of an order; one row for each active order, replaced by a move. */
export const insertOccupancy = (ctx: Context, row: Insertable<DB['occupancy']>): void =>
  ctx.queue(ctx.db.insertInto('occupancy').values(row))

/** Ends the occupancy of an order or ticket; the rows remain as history. */
export const deactivate = (ctx: Context, kind: Occupancy['kind'], refId: string): void =>
  ctx.queue(
    ctx.db
      .updateTable('occupancy')
      .set({ active: false, onRent: false, updatedAt: ctx.now })
      .where('refId', '=', refId)
      .where('kind', '=', kind)
      .where('active', '=', true),
  )

/**
 * Puts moved orders on their new vehicles, in the occupancy and in the order, with three statements for all. If an
 * order was cancelled, handed over or pinned since the plan was made, nothing is moved and the plan is computed again.
 * @throws Restart when another transaction holds the lock of one of them
 */
export async function applyMoves(
  ctx: Context,
  moves: readonly { refId: string; to: string }[],
  seized: Promise<readonly OrderRow[]>,
): Promise<Moved[]> {
  if (moves.length === 0) return []
  const ids = moves.map((move) => move.refId)
  const locked = await seized
  if (!locked.every(({ status, pinned }) => !pinned && movableStatuses.includes(status)))
    throw orders.startAgain(ctx, ids)
  ctx.queue(
    // If the customer is late, the other car is taken from now on: the past stays as it was.
    sql`update occupancy c set vehicle_id = m.vehicle, from_at = greatest(c.from_at, app_now()), updated_at = app_now()
       from unnest($1::bigint[], $2::bigint[]) as m (ref, vehicle)
      where c.ref_id = m.ref and c.kind = ${occupancyKind.order} and c.active`,
    [ids, moves.map((move) => move.to)],
  )
  return orders.putOnCars(ctx, moves)
}

/** Cause of a planned move of a car between pools: an order that ends elsewhere, or a ticket. */
export type Mover = 'order' | 'relocation'

export const insertDelta = (
  ctx: Context,
  row: PoolKey & { at: number; delta: -1 | 1; vehicleId: string | null; refId: string },
  refType: Mover = 'order',
): void => ctx.queue(ctx.db.insertInto('poolDelta').values({ ...row, refType }))

/** Removes the planned moves of a cancelled order or ticket. */
export const removeDeltas = (ctx: Context, refId: string, refType: Mover = 'order'): void =>
  ctx.queue(
    ctx.db
      .deleteFrom('poolDelta')
      .where('refType', '=', refType)
      .where('refId', '=', refId)
      .where('consumed', '=', false),
  )

export const vehicleById = (ctx: Context, vehicleId: string) =>
  ctx.query.first(
    sql<
      Pick<Selectable<DB['vehicle']>, 'id' | 'plate' | 'modelId' | 'homeStoreId' | 'currentStoreId' | 'lifecycle'>
    >`select id, plate, model_id, home_store_id, current_store_id, lifecycle from vehicle where id = $1`,
    [vehicleId],
  )

export const platesOf = async (ctx: Context, { storeId, modelId }: PoolKey): Promise<ReadonlyMap<string, string>> => {
  const rows = await ctx.query(
    sql<{ id: string; plate: string }>`select id, plate from vehicle
      where home_store_id = $1 and model_id = $2 and lifecycle = ${lifecycle.inService}`,
    [storeId, modelId],
  )
  return new Map(rows.map(({ id, plate }) => [id, plate]))
}

/** Whether a vehicle of another store is on its way to this one. */
export async function isComing(ctx: Context, vehicleId: string, storeId: string): Promise<boolean> {
  const rows = await ctx.query(
    'select 1 from pool_delta where store_id = $1 and vehicle_id = $2 and delta > 0 and not consumed limit 1',
    [storeId, vehicleId],
  )
  return rows.length > 0
}

/** The store and the company of a visible order. */
export const orderOf = async (ctx: Context, orderId: string | undefined) =>
  orderId === undefined
    ? undefined
    : (
        await ctx.query<{ readonly storeId: string; readonly companyId: string | null }>(
          `select store_id, company_id from ${orders.facts} o where id = $1`,
          [orderId],
        )
      )[0]

/** Models that have a pool at a store, in the order of the catalogue; one query. */
export const modelsOf = (ctx: Context, storeId: string, modelIds: readonly string[] | undefined) =>
  ctx.query(
    sql<{
      id: string
      name: string
      carType: Columns['carType']
      energy: Columns['energy']
      gearbox: Columns['gearbox']
      seats: number
      displacement: string
      images: string[]
    }>`select m.id, m.name, m.car_type, m.energy, m.gearbox, m.seats, m.displacement, m.images
       from pool p join (select * from model offset 0) m on m.id = p.model_id
      where p.store_id = $1 and m.status = ${modelStatus.inUse} and ($2::bigint[] is null or m.id = any ($2::bigint[]))
      order by m.sort, m.id`,
    [storeId, modelIds ?? null],
  )

export const insertStop = (ctx: Context, stop: Insertable<DB['stopSale']>) =>
  ctx.db.insertInto('stopSale').values(stop).execute()

export const stopById = (ctx: Context, id: string) =>
  ctx.db.selectFrom('stopSale').select(['storeId', 'vehicleId', 'removedAt']).where('id', '=', id).executeTakeFirst()

export const removeStop = (ctx: Context, id: string) =>
  ctx.db.updateTable('stopSale').set({ removedAt: ctx.now }).where('id', '=', id).execute()

/** The orders that moves would put on other cars, the next pickup first; writes nothing. */
export const ordersMoving = (ctx: Context, moves: readonly { refId: string; to: string }[]) =>
  ctx.query<Moved & { readonly vehicleId: string }>(
    `select v.id as vehicle_id, o.id as order_id, o.order_no, o.order_kind, o.contact_name, o.pickup_at, coalesce(o.plate, '') as from, v.plate as to
       from unnest($1::bigint[], $2::bigint[]) as m (ref, vehicle)
         join vehicle v on v.id = m.vehicle and v.merchant_id = merchant()
         join ${orders.facts} o on o.id = m.ref and o.merchant_id = merchant()
      order by o.pickup_at, o.id`,
    [moves.map((move) => move.refId), moves.map((move) => move.to)],
  )
