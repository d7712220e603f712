import { isModelInUse, lifecycle } from '@cheyi/domain/inventory/codes'
import { type ImportKey, importKeys, type Remembered } from '@cheyi/domain/inventory/import/columns'
import type { NameField } from '@cheyi/domain/inventory/import/names'
import type { Known, KnownVehicle } from '@cheyi/domain/inventory/import/plan'
import { isSound, type ReadRow } from '@cheyi/domain/inventory/import/row'
import { isClosedStore } from '@cheyi/domain/merchant/codes'
import type { Context } from '../../kernel/context.ts'
import { lockRegister } from '../store.ts'

/** Nobody else writes plates and frame numbers until this transaction ends. */
export const lockKnown = (ctx: Context) => lockRegister(ctx)

/**
 * What of the merchant the rows of a table may mean: three statements, however many rows. Vehicles of stores that the
 * importer does not see are told only as that.
 */
export async function known(ctx: Context, rows: readonly ReadRow[]): Promise<Omit<Known, 'chosen'>> {
  const sound = rows.filter(isSound)
  const { scope, storeIds } = ctx.identity
  const visible = (storeId: string) => scope === 'all' || storeIds.includes(storeId)
  const [vehicles, models, stores] = await Promise.all([
    ctx.elevated(() =>
      ctx.query<Omit<KnownVehicle, 'visible'> & { currentStoreId: string }>(
        `select id, plate, vin, lifecycle, model_id, home_store_id, current_store_id, odometer_km from vehicle
          where vin = any ($1) or (plate = any ($2) and lifecycle <> ${lifecycle.disposed})`,
        [sound.map((row) => row.vin), sound.map((row) => row.plate)],
      ),
    ),
    ctx.query<{ id: string; name: string; year: number | null; status: number }>(
      'select id, name, model_year as year, status from model order by sort, id',
    ),
    ctx.query<{ id: string; name: string; code: string; status: number }>('select id, name, code, status from store'),
  ])
  return {
    vehicles: vehicles.map((row) => ({
      ...row,
      visible: visible(row.homeStoreId) || visible(row.currentStoreId),
    })),
    models: models.map(({ id, name, year, status }) => ({ id, name, year, open: isModelInUse(status) })),
    stores: stores
      .filter(({ id }) => visible(id))
      .map(({ id, name, code, status }) => ({ id, name, code, open: !isClosedStore(status) })),
  }
}

/** A choice that is kept for the merchant's next table. */
export interface Choice {
  readonly field: 'column' | NameField
  /** In its plain form. */
  readonly name: string
  readonly target: string | null
}

/** What titles and names of this merchant's tables were chosen to mean. */
export async function remembered(ctx: Context): Promise<{ columns: Remembered; names: readonly Choice[] }> {
  const choices = await ctx.db.selectFrom('importChoice').select(['field', 'name', 'target']).execute()
  const known = (target: string | null): target is ImportKey | null =>
    target === null || importKeys.some((key) => key === target)
  return {
    columns: new Map(
      choices.flatMap(({ field, name, target }) => (field === 'column' && known(target) ? [[name, target]] : [])),
    ),
    names: choices.filter(({ field }) => field !== 'column'),
  }
}

/** Keeps the choices for the next table; a later one replaces an earlier. One statement. */
export const remember = (ctx: Context, choices: readonly Choice[]) =>
  ctx.query(
    `insert into import_choice (field, name, target)
     select distinct on (field, name) * from unnest($1::text[], $2::text[], $3::text[]) as c (field, name, target)
     on conflict (merchant_id, field, name) do update set target = excluded.target, updated_at = app_now()`,
    [choices.map((one) => one.field), choices.map((one) => one.name), choices.map((one) => one.target)],
  )
