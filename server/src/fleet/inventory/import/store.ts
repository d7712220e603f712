import { lifecycle } from '@cheyi/domain/fleet/inventory/codes'
import type { Known, KnownVehicle } from '@cheyi/domain/fleet/inventory/import/plan'
import { isSound, type ReadRow } from '@cheyi/domain/fleet/inventory/import/row'
import type { Context } from '../../../kernel/context.ts'
import { lockRegister } from '../store.ts'
import { namedRecords } from './names.ts'

/** No other transaction writes plates and frame numbers until this one ends. */
export const lockKnown = (ctx: Context) => lockRegister(ctx)

/**
 * The models, stores and vehicles that the rows of a table may refer to: three statements, regardless of the number of
 * rows. For vehicles of stores that are not visible to the importer, only their existence is returned.
 */
export async function loadReferences(ctx: Context, rows: readonly ReadRow[]): Promise<Omit<Known, 'chosen'>> {
  const sound = rows.filter(isSound)
  const { scope, storeIds } = ctx.identity
  const visible = (storeId: string) => scope === 'all' || storeIds.includes(storeId)
  const [vehicles, named] = await Promise.all([
    ctx.elevated(() =>
      ctx.query<Omit<KnownVehicle, 'visible'> & { currentStoreId: string }>(
        `select id, plate, vin, lifecycle, model_id, home_store_id, current_store_id, odometer_km from vehicle
          where vin = any ($1) or (plate = any ($2) and lifecycle <> ${lifecycle.disposed})`,
        [sound.map((row) => row.vin), sound.map((row) => row.plate)],
      ),
    ),
    namedRecords(ctx),
  ])
  return {
    ...named,
    vehicles: vehicles.map((row) => ({
      ...row,
      visible: visible(row.homeStoreId) || visible(row.currentStoreId),
    })),
  }
}
