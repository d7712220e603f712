import { lifecycle } from '@cheyi/domain/fleet/inventory/codes'
import { orderHolds } from '@cheyi/domain/fleet/inventory/occupancy-codes'
import type { Context } from '../../kernel/context.ts'
import type { Columns } from '../../kernel/db/columns.ts'
import { at } from '../../kernel/db/instant.ts'
import { sql } from '../../kernel/db/sql.ts'

export interface VehicleRow {
  readonly id: string
  readonly plate: string
  readonly plateColor: Columns['plateColor']
  readonly modelId: string
  readonly modelName: string
  /** The class of its model compared with the ordered one: below 0 lower, 0 the same. */
  readonly classAbove: number
  readonly carType: Columns['carType']
  readonly odometerKm: number
  readonly fuelPct: number | null
  readonly batteryPct: number | null
  readonly parkingNote: string
  readonly homeStoreId: string
  readonly currentStoreId: string
  readonly storeName: string
}

/**
 * Vehicles in service that a store has or expects: of one model, or of every model that may replace it. Models and stores
 * are read once, not for each vehicle.
 */
export const candidates = (
  ctx: Context,
  asked: { storeId: string; modelId: string; upgrade: boolean; plate: string },
) =>
  ctx.query(
    sql<VehicleRow>`with models as materialized (
        select m.id, m.name, m.car_type, m.class_rank, m.class_rank - own.class_rank as class_above from model m
          join model own on own.merchant_id = m.merchant_id and own.id = $2
         where m.id = $2 or ($3 and m.class_rank >= own.class_rank)),
       stores as materialized (select id, name from store)
     select v.id, v.plate, v.plate_color, v.model_id, m.name as model_name, m.class_above, m.car_type, v.odometer_km,
        v.fuel_pct, v.battery_pct, v.parking_note, v.home_store_id, v.current_store_id, s.name as store_name
       from vehicle v join models m on m.id = v.model_id join stores s on s.id = v.current_store_id
      where v.lifecycle = ${lifecycle.inService} and v.id = any (array(
          select id from vehicle where lifecycle = ${lifecycle.inService} and home_store_id = $1
            and model_id = any (array(select id from models))
          union all select vehicle_id from pool_delta where store_id = $1 and delta > 0 and not consumed))
        and ($4 = '' or strpos(v.plate, $4) > 0)
      order by v.model_id <> $2, m.class_rank, v.plate`,
    [asked.storeId, asked.modelId, asked.upgrade, asked.plate],
  )

export interface BusyRow {
  readonly vehicleId: string
  readonly storeId: string
  readonly kind: Columns['occupancy.kind']
  readonly refId: string
  readonly fromAt: number
  readonly toAt: number
  readonly oneWay: boolean
  readonly pinned: boolean
  readonly onRent: boolean
  readonly orderId: string | null
  readonly status: Columns['order.status'] | null
  readonly pickupAt: number | null
  readonly returnAt: number | null
  readonly contactName: string | null
}

/**
 * The occupancies of these vehicles from `from` on, including cars that are overdue. Read within the caller's own scope, so
 * that names of orders of other stores are not returned: their rows have no order.
 */
export const busy = (ctx: Context, vehicleIds: readonly string[], from: number) =>
  ctx.query(
    sql<BusyRow>`select c.vehicle_id, c.store_id, c.kind, c.ref_id, c.from_at, c.to_at, c.one_way, c.pinned, c.on_rent, o.id as order_id, o.status,
        o.pickup_at, o.return_at, o.contact_name
       from occupancy c left join "order" o on c.kind in (${orderHolds}) and o.merchant_id = c.merchant_id and o.id = c.ref_id
      where c.vehicle_id = any ($1::bigint[]) and c.held_to > $2 and c.active
      order by c.vehicle_id, c.from_at`,
    [vehicleIds, at(from)],
  )

export interface ChosenRow {
  readonly id: string
  readonly modelId: string
  readonly lifecycle: Columns['lifecycle']
}

export const byId = (ctx: Context, vehicleId: string): Promise<ChosenRow | undefined> =>
  ctx.query.first<ChosenRow>('select id, model_id, lifecycle from vehicle where id = $1', [vehicleId])

/** As {@link byId}, if the store has or expects the vehicle; call it within `ctx.elevated` for a vehicle that is on its way. */
export const byIdNear = (ctx: Context, vehicleId: string, storeId: string): Promise<ChosenRow | undefined> =>
  ctx.query.first<ChosenRow>(
    `select v.id, v.model_id, v.lifecycle from vehicle v
        where v.id = $2 and (v.home_store_id = $1 or exists (
          select from pool_delta d where d.vehicle_id = v.id and d.store_id = $1 and d.delta > 0 and not d.consumed))`,
    [storeId, vehicleId],
  )
