import { type Lifecycle, lifecycle } from '@cheyi/domain/fleet/inventory/codes'
import { normalisePlate } from '@cheyi/domain/platform/check/plate'
import type { Context } from '../../kernel/context.ts'

export interface FoundVehicle {
  readonly vehicleId: string
  readonly plate: string
  readonly modelName: string
  readonly storeName: string
  readonly lifecycle: Lifecycle
  /** The car is on rent to a customer. */
  readonly rented: boolean
}

/** A keyword of at least this many characters is searched inside plates: a shorter one would match half the fleet. */
const MIN_SIGNS = 2

/** Vehicles whose plate contains the characters, those in service first. At most one query. */
export async function findVehicles(ctx: Context, keyword: string, limit: number): Promise<FoundVehicle[]> {
  const plate = normalisePlate(keyword)
  if (plate.length < MIN_SIGNS || plate.length > 10) return []
  return ctx.query<FoundVehicle>(
    `with v as materialized (
       select v.* from vehicle v where strpos(v.plate, $1) > 0 and v.lifecycle <> ${lifecycle.disposed}
        order by v.lifecycle <> ${lifecycle.inService}, v.plate limit ${limit})
     select v.id as vehicle_id, v.plate, m.name as model_name, s.name as store_name, v.lifecycle,
         exists (select from occupancy c where c.vehicle_id = v.id and c.active and c.on_rent) as rented
       from v join model m on m.id = v.model_id join store s on s.id = v.current_store_id
      order by v.lifecycle <> ${lifecycle.inService}, v.plate`,
    [plate],
  )
}
