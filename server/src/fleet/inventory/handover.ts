import { advance } from '@cheyi/domain/advance'
import type { Lifecycle } from '@cheyi/domain/fleet/inventory/codes'
import { vehicleSteps } from '@cheyi/domain/fleet/inventory/lifecycle'
import type { Context } from '../../kernel/context.ts'

interface Readings {
  readonly mileageKm: number
  /** Percent. */
  readonly fuelPct: number | null
  readonly batteryPct: number | null
}

/** Place where a car was left; empty once it has gone. */
export interface Parked {
  readonly note: string
  readonly photoId: string | null
}

/** Queues the readings of a handover: kilometres, fuel, battery, and the place of the car. The odometer never decreases. */
export const writeReadings = (
  ctx: Context,
  vehicleId: string,
  readings: Readings,
  parked: Parked = { note: '', photoId: null },
): void =>
  ctx.queue(
    `update vehicle set odometer_km = greatest(odometer_km, $2), fuel_pct = coalesce($3, fuel_pct),
        battery_pct = coalesce($4, battery_pct), parking_note = $5, parking_photo_id = $6, version = version + 1, updated_at = app_now() where id = $1`,
    [vehicleId, readings.mileageKm, readings.fuelPct, readings.batteryPct, parked.note, parked.photoId],
  )

/** Queues that a car is lost, which takes it out of service. `lifecycle`: as read with the order. */
export const loseVehicle = (ctx: Context, vehicleId: string, lifecycle: Lifecycle): void =>
  ctx.queue('update vehicle set lifecycle = $2, version = version + 1, updated_at = app_now() where id = $1', [
    vehicleId,
    advance(vehicleSteps, 'lose', lifecycle),
  ])

/** The present store of the car, and its home store if that changed. */
export function bringVehicle(ctx: Context, vehicleId: string, where: { storeId: string; changesHome: boolean }): void {
  ctx.queue(
    `update vehicle set current_store_id = $2, home_store_id = case when $3 then $2 else home_store_id end,
        version = version + 1, updated_at = app_now() where id = $1`,
    [vehicleId, where.storeId, where.changesHome],
  )
}

/**
 * Restores the readings from before a handover that is undone, by its record; this may also lower an odometer that was
 * entered too high.
 */
export const restoreReadings = (ctx: Context, vehicleId: string, recordId: string): void =>
  ctx.queue(
    `update vehicle v set odometer_km = (r.before ->> 'odometerKm')::int, fuel_pct = (r.before ->> 'fuelPct')::numeric,
        battery_pct = (r.before ->> 'batteryPct')::numeric, parking_note = r.before ->> 'parkingNote',
        parking_photo_id = (r.before ->> 'parkingPhotoId')::bigint, version = v.version + 1, updated_at = app_now()
       from pickup_return_record r where r.merchant_id = v.merchant_id and r.id = $2 and v.id = $1`,
    [vehicleId, recordId],
  )

/** Restores the home and present store from before a return that is undone. */
export const restorePlace = (ctx: Context, vehicleId: string, recordId: string): void =>
  ctx.queue(
    `update vehicle v set home_store_id = (r.before ->> 'homeStoreId')::bigint, current_store_id = (r.before ->> 'currentStoreId')::bigint,
        version = v.version + 1, updated_at = app_now()
       from pickup_return_record r where r.merchant_id = v.merchant_id and r.id = $2 and v.id = $1`,
    [vehicleId, recordId],
  )
