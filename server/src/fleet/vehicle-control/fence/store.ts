import type { contract } from '@cheyi/contract/index'
import type { ParsedOf } from '@cheyi/contract/kernel/call'
import { unhandledStates } from '@cheyi/domain/fleet/vehicle-control/alarm'
import type { Insertable, Selectable } from 'kysely'
import type { Context } from '../../../kernel/context.ts'
import { type Patch, saveRow } from '../../../kernel/db/save-row.ts'
import { like, sql } from '../../../kernel/db/sql.ts'
import type { DB } from '../../../kernel/db/tables.gen.ts'

export type FenceRow = Selectable<DB['fence']>

export interface ListRow extends FenceRow {
  readonly storeName: string | null
  readonly alarms: number
}

/** A fence of every store is named by a null, so that it is part of each store's list. */
const shown = sql`select f.*, s.name as store_name,
    (select count(*)::int from alarm a where a.merchant_id = f.merchant_id and a.fence_id = f.id and a.state in (${[...unhandledStates]})) as alarms
  from fence f left join store s on s.merchant_id = f.merchant_id and s.id = f.store_id
  where f.deleted_at is null`

export const page = (
  ctx: Context,
  { rule, storeId, vehicleId, keyword = '' }: ParsedOf<typeof contract.vehicleControl.fencePage>,
  before: string | null,
  limit: number,
) =>
  ctx.query(
    sql<ListRow>`${shown} and ($1::smallint is null or f.rule = $1) and ($2::bigint is null or f.store_id is null or f.store_id = $2)
        and ($3::bigint is null or exists (select from vehicle v where v.id = $3
          and (f.store_id is null or f.store_id in (v.current_store_id, v.home_store_id))
          and (f.vehicle_ids = '{}' or v.id = any (f.vehicle_ids))))
        and ($4::text = '' or f.name ilike $4) and ($5::bigint is null or f.id < $5)
      order by f.id desc limit $6`,
    [rule ?? null, storeId ?? null, vehicleId ?? null, keyword === '' ? '' : like(keyword), before, limit],
  )

export const byId = (ctx: Context, id: string): Promise<ListRow | undefined> =>
  ctx.query.first(sql<ListRow>`${shown} and f.id = $1`, [id])

/** Chosen cars that the caller sees. */
export const vehicles = (ctx: Context, ids: readonly string[]) =>
  ctx.query<{ vehicleId: string; plate: string; modelName: string }>(
    `select v.id as vehicle_id, v.plate, m.name as model_name
       from vehicle v join model m on m.merchant_id = v.merchant_id and m.id = v.model_id
      where v.id = any ($1::bigint[]) order by v.plate`,
    [ids],
  )

export const count = async (ctx: Context): Promise<number> =>
  (await ctx.query<{ n: number }>('select count(*)::int as n from fence where deleted_at is null'))[0]!.n

export const lock = (ctx: Context, id: string): Promise<FenceRow | undefined> =>
  ctx.db
    .selectFrom('fence')
    .selectAll()
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .forUpdate()
    .executeTakeFirst()

export const insert = (ctx: Context, row: Insertable<DB['fence']>): Promise<FenceRow> =>
  ctx.db.insertInto('fence').values(row).returningAll().executeTakeFirstOrThrow()

export const update = (ctx: Context, row: FenceRow, patch: Patch<'fence'>): FenceRow =>
  saveRow(ctx, 'fence', row, patch)
