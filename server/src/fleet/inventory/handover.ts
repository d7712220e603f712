import { advance } from '@cheyi/domain/advance'
import type { Lifecycle } from '@cheyi/domain/fleet/inventory/codes'
import { vehicleSteps } from '@cheyi/domain/fleet/inventory/lifecycle'
import type { HandoverBefore } from '@cheyi/domain/rental/pickup-return/before'
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

/** Restores the readings from before a handover that is undone; this may also lower an odometer that was entered too high. */
export const restoreReadings = (ctx: Context, vehicleId: string, before: HandoverBefore): void =>
  ctx.queue(
    `update vehicle set odometer_km = (b ->> 'odometerKm')::int, fuel_pct = (b ->> 'fuelPct')::numeric,
        battery_pct = (b ->> 'batteryPct')::numeric, parking_note = b ->> 'parkingNote',
        parking_photo_id = (b ->> 'parkingPhotoId')::bigint, version = version + 1, updated_at = app_now()
       from (select $2::jsonb as b) kept where id = $1`,
    [vehicleId, JSON.stringify(before)],
  )

/** Restores the home and present store from before a return that is undone. */
export const restorePlace = (ctx: Context, vehicleId: string, before: HandoverBefore): void =>
  ctx.queue(
    `update vehicle set home_store_id = (b ->> 'homeStoreId')::bigint, current_store_id = (b ->> 'currentStoreId')::bigint,
        version = version + 1, updated_at = app_now()
       from (select $2::jsonb as b) kept where id = $1`,
    [vehicleId, JSON.stringify(before)],
  )
