import { orderStatus } from '@cheyi/domain/booking/order/codes'
import {
  documentKind,
  lifecycle,
  type PlateColor,
  type PlateKind,
  type RunState,
} from '@cheyi/domain/fleet/inventory/codes'
import type { VehicleSort } from '@cheyi/domain/fleet/inventory/columns'
import { type FleetGroup, fleetGroups, statesOf } from '@cheyi/domain/fleet/inventory/fleet-group'
import { occupancyKinds, orderHolds, vehicleBlocks } from '@cheyi/domain/fleet/inventory/occupancy-codes'
import { EXPIRY_WARN_DAYS, type ExpiryKind } from '@cheyi/domain/fleet/inventory/papers'
import { settingCatalogue } from '@cheyi/domain/platform/merchant/setting'
import type { Insertable, Selectable, Updateable } from 'kysely'
import type { Context } from '../../kernel/context.ts'
import type { Columns } from '../../kernel/db/columns.ts'
import { at } from '../../kernel/db/instant.ts'
import { namedRows } from '../../kernel/db/named-rows.ts'
import { TOTAL_CAP } from '../../kernel/db/paging.ts'
import { type Patch, saveRow } from '../../kernel/db/save-row.ts'
import { sql } from '../../kernel/db/sql.ts'
import type { DB } from '../../kernel/db/tables.gen.ts'
import { orders } from '../../kernel/orders.ts'

export type VehicleTable = Selectable<DB['vehicle']>

export interface FleetAsk {
  /** Part of a plate, a frame number, part of the name of a model; '' for none. */
  readonly plate: string
  readonly words: string
  readonly storeId?: string
  readonly modelId?: string
  readonly group?: FleetGroup
  readonly runState?: RunState
  readonly lifecycle?: number
  readonly expiry?: ExpiryKind | 'any'
  readonly sort?: VehicleSort
  readonly tag?: string
  readonly plateKind?: PlateKind
  readonly plateColor?: PlateColor
  /** Today, a calendar date. */
  readonly today: string
}

export const expiryColumns: Readonly<Record<ExpiryKind, string>> = {
  insurance: 'insurance_expire_on',
  inspection: 'inspection_expire_on',
  commercial: 'commercial_expire_on',
  plate: 'plate_expire_on',
}

const codesOf = (group: FleetGroup) => (group === 'off' ? [] : statesOf[group])

/** The position of each group in the list, 1 to 4; `v` is the vehicle, `st` its run state. */
const rankSql = `case when st.run_state is null then ${fleetGroups.indexOf('off') + 1} ${fleetGroups
  .filter((group) => group !== 'off')
  .map((group) => `when st.run_state in (${codesOf(group).join(', ')}) then ${fleetGroups.indexOf(group) + 1}`)
  .join(' ')} end`

export const groupOfRank = (rank: number): FleetGroup => fleetGroups[rank - 1]!

/** The conditions of the filter except groups and states: $1 … $8. */
const matching = (ask: FleetAsk) => {
  const soon = `(select app_now() at time zone 'Asia/Shanghai')::date + ${EXPIRY_WARN_DAYS}`
  // Few signs are a part of many plates, which are found faster one by one.
  const plateHolds = ask.plate.length < 3 ? 'strpos(v.plate, $1) > 0' : 'v.plate = any (plates_with($1))'
  const ends = ask.expiry && (ask.expiry === 'any' ? 'papers_end_on' : expiryColumns[ask.expiry])
  return {
    text: `($1 = '' and $2 = '' or $1 <> '' and (${plateHolds} or v.vin = $1)
        or $2 <> '' and v.model_id = any (array(select id from model where strpos(lower(name), $2) > 0)))
      and ($3::bigint is null or v.home_store_id = $3 or v.current_store_id = $3)
      and ($4::bigint is null or v.model_id = $4)
      and case when $5::int is null then v.lifecycle <> ${lifecycle.disposed} else v.lifecycle = $5 end
      and ($6::text is null or v.tags @> array[$6])
      and ($7::int is null or v.plate_kind = $7)
      and ($8::int is null or v.plate_color = $8)
      ${ends === undefined ? '' : `and v.${ends} <= ${soon}`}`,
    values: [
      ask.plate,
      ask.words,
      ask.storeId ?? null,
      ask.modelId ?? null,
      ask.lifecycle ?? null,
      ask.tag ?? null,
      ask.plateKind ?? null,
      ask.plateColor ?? null,
    ],
  }
}

const states = `vehicle_states(${settingCatalogue.graceMinutes.fallback})`

export interface FleetRow {
  readonly id: string
  readonly plate: string
  readonly plateColor: Columns['plateColor']
  readonly modelId: string
  readonly modelName: string
  readonly carType: Columns['carType']
  readonly images: readonly string[]
  readonly homeStoreId: string
  readonly currentStoreId: string
  readonly storeName: string
  readonly parkingNote: string
  readonly odometerKm: number
  readonly lifecycle: Columns['lifecycle']
  readonly runState: RunState | null
  readonly rank: number
  readonly insuranceExpireOn: string | null
  readonly inspectionExpireOn: string | null
  readonly commercialExpireOn: string | null
  readonly plateExpireOn: string | null
  readonly version: number
}

const ownColumns = `v.id, v.plate, v.plate_color, v.model_id, v.home_store_id, v.current_store_id, v.parking_note,
  v.odometer_km, v.lifecycle, v.insurance_expire_on, v.inspection_expire_on, v.commercial_expire_on, v.plate_expire_on,
  v.version`
const cardColumns = `${ownColumns}, st.run_state, ${rankSql} as rank, m.name as model_name, m.car_type, m.images, s.name as store_name`
const withState = `vehicle v left join ${states} st on st.vehicle_id = v.id`
const joined = `${withState}
  join model m on m.merchant_id = v.merchant_id and m.id = v.model_id
  join store s on s.merchant_id = v.merchant_id and s.id = v.current_store_id`

export interface FleetPage {
  readonly limit: number
  readonly offset: number
  readonly after: readonly string[] | null
}

/**
 * SQL of the sort keys of a vehicle `v`. They need no index: the run state, and with it the group, is computed for the
 * whole fleet anyway. All keys except the group come from the row of the last car of the previous page, so the cursor
 * is its id.
 */
const sortKeys: Readonly<Record<VehicleSort, string>> = {
  state: rankSql,
  plate: 'v.plate',
  odometer: '-v.odometer_km',
  insurance: `coalesce(v.insurance_expire_on, 'infinity')`,
  commercial: `coalesce(v.commercial_expire_on, 'infinity')`,
  inspection: `coalesce(v.inspection_expire_on, 'infinity')`,
  expiry: `coalesce(least(v.insurance_expire_on, v.inspection_expire_on, v.commercial_expire_on, v.plate_expire_on), 'infinity')`,
}
const behindSql = (sort: VehicleSort): string =>
  sort === 'state'
    ? '(f.rank, f.id) > ($11, $12::bigint)'
    : `(f.key, f.id) > (select ${sortKeys[sort]}, v.id from vehicle v where v.id = $12)`

export interface CountRow {
  readonly rank: number
  readonly runState: RunState | null
  readonly count: number
}

/** Number of vehicles of each group and state that match, and of their models. */
export interface FleetCounts {
  readonly rows: readonly CountRow[]
  readonly models: number
}

/** One row of counts of `fleet`, the vehicles that match: {@link FleetCounts}. */
const countsSql = `select coalesce(jsonb_agg(g), '[]') as rows, (select count(*)::int from (select distinct model_id from fleet) m) as models
  from (select rank, run_state as "runState", count(*)::int as count from fleet group by 1, 2) g`

/** A page of the fleet, by group unless another order is requested; `counted`: of all vehicles that match. */
export async function page(
  ctx: Context,
  ask: FleetAsk,
  { limit, offset, after, counted }: FleetPage & { readonly counted: boolean },
): Promise<{ rows: FleetRow[]; counts: FleetCounts | null }> {
  const { text, values } = matching(ask)
  const sort = ask.sort ?? 'state'
  const rank = ask.group === undefined ? null : fleetGroups.indexOf(ask.group) + 1
  // The run state of each car is computed once for counting and sorting, with the fewest columns; other columns are
  // only read for the rows of the page. The counts come with the first row, or alone.
  const rows = await ctx.query<FleetRow & { counts: FleetCounts | null }>(
    `with fleet as materialized (select v.id, v.model_id, st.run_state, ${rankSql} as rank, ${sortKeys[sort]} as key
        from ${withState} where ${text}),
     firsts as materialized (select f.*, row_number() over () as place from (select * from fleet f
        where ($9::int is null or f.rank = $9) and ($10::int is null or f.run_state = $10)
          and ($11::int is null or ${behindSql(sort)})
        order by f.key, f.id limit $13 offset $14) f),
     page as materialized (select ${ownColumns}, f.run_state, f.rank, f.place from firsts f,
        lateral (select * from vehicle v where v.id = f.id offset 0) v),
     ${namedRows('models', 'name, car_type, images', 'model', 'page', 'model_id')},
     ${namedRows('stores', 'name', 'store', 'page', 'current_store_id')},
     cards as (select f.*, m.name as model_name, m.car_type, m.images, s.name as store_name
       from page f join models m on m.id = f.model_id join stores s on s.id = f.current_store_id)
     ${
       counted
         ? `select f.*, c.counts from cards f full join (select 1 as place, to_jsonb(c) as counts from (${countsSql}) c) c using (place)`
         : 'select f.*, null::jsonb as counts from cards f'
     } order by place`,
    [...values, rank, ask.runState ?? null, after?.[0] ?? null, after?.[1] ?? null, limit, offset],
  )
  return { rows: rows.filter(({ id }) => id !== null), counts: rows[0]?.counts ?? null }
}

export async function counts(ctx: Context, ask: FleetAsk): Promise<FleetCounts> {
  const { text, values } = matching(ask)
  const [row] = await ctx.query<FleetCounts>(
    `with fleet as materialized (select v.model_id, st.run_state, ${rankSql} as rank from ${withState} where ${text}) ${countsSql}`,
    values,
  )
  return row!
}

/** Number of vehicles that match, group and state included, up to the cap. */
export const totalOfRows = (rows: readonly CountRow[], ask: FleetAsk): number =>
  Math.min(
    TOTAL_CAP + 1,
    rows
      .filter(
        (row) =>
          (ask.group === undefined || groupOfRank(row.rank) === ask.group) &&
          (ask.runState === undefined || row.runState === ask.runState),
      )
      .reduce((sum, row) => sum + row.count, 0),
  )

export interface HoldingRow {
  readonly vehicleId: string
  readonly kind: Columns['occupancy.kind']
  readonly fromAt: number
  readonly toAt: number
  readonly orderId: string | null
  readonly contactName: string | null
  readonly pickupAt: number | null
  readonly returnAt: number | null
  readonly next: boolean
}

/**
 * The present and the next occupancy of these vehicles, at most one of each. It runs with the scope of the caller, so
 * an order of another store has no name.
 */
export const holdings = (ctx: Context, vehicleIds: readonly string[]) =>
  ctx.query(
    sql<HoldingRow>`with held as materialized (
       select distinct on (c.vehicle_id, c.from_at > $2 and not c.on_rent)
         c.vehicle_id, c.kind, c.from_at, c.to_at, c.ref_id, c.from_at > $2 and not c.on_rent as next
        from occupancy c where c.vehicle_id = any ($1::bigint[]) and c.active and c.held_to > $2
       order by c.vehicle_id, c.from_at > $2 and not c.on_rent, c.on_rent desc, c.kind in (${vehicleBlocks}), c.from_at),
     ${namedRows('orders', 'contact_name, pickup_at, return_at', '"order"', 'held', 'ref_id')}
     select h.vehicle_id, h.kind, h.from_at, h.to_at, o.id as order_id, o.contact_name, o.pickup_at, o.return_at, h.next
       from held h left join orders o on h.kind in (${orderHolds}) and o.id = h.ref_id order by h.vehicle_id, h.next`,
    [vehicleIds, at(ctx.now)],
  )

export type CardRow = VehicleTable &
  FleetRow & { readonly homeStoreName: string; readonly modelStatus: number; readonly storeStatus: number }

/** One vehicle with all fields of its page. */
export async function card(ctx: Context, vehicleId: string): Promise<CardRow | undefined> {
  const rows = await ctx.query<CardRow>(
    `select v.*, ${cardColumns}, h.name as home_store_name, m.status as model_status, h.status as store_status
       from ${joined} join store h on h.merchant_id = v.merchant_id and h.id = v.home_store_id where v.id = $1`,
    [vehicleId],
  )
  return rows[0]
}

export const byId = (ctx: Context, vehicleId: string) =>
  ctx.db.selectFrom('vehicle').selectAll().where('id', '=', vehicleId).executeTakeFirst()

/** Locks the row; bookings that only reference it do not wait for this lock. */
export const lock = (ctx: Context, vehicleId: string) =>
  ctx.db.selectFrom('vehicle').selectAll().where('id', '=', vehicleId).forNoKeyUpdate().executeTakeFirst()

/** Serializes writers of plates and frame numbers, so that their uniqueness checks stay true until they have written. */
export const lockRegister = (ctx: Pick<Context, 'query'>) =>
  ctx.query(`select pg_advisory_xact_lock(hashtextextended('vehicle', merchant()))`)

export const insert = (ctx: Context, row: Insertable<DB['vehicle']>) =>
  ctx.db.insertInto('vehicle').values(row).returningAll().executeTakeFirstOrThrow()

/** Writes a change with its version. */
export const update = (ctx: Context, vehicle: VehicleTable, patch: Patch<'vehicle'>) =>
  saveRow(ctx, 'vehicle', vehicle, patch)

/** The status of the model and store of a vehicle; null: deleted. */
export async function openness(ctx: Context, modelId: string, storeId: string) {
  const [row] = await ctx.query<{ model: number | null; store: number | null }>(
    `select (select status from model where id = $1) as model, (select status from store where id = $2) as store`,
    [modelId, storeId],
  )
  return row!
}

// ---- documents ----

export const documents = (ctx: Context, vehicleId: string) =>
  ctx.db
    .selectFrom('vehicleDocument')
    .selectAll()
    .where('vehicleId', '=', vehicleId)
    .where('removedAt', 'is', null)
    .orderBy('kind')
    .orderBy('endOn', 'desc')
    .orderBy('id')
    .execute()

export type DocumentRow = Selectable<DB['vehicleDocument']>

export const insertDocuments = (ctx: Context, rows: readonly Insertable<DB['vehicleDocument']>[]) =>
  ctx.db.insertInto('vehicleDocument').values(rows).returning('id').execute()

export const updateDocument = (ctx: Context, documentId: string, patch: Updateable<DB['vehicleDocument']>) =>
  ctx.db
    .updateTable('vehicleDocument')
    .set({ ...patch, updatedAt: ctx.now })
    .where('id', '=', documentId)
    .execute()

/** Insurance policies of a kind, as input of the rules. */
export const coversOf = (rows: readonly Selectable<DB['vehicleDocument']>[], insuranceKind: number) =>
  rows.flatMap((row) =>
    row.kind === documentKind.policy && row.insuranceKind === insuranceKind && row.endOn !== null
      ? [{ startOn: row.startOn, endOn: row.endOn }]
      : [],
  )

// ---- timeline ----

export interface PastRow {
  readonly type: 'order' | 'block' | 'document' | 'life'
  readonly fromAt: number
  readonly toAt: number | null
  readonly kind: Columns['occupancy.kind'] | null
  readonly orderId: string | null
  readonly orderNo: string | null
  readonly orderKind: Columns['orderKind'] | null
  readonly status: Columns['order.status'] | null
  readonly contactName: string | null
  readonly lifecycle: Columns['lifecycle'] | null
  readonly storeName: string | null
  readonly documentKind: Columns['vehicleDocument.kind'] | null
  readonly endOn: string | null
}

/** Occupancies other than orders. */
const blocks = occupancyKinds.values.filter((kind) => !orderHolds.some((one) => one === kind))

/**
 * Past and planned events of a vehicle, newest first, at most 200: orders, without a name where the account may not see them, blocks, documents, lifecycle. `held_to` is
 * never before `to_at`, and is in the index of a vehicle.
 */
export const eventsOfCar = (ctx: Context, vehicleId: string, from: number, to: number) =>
  ctx.query(
    sql<PastRow>`select 'order' as type, least(o.actual_pickup_at, o.pickup_at) as from_at, coalesce(o.actual_return_at, o.return_at) as to_at,
        null::smallint as kind, o.id as order_id, o.order_no, o.order_kind, o.status, o.contact_name, null::smallint as lifecycle,
        null as store_name, null::smallint as document_kind, null::date as end_on
       from ${orders.facts} o where o.vehicle_id = $1 and o.pickup_at < $3 and o.return_at > $2 and o.status between ${orderStatus.submitted} and ${orderStatus.returned}
     union all
     select 'order', c.from_at, coalesce(c.return_at, nullif(c.to_at, '9999-12-31')), null, null, null, null, c.order_status, null, null, null, null, null
       from occupancy c where c.vehicle_id = $1 and c.active and c.kind in (${orderHolds}) and c.from_at < $3 and c.to_at > $2 and c.held_to > $2
         and not exists (select from ${orders.facts} o where o.merchant_id = c.merchant_id and o.id = c.ref_id)
     union all
     select 'block', c.from_at, nullif(c.to_at, '9999-12-31'), c.kind, null, null, null, null, null, null, null, null, null
       from occupancy c where c.vehicle_id = $1 and c.active and c.kind in (${blocks}) and c.from_at < $3 and c.to_at > $2 and c.held_to > $2
     union all
     select 'document', d.created_at, null, null, null, null, null, null, null, null, null, d.kind, d.end_on
       from vehicle_document d where d.vehicle_id = $1 and d.removed_at is null and d.created_at >= $2 and d.created_at < $3
     union all
     select 'life', p.from_at, p.to_at, null, null, null, null, null, null, p.lifecycle, s.name, null, null
       from vehicle_period p join store s on s.merchant_id = p.merchant_id and s.id = p.home_store_id
      where p.vehicle_id = $1 and p.from_at >= $2 and p.from_at < $3 and p.from_at is distinct from p.to_at
     order by 2 desc limit 200`,
    [vehicleId, at(from), at(to)],
  )

export const byIds = (ctx: Context, ids: readonly string[]) =>
  ctx.query<VehicleTable>('select * from vehicle where id = any ($1::bigint[]) order by id', [ids])

/** Documents of many vehicles. */
export const documentsOf = (ctx: Context, vehicleIds: readonly string[]) =>
  ctx.query<Selectable<DB['vehicleDocument']>>(
    'select * from vehicle_document where vehicle_id = any ($1::bigint[]) and removed_at is null order by id',
    [vehicleIds],
  )

export interface ExportRow extends FleetRow {
  readonly vin: string
  readonly engineNo: string
  readonly colour: string
  readonly registerOn: string | null
  readonly useNature: Columns['useNature']
  readonly remark: string
  readonly plateKind: Columns['plateKind']
  readonly tags: string[]
  readonly modelYear: number | null
  readonly homeStoreName: string
  readonly keyNote: string
}

/** Tags of vehicles that are not disposed of, the most frequent first. */
export async function tags(ctx: Context, most: number): Promise<string[]> {
  const rows = await ctx.query<{ tag: string }>(
    `select tag from vehicle v, unnest(v.tags) as tag where v.lifecycle <> ${lifecycle.disposed}
      group by tag order by count(*) desc, tag limit ${most}`,
  )
  return rows.map(({ tag }) => tag)
}

/** The ids of a filter, in the order of the list. */
export async function idsOf(ctx: Context, ask: FleetAsk, limit: number): Promise<string[]> {
  const { text, values } = matching(ask)
  const rank = ask.group === undefined ? null : fleetGroups.indexOf(ask.group) + 1
  const rows = await ctx.query<{ id: string }>(
    `select id from (select v.id, st.run_state, ${rankSql} as rank from ${withState} where ${text}) f
      where ($9::int is null or f.rank = $9) and ($10::int is null or f.run_state = $10) order by f.rank, f.id limit $11`,
    [...values, rank, ask.runState ?? null, limit],
  )
  return rows.map(({ id }) => id)
}

/** A page of the fleet with all columns of the table. */
export function exportPage(
  ctx: Context,
  ask: FleetAsk,
  { limit, after }: Pick<FleetPage, 'limit' | 'after'>,
): Promise<ExportRow[]> {
  const { text, values } = matching(ask)
  const rank = ask.group === undefined ? null : fleetGroups.indexOf(ask.group) + 1
  return ctx.query<ExportRow>(
    `select * from (select ${cardColumns}, v.vin, v.engine_no, v.colour, v.register_on, v.use_nature, v.remark, v.key_note,
          v.plate_kind, v.tags, m.model_year, h.name as home_store_name
        from ${joined} join store h on h.merchant_id = v.merchant_id and h.id = v.home_store_id where ${text}) f
      where ($9::int is null or f.rank = $9) and ($10::int is null or f.run_state = $10)
        and ($11::int is null or (f.rank, f.id) > ($11, $12::bigint))
      order by f.rank, f.id limit $13`,
    [...values, rank, ask.runState ?? null, after?.[0] ?? null, after?.[1] ?? null, limit],
  )
}
