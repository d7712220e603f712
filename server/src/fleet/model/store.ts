import type { contract } from '@cheyi/contract/index'
import type { ParsedOf } from '@cheyi/contract/kernel/call'
import { source } from '@cheyi/domain/booking/order/codes'
import { lifecycle, modelStatus } from '@cheyi/domain/fleet/inventory/codes'
import { storeStatus } from '@cheyi/domain/platform/merchant/codes'
import { type Insertable, type Selectable, sql } from 'kysely'
import type { Context, Db } from '../../kernel/context.ts'
import { COUNT_LIMIT, countUpTo } from '../../kernel/db/count-up-to.ts'
import { cursorKeys, offsetOf, pageSize } from '../../kernel/db/paging.ts'
import type { DB } from '../../kernel/db/tables.gen.ts'
import { setupCounts } from '../../platform/merchant/actions.ts'

/**
 * Models `m` in use for which an order at some open store would have no deposits: neither the best matching rule (as
 * `depositPolicy` chooses it for sales of the shop itself) nor the model sets both. SQL condition; stores and rules are
 * read once (`offset 0`) and not for each model.
 */
const withoutDepositsSql = `m.status = ${modelStatus.inUse} and (m.deposit_rent_fen is null or m.deposit_violation_fen is null) and exists (
  select from (select id from store where status = ${storeStatus.open} offset 0) s
    left join lateral (
      select d.rental_fen, d.violation_fen
        from (select * from deposit_policy where enabled and (source is null or source = ${source.offline}) offset 0) d
       where (d.store_id is null or d.store_id = s.id) and (d.model_id is null or d.model_id = m.id)
       order by num_nonnulls(d.model_id, d.store_id, d.source) desc, d.model_id nulls last, d.store_id nulls last
       limit 1) p on true
   where (coalesce(p.rental_fen, m.deposit_rent_fen) is null or coalesce(p.violation_fen, m.deposit_violation_fen) is null))`

export type ModelRow = Selectable<DB['model']>
type NewModel = Insertable<DB['model']>

export type ModelAsk = ParsedOf<typeof contract.model.list>

function matching(db: Db, { keyword, carType, status }: ModelAsk) {
  let query = db.selectFrom('model as m')
  if (carType !== undefined) query = query.where('m.carType', '=', carType)
  if (status !== undefined) query = query.where('m.status', '=', status)
  if (keyword) {
    const words = sql`lower(m.brand || ' ' || m.series || ' ' || m.name || ' ' || m.config)`
    query = query.where(sql<boolean>`strpos(${words}, ${keyword.toLowerCase()}) > 0`)
  }
  return query
}

/** One page in the merchant's own order, with one row more than requested; `vehicles` counts those that are not disposed of. */
export function page(db: Db, ask: ModelAsk) {
  const vehicles = db
    .selectFrom('vehicle')
    .select(['modelId', (e) => e.fn.countAll<number>().as('count')])
    .where('lifecycle', '<>', lifecycle.disposed)
    .groupBy('modelId')
    .as('v')
  let query = matching(db, ask)
    .leftJoin(vehicles, 'v.modelId', 'm.id')
    .selectAll('m')
    .select('v.count as vehicleCount')
    .orderBy('m.sort')
    .orderBy('m.id')
    .limit(pageSize(ask) + 1)
  const after = cursorKeys(ask, 'int', 'id')
  if (after !== null) query = query.where(sql<boolean>`(m.sort, m.id) > (${after[0]}::int, ${after[1]}::bigint)`)
  return query.offset(offsetOf(ask)).execute()
}

export const count = (db: Db, ask: ModelAsk): Promise<number> =>
  countUpTo(db, matching(db, ask).select('m.id').limit(COUNT_LIMIT).as('m'))

export const byId = (db: Db, id: string): Promise<ModelRow | undefined> =>
  db.selectFrom('model').selectAll().where('id', '=', id).executeTakeFirst()

/** Locks the row until the end of the transaction. */
export const lock = (db: Db, id: string): Promise<ModelRow | undefined> =>
  db.selectFrom('model').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

/** Models in use for which an order would have no deposits, by class. */
export const withoutDeposits = (ctx: Context) =>
  ctx.query<Pick<ModelRow, 'name' | 'carType'> & { modelId: string }>(
    `select m.id as model_id, m.name, m.car_type from model m where ${withoutDepositsSql} order by m.car_type, m.sort, m.id`,
  )

/** Cars of a model that are not disposed of, and those in service. */
export async function cars(db: Db, modelId: string): Promise<{ all: number; inService: number }> {
  const row = await db
    .selectFrom('vehicle')
    .select((e) => [
      e.fn.countAll<number>().as('all'),
      e.fn.countAll<number>().filterWhere('lifecycle', '=', lifecycle.inService).as('inService'),
    ])
    .where('modelId', '=', modelId)
    .where('lifecycle', '<>', lifecycle.disposed)
    .executeTakeFirstOrThrow()
  return { all: row.all, inService: row.inService }
}

type Saved = { id: string; version: number }

export const insert = (db: Db, row: NewModel): Promise<Saved> =>
  db.insertInto('model').values(row).returning(['id', 'version']).executeTakeFirstOrThrow()

export const update = (db: Db, id: string, row: Partial<NewModel>): Promise<Saved> =>
  db
    .updateTable('model')
    .set((e) => ({ ...row, version: e('version', '+', 1), updatedAt: sql<number>`app_now()` }))
    .where('id', '=', id)
    .returning(['id', 'version'])
    .executeTakeFirstOrThrow()

/** The platform's models that match, by brand; `modelId`: the merchant's own model with that name, year and trim level. */
export function library(db: Db, { carType }: Pick<ModelAsk, 'carType'>) {
  let query = db
    .selectFrom('modelLibrary as l')
    .selectAll('l')
    .select((e) =>
      e
        .selectFrom('model as m')
        .select('m.id')
        .whereRef('m.name', '=', 'l.name')
        .whereRef('m.config', '=', 'l.config')
        .where(sql<boolean>`m.model_year is not distinct from l.model_year`)
        .as('modelId'),
    )
    .orderBy('l.id')
  if (carType !== undefined) query = query.where('l.carType', '=', carType)
  return query.execute()
}

setupCounts.register('model', `select count(*) from model where status = ${modelStatus.inUse}`)
setupCounts.register(
  'deposit',
  `select case when count(*) filter (where ${withoutDepositsSql}) = 0 then count(*) else 0 end
     from model m where m.status = ${modelStatus.inUse}`,
)
