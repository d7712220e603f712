import { documentKind, insuranceKind, isInService } from '@cheyi/domain/fleet/inventory/codes'
import type { RowPlan } from '@cheyi/domain/fleet/inventory/import/plan'
import type { ImportRow } from '@cheyi/domain/fleet/inventory/import/row'
import { unlawfulPeriods } from '@cheyi/domain/fleet/inventory/papers'
import { plateColorOf, plateKindOf } from '@cheyi/domain/platform/check/plate'
import { localDate } from '@cheyi/domain/time'
import type { Context } from '../../../kernel/context.ts'
import { recordset } from '../../../kernel/db/recordset.ts'
import { closeForPapers, lockPoolsOf } from '../../stock/actions.ts'
import { papersOf } from '../facts.ts'
import { poolOf } from '../life.ts'
import * as store from '../store.ts'

type Create = Extract<RowPlan, { action: 'create' }>
type Update = Extract<RowPlan, { action: 'update' }>

/** Writes the planned rows with a few statements, regardless of their number. The caller holds the lock of the register. */
export async function carryOut(ctx: Context, plans: readonly RowPlan[]): Promise<void> {
  const creates = plans.filter((plan): plan is Create => plan.action === 'create')
  const updates = plans.filter((plan): plan is Update => plan.action === 'update')
  const pools = creates.map(({ storeId, modelId }) => ({ storeId, modelId }))
  const inService = updates.filter(({ vehicle }) => isInService(vehicle.lifecycle))
  const touched = inService.map(({ vehicle }) => ({ storeId: vehicle.homeStoreId, modelId: vehicle.modelId }))
  if (pools.length + touched.length > 0) lockPoolsOf(ctx, [...pools, ...touched])
  if (creates.length > 0) await insert(ctx, creates)
  if (updates.length > 0) await update(ctx, updates)
  await tellStock(
    ctx,
    inService.map(({ vehicle }) => vehicle.id),
  )
}

/** A row as database columns; an empty cell is null. */
const fieldsOf = (row: ImportRow) => {
  const kind = plateKindOf(row.plate)!
  return {
    plate: row.plate,
    plateKind: kind,
    plateColor: row.plateColor ?? null,
    usualColor: plateColorOf(kind),
    vin: row.vin,
    engineNo: row.engineNo ?? null,
    colour: row.colour ?? null,
    registerOn: row.registerOn ?? null,
    useNature: row.useNature ?? null,
    odometerKm: row.odometerKm ?? null,
    insuranceExpireOn: row.insuranceEndOn ?? null,
    commercialExpireOn: row.commercialEndOn ?? null,
    inspectionExpireOn: row.inspectionEndOn ?? null,
    parkingNote: row.parkingNote ?? null,
    keyNote: row.keyNote ?? null,
    tags: row.tags ?? null,
    remark: row.remark ?? null,
  }
}

const COLUMNS = `plate text, plate_kind smallint, plate_color smallint, usual_color smallint, vin text, engine_no text, colour text,
  register_on date, use_nature smallint, odometer_km int, insurance_expire_on date, commercial_expire_on date,
  inspection_expire_on date, parking_note text, key_note text, tags text[], remark text`

async function insert(ctx: Context, creates: readonly Create[]): Promise<void> {
  const rows = creates.map(({ row, modelId, storeId }) => ({ ...fieldsOf(row), modelId, storeId }))
  const made = await ctx.query<object>(
    `insert into vehicle (plate, plate_kind, plate_color, vin, engine_no, colour, register_on, use_nature, odometer_km,
       insurance_expire_on, commercial_expire_on, inspection_expire_on, parking_note, key_note, tags, remark, model_id, home_store_id, current_store_id)
     select plate, plate_kind, coalesce(plate_color, usual_color), vin, coalesce(engine_no, ''), coalesce(colour, ''), register_on,
       coalesce(use_nature, 1), coalesce(odometer_km, 0), insurance_expire_on, commercial_expire_on,
       inspection_expire_on, coalesce(parking_note, ''), coalesce(key_note, ''), coalesce(tags, '{}'), coalesce(remark, ''), model_id, store_id, store_id
       from jsonb_to_recordset($1) as r (${COLUMNS}, model_id bigint, store_id bigint)
     returning id, insurance_expire_on, commercial_expire_on, inspection_expire_on`,
    [recordset(rows)],
  )
  // Foreign key plans that this connection made while the fleet was small would scan the whole fleet for each document.
  await ctx.query('discard plans')
  // A separate statement: row security only lets a document be written once its vehicle is visible.
  await ctx.query(
    `with made as (select * from jsonb_to_recordset($1) as r
       (id bigint, insurance_expire_on date, commercial_expire_on date, inspection_expire_on date))
     ${insertPapers('made')}`,
    [recordset(made)],
  )
}

/** Documents of which only the expiry day is known, for the rows of `from` that have one. */
const insertPapers = (from: string) => `insert into vehicle_document (vehicle_id, kind, insurance_kind, end_on)
  select p.id, d.kind, d.insurance_kind, d.end_on from ${from} p cross join lateral (values
    (${documentKind.policy}, ${insuranceKind.compulsory}, p.insurance_expire_on),
    (${documentKind.policy}, ${insuranceKind.commercial}, p.commercial_expire_on),
    (${documentKind.inspection}, null, p.inspection_expire_on)) d (kind, insurance_kind, end_on)
  where d.end_on is not null`

/** Existing vehicles take the values of their rows; an empty cell changes nothing. */
async function update(ctx: Context, updates: readonly Update[]): Promise<void> {
  const rows = updates.map(({ row, vehicle, modelId, storeId }) => ({
    ...fieldsOf(row),
    id: vehicle.id,
    modelId,
    storeId,
  }))
  const given = [recordset(rows)]
  const from = `jsonb_to_recordset($1) as r (id bigint, ${COLUMNS}, model_id bigint, store_id bigint)`
  // Another expiry day means a new document of the same kind: it replaces the one with an unknown begin.
  await ctx.query(
    `update vehicle_document d set removed_at = app_now() from ${from}
      where d.vehicle_id = r.id and d.removed_at is null and d.start_on is null
        and ((d.kind = ${documentKind.policy} and d.insurance_kind = ${insuranceKind.compulsory}
            and r.insurance_expire_on is distinct from d.end_on and r.insurance_expire_on is not null)
          or (d.kind = ${documentKind.policy} and d.insurance_kind = ${insuranceKind.commercial}
            and r.commercial_expire_on is distinct from d.end_on and r.commercial_expire_on is not null)
          or (d.kind = ${documentKind.inspection} and r.inspection_expire_on is distinct from d.end_on
            and r.inspection_expire_on is not null))`,
    given,
  )
  await ctx.query(
    `with rows as (select * from ${from}),
     missing as (select r.id,
         case when exists (select from vehicle_document d where d.vehicle_id = r.id and d.removed_at is null
           and d.insurance_kind = ${insuranceKind.compulsory} and d.end_on = r.insurance_expire_on) then null else r.insurance_expire_on end as insurance_expire_on,
         case when exists (select from vehicle_document d where d.vehicle_id = r.id and d.removed_at is null
           and d.insurance_kind = ${insuranceKind.commercial} and d.end_on = r.commercial_expire_on) then null else r.commercial_expire_on end as commercial_expire_on,
         case when exists (select from vehicle_document d where d.vehicle_id = r.id and d.removed_at is null
           and d.kind = ${documentKind.inspection} and d.end_on = r.inspection_expire_on) then null else r.inspection_expire_on end as inspection_expire_on
       from rows r)
     ${insertPapers('missing')}`,
    given,
  )
  const last = (where: string) => `(select max(d.end_on) from vehicle_document d
    where d.vehicle_id = r.id and d.removed_at is null and ${where})`
  await ctx.query(
    `update vehicle v set plate = r.plate, plate_kind = r.plate_kind, vin = r.vin,
        plate_color = coalesce(r.plate_color, case when v.plate = r.plate then v.plate_color else r.usual_color end),
        engine_no = coalesce(r.engine_no, v.engine_no), colour = coalesce(r.colour, v.colour),
        register_on = coalesce(r.register_on, v.register_on), use_nature = coalesce(r.use_nature, v.use_nature),
        odometer_km = coalesce(r.odometer_km, v.odometer_km), remark = coalesce(r.remark, v.remark), tags = coalesce(r.tags, v.tags),
        parking_note = coalesce(r.parking_note, v.parking_note), key_note = coalesce(r.key_note, v.key_note),
        parking_photo_id = case when coalesce(r.parking_note, v.parking_note) = v.parking_note then v.parking_photo_id end,
        model_id = r.model_id, home_store_id = r.store_id,
        current_store_id = case when v.current_store_id = v.home_store_id then r.store_id else v.current_store_id end,
        insurance_expire_on = coalesce(${last(`d.insurance_kind = ${insuranceKind.compulsory}`)}, v.insurance_expire_on),
        commercial_expire_on = coalesce(${last(`d.insurance_kind = ${insuranceKind.commercial}`)}, v.commercial_expire_on),
        inspection_expire_on = coalesce(${last(`d.kind = ${documentKind.inspection}`)}, v.inspection_expire_on),
        version = v.version + 1, updated_at = app_now()
       from ${from} where v.id = r.id`,
    given,
  )
}

/** For vehicles in service whose documents may have changed, updates the stock pool by pool with the times when they may not be used. */
export async function tellStock(ctx: Context, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  const [vehicles, documents] = await Promise.all([store.byIds(ctx, ids), store.documentsOf(ctx, ids)])
  const pools = Map.groupBy(vehicles, (vehicle) => `${vehicle.homeStoreId}/${vehicle.modelId}`)
  for (const cars of pools.values())
    await closeForPapers(
      ctx,
      poolOf(cars[0]!),
      cars.map((car) => ({
        vehicleId: car.id,
        times: unlawfulPeriods(
          papersOf(
            car,
            documents.filter((one) => one.vehicleId === car.id),
          ),
          localDate(ctx.now),
        ),
      })),
    )
}
