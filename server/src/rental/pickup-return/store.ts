import { orderItemType, reduceType } from '@cheyi/domain/booking/order/codes'
import { occupancyKind, orderHolds } from '@cheyi/domain/fleet/inventory/occupancy-codes'
import type { CarOut } from '@cheyi/domain/fleet/stock/car-out'
import { storeStatus } from '@cheyi/domain/platform/merchant/codes'
import type { OrderBefore } from '@cheyi/domain/rental/pickup-return/before'
import { type HandoverType, handoverType } from '@cheyi/domain/rental/pickup-return/codes'
import type { Insertable, Selectable } from 'kysely'
import type { Context, Db } from '../../kernel/context.ts'
import type { Columns } from '../../kernel/db/columns.ts'
import { type Patch, saveRow } from '../../kernel/db/save-row.ts'
import { sql } from '../../kernel/db/sql.ts'
import type { DB } from '../../kernel/db/tables.gen.ts'

export type RecordRow = Selectable<DB['pickupReturnRecord']>

/** The handover record of the current car: a return has the `seq` of its pickup. */
export const current = (db: Db, orderId: string, type: HandoverType) =>
  db
    .selectFrom('pickupReturnRecord')
    .selectAll()
    .where('orderId', '=', orderId)
    .where('type', '=', type)
    .where('void', '=', false)
    .where('seq', '=', (of) =>
      of
        .selectFrom('pickupReturnRecord as pickup')
        .select(({ fn, lit }) => fn.coalesce(fn.max('pickup.seq'), lit(1)).as('seq'))
        .where('pickup.orderId', '=', orderId)
        .where('pickup.type', '=', handoverType.pickup)
        .where('pickup.void', '=', false),
    )
    .executeTakeFirst()

export const byId = (db: Db, recordId: string) =>
  db.selectFrom('pickupReturnRecord').selectAll().where('id', '=', recordId).executeTakeFirst()

/** Confirmed records of an order, in the order in which they were created. */
export const confirmedRecords = (db: Db, orderId: string) =>
  db
    .selectFrom('pickupReturnRecord')
    .selectAll()
    .where('orderId', '=', orderId)
    .where('draft', '=', false)
    .where('void', '=', false)
    .orderBy('type')
    .orderBy('seq')
    .execute()

/** Marks of the cars that were swapped away before the one with the return record `recordId`. */
export async function earlierMarks(db: Db, orderId: string, recordId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('pickupReturnRecord')
    .select('damageMarks')
    .where('orderId', '=', orderId)
    .where('type', '=', handoverType.return)
    .where('draft', '=', false)
    .where('void', '=', false)
    .where('id', '<>', recordId)
    .execute()
  return rows.flatMap(({ damageMarks }) => damageMarks.map(({ markId }) => markId))
}

export const lastOfVehicle = (db: Db, vehicleId: string) =>
  db
    .selectFrom('pickupReturnRecord')
    .selectAll()
    .where('vehicleId', '=', vehicleId)
    .where('draft', '=', false)
    .where('void', '=', false)
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirst()

export const insert = (db: Db, row: Insertable<DB['pickupReturnRecord']>): Promise<RecordRow> =>
  db.insertInto('pickupReturnRecord').values(row).returningAll().executeTakeFirstOrThrow()

export const update = (ctx: Context, row: RecordRow, patch: Patch<'pickupReturnRecord'>) =>
  saveRow(ctx, 'pickupReturnRecord', row, patch)

/**
 * Queues the values that the confirmation of a handover overwrites, for its undo; before any other write. Call it within
 * `ctx.elevated`.
 */
export const saveOrderBefore = (ctx: Context, record: RecordRow, order: OrderBefore): void =>
  ctx.queue(
    sql`update pickup_return_record r set before = jsonb_build_object('odometerKm', v.odometer_km, 'fuelPct', v.fuel_pct,
        'batteryPct', v.battery_pct, 'parkingNote', v.parking_note, 'parkingPhotoId', v.parking_photo_id::text,
        'homeStoreId', v.home_store_id::text, 'currentStoreId', v.current_store_id::text, 'order', $2::jsonb,
        'stay', jsonb_build_object('storeId', c.store_id::text, 'fromAt', c.from_at, 'toAt', c.to_at, 'pinned', c.pinned, 'oneWay', c.one_way))
       from vehicle v, occupancy c
      where r.id = $1 and v.merchant_id = r.merchant_id and v.id = r.vehicle_id and c.merchant_id = r.merchant_id
        and c.ref_id = r.order_id and c.kind = ${occupancyKind.order} and c.active`,
    [record.id, JSON.stringify(order)],
  )

/** Queues the voiding of a handover record; the record and its photos remain stored. */
export const voidRecord = (ctx: Context, recordId: string): void =>
  ctx.queue(
    'update pickup_return_record set void = true, version = version + 1, updated_at = app_now() where id = $1',
    [recordId],
  )

/** Queues the voiding of the open assignment of an order. */
export const voidAssignment = (ctx: Context, orderId: string): void =>
  ctx.queue('update vehicle_assignment set void = true where order_id = $1 and to_at is null and not void', [orderId])

/** Queues the reopening of the assignment of an order that ended last. */
export const reopenAssignment = (ctx: Context, orderId: string, vehicleId: string): void =>
  ctx.queue(
    `update vehicle_assignment set to_at = null, end_odo = null where id = (select id from vehicle_assignment
        where order_id = $1 and vehicle_id = $2 and to_at is not null and not void order by from_at desc, id desc limit 1)`,
    [orderId, vehicleId],
  )

/** The car data that a handover needs, with the requirements of its model. */
export const vehicle = (db: Db, vehicleId: string) =>
  db
    .selectFrom('vehicle as v')
    .innerJoin('model as m', (join) => join.onRef('m.id', '=', 'v.modelId').onRef('m.merchantId', '=', 'v.merchantId'))
    .select([
      'v.id',
      'v.plate',
      'v.plateColor',
      'v.modelId',
      'v.homeStoreId',
      'v.lifecycle',
      'm.name as modelName',
      'v.odometerKm',
      'v.fuelPct',
      'v.batteryPct',
      'v.parkingNote',
      'v.parkingPhotoId',
      'm.energy',
      'm.licenceClass',
      'm.tankL',
      'm.batteryKwh',
    ])
    .where('v.id', '=', vehicleId)
    .executeTakeFirst()

export type VehicleRow = NonNullable<Awaited<ReturnType<typeof vehicle>>>

export const storeNames = async (db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, string>> => {
  const rows = await db
    .selectFrom('store')
    .select(['id', 'name'])
    .where('id', 'in', [...ids])
    .execute()
  return new Map(rows.map((row) => [row.id, row.name]))
}

/** Whether a car may be returned there: an open store of the merchant. */
export const isOpenStore = async (db: Db, storeId: string): Promise<boolean> =>
  (await db
    .selectFrom('store')
    .select('id')
    .where('id', '=', storeId)
    .where('status', '<>', storeStatus.closed)
    .executeTakeFirst()) !== undefined

export const modelOf = (db: Db, modelId: string) =>
  db.selectFrom('model').select(['name', 'licenceClass', 'energy']).where('id', '=', modelId).executeTakeFirstOrThrow()

/** What blocks the handover of a car: it is on rent to another customer, or its engine is disabled. */
export async function carBars(ctx: Context, vehicleId: string, orderId: string) {
  const [row] = await ctx.query<{ onRent: boolean; engineCut: boolean }>(
    `select exists (select from occupancy where vehicle_id = $1 and on_rent and active and ref_id <> $2) as on_rent,
       exists (select from device where vehicle_id = $1 and cut_at is not null) as engine_cut`,
    [vehicleId, orderId],
  )
  return row!
}

/** The order that has a car which another order is waiting for; null when the car is not out. */
export const holderOf = async (ctx: Context, vehicleId: string, exceptOrderId: string): Promise<CarOut | null> =>
  (
    await ctx.query<CarOut>(
      sql`select o.id as order_id, o.contact_name, o.return_at from occupancy c join "order" o on o.merchant_id = c.merchant_id and o.id = c.ref_id
        where c.vehicle_id = $1 and c.on_rent and c.active and c.kind in (${orderHolds}) and c.ref_id <> $2 limit 1`,
      [vehicleId, exceptOrderId],
    )
  )[0] ?? null

/** Opens the period in which an order actually has a car. */
export const openAssignment = (ctx: Context, orderId: string, vehicleId: string, from: number, odo: number): void =>
  ctx.queue(ctx.db.insertInto('vehicleAssignment').values({ orderId, vehicleId, fromAt: from, startOdo: odo }))

export const closeAssignment = (ctx: Context, orderId: string, vehicleId: string, to: number, odo: number): void =>
  ctx.queue(
    ctx.db
      .updateTable('vehicleAssignment')
      .set({ toAt: to, endOdo: odo })
      .where('orderId', '=', orderId)
      .where('vehicleId', '=', vehicleId)
      .where('toAt', 'is', null)
      .where('void', '=', false),
  )

/** The mileage of cars that were swapped away before the current one. */
export const closedDrives = (db: Db, orderId: string) =>
  db
    .selectFrom('vehicleAssignment')
    .select(['startOdo', 'endOdo'])
    .where('orderId', '=', orderId)
    .where('toAt', 'is not', null)
    .where('void', '=', false)
    .execute()

export interface SwappedRow {
  readonly plate: string
  readonly energy: Columns['energy']
  readonly tankL: number | null
  readonly batteryKwh: number | null
  readonly outFuel: number | null
  readonly outBattery: number | null
  readonly backFuel: number | null
  readonly backBattery: number | null
}

/** The cars of an order that were swapped away, in order, with their readings. Call it within `ctx.elevated`. */
export const swappedCars = (ctx: Context, orderId: string) =>
  ctx.query(
    sql<SwappedRow>`select v.plate, m.energy, m.tank_l, m.battery_kwh, o.fuel_eighths as out_fuel, o.battery_pct as out_battery,
        b.fuel_eighths as back_fuel, b.battery_pct as back_battery
       from pickup_return_record b
         join pickup_return_record o on o.merchant_id = b.merchant_id and o.order_id = b.order_id and o.seq = b.seq
           and o.type = ${handoverType.pickup} and not o.void
         join vehicle v on v.merchant_id = b.merchant_id and v.id = b.vehicle_id
         join model m on m.merchant_id = v.merchant_id and m.id = v.model_id
      where b.order_id = $1 and b.type = ${handoverType.return} and not b.void and not b.draft
        and exists (select from pickup_return_record n where n.merchant_id = b.merchant_id and n.order_id = b.order_id
          and n.type = ${handoverType.pickup} and n.seq > b.seq and not n.void)
      order by b.seq`,
    [orderId],
  )

/** The services billed with the order that are not void (types 1–5), and what its coupon takes off, fen. */
export async function billedSums(ctx: Context, orderId: string): Promise<{ billed: number; couponFen: number }> {
  const [row] = await ctx.query(
    sql<{ billed: number; couponFen: number }>`select
        coalesce(sum(amount_fen) filter (where item_type between ${orderItemType.baseService} and ${orderItemType.collection} and reduce_type is null), 0) as billed,
        coalesce(-sum(amount_fen) filter (where reduce_type = ${reduceType.coupon}), 0) as coupon_fen
      from order_item where order_id = $1 and status = 'active'`,
    [orderId],
  )
  return row!
}
