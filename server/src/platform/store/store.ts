import { accountStatus } from '@cheyi/domain/platform/account/codes'
import { type StoreStatus, storeStatus } from '@cheyi/domain/platform/merchant/codes'
import { type Insertable, type Selectable, sql } from 'kysely'
import type { Context, Db } from '../../kernel/context.ts'
import { COUNT_LIMIT, countUpTo } from '../../kernel/db/count-up-to.ts'
import { cursorKeys, offsetOf, type PageAsk, pageSize } from '../../kernel/db/paging.ts'
import type { DB } from '../../kernel/db/tables.gen.ts'
import { areaFeesOf, homeCarsSql } from './uses.ts'

export type StoreRow = Selectable<DB['store']>
export type NewStore = Insertable<DB['store']>

export interface StoreAsk {
  readonly keyword?: string
  readonly status?: StoreStatus
  /** Includes paused and closed stores. */
  readonly all?: boolean
  /** null: every store of the merchant. */
  readonly ids: readonly string[] | null
}

const nameHolds = (keyword: string) => sql<boolean>`strpos(lower(name), ${keyword.toLowerCase()}) > 0`

/** Stores of the merchant by city and name, few enough for one answer. */
export function list(db: Db, ask: StoreAsk) {
  let query = db
    .selectFrom('store')
    .select([
      'id',
      'name',
      'cityCode',
      'cityName',
      'address',
      'lat',
      'lng',
      'phones',
      'status',
      'hours',
      'pickupModes',
      'returnModes',
      'allowOneWay',
      'oneWayStores as oneWayStoreIds',
      'minRentHours',
      'maxRentDays',
      'maxAdvanceDays',
    ])
    .orderBy('cityCode')
    .orderBy('id')
  if (ask.status !== undefined) query = query.where('status', '=', ask.status)
  else if (!ask.all) query = query.where('status', '=', storeStatus.open)
  if (ask.ids !== null) query = query.where('id', '=', (e) => e.fn.any(e.val([...ask.ids!])))
  if (ask.keyword) query = query.where(nameHolds(ask.keyword))
  return query.execute()
}

function storesQuery(db: Db, { keyword, status, ids }: StoreAsk) {
  let query = db.selectFrom('store')
  if (status !== undefined) query = query.where('status', '=', status)
  if (ids !== null) query = query.where('id', '=', (e) => e.fn.any(e.val([...ids])))
  if (keyword) query = query.where((e) => e.or([nameHolds(keyword), e('code', '=', keyword)]))
  return query
}

/** One page by age, with one row more than requested. */
export function page(db: Db, ask: StoreAsk & PageAsk) {
  let query = storesQuery(db, ask)
    // Counted once, and not for each store.
    .leftJoin(sql<{ storeId: string; count: number }>`(${sql.raw(homeCarsSql)})`.as('v'), (on) =>
      on.onRef('v.storeId', '=', 'store.id'),
    )
    .select((e) => [
      'id',
      'name',
      'code',
      'status',
      'cityName',
      'address',
      'phones',
      'hours',
      'pickupModes',
      'lat',
      'version',
      sql<number>`jsonb_array_length(service_areas)`.as('areaCount'),
      e.fn.coalesce('v.count', e.val(0)).as('vehicleCount'),
    ])
    .orderBy('id')
    .limit(pageSize(ask) + 1)
  const after = cursorKeys(ask, 'id')
  if (after !== null) query = query.where('id', '>', after[0]!)
  return query.offset(offsetOf(ask)).execute()
}

export const count = (db: Db, ask: StoreAsk): Promise<number> =>
  countUpTo(db, storesQuery(db, ask).select('id').limit(COUNT_LIMIT).as('s'))

export const byId = (db: Db, id: string): Promise<StoreRow | undefined> =>
  db.selectFrom('store').selectAll().where('id', '=', id).executeTakeFirst()

/** Locks the row until the end of the transaction. */
export const lock = (db: Db, id: string): Promise<StoreRow | undefined> =>
  db.selectFrom('store').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

/** The merchant's own values of the settings that a store may override, its manager, and the fees that its areas may use. */
export async function beside(db: Db, store: Pick<StoreRow, 'id' | 'managerAccountId'>) {
  const [merchant, manager, fees] = await Promise.all([
    db.selectFrom('merchant').select('settings').executeTakeFirstOrThrow(),
    store.managerAccountId === null
      ? undefined
      : db.selectFrom('account').select(['id', 'name']).where('id', '=', store.managerAccountId).executeTakeFirst(),
    areaFeesOf(db, store.id),
  ])
  return { merchantSettings: merchant.settings, manager, fees }
}

/** Which of the ids are valid: enabled account, stores that are not closed. */
export async function existingIds(
  { query }: Pick<Context, 'query'>,
  ids: { managerId: string | null; storeIds: readonly string[] },
) {
  const [row] = await query<{ manager: boolean; stores: number }>(
    `select ($1::bigint is null or exists (select from account where id = $1 and status = ${accountStatus.enabled} and deleted_at is null)) as manager,
       (select count(*) from store where id = any ($2::bigint[]) and status <> ${storeStatus.closed})::int as stores`,
    [ids.managerId, ids.storeIds],
  )
  return row!
}

export async function insert(db: Db, row: NewStore): Promise<{ id: string; version: number }> {
  return db.insertInto('store').values(row).returning(['id', 'version']).executeTakeFirstOrThrow()
}

export async function update(db: Db, id: string, row: Partial<NewStore>): Promise<{ id: string; version: number }> {
  return db
    .updateTable('store')
    .set((e) => ({ ...row, version: e('version', '+', 1), updatedAt: sql<number>`app_now()` }))
    .where('id', '=', id)
    .returning(['id', 'version'])
    .executeTakeFirstOrThrow()
}
