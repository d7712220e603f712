import type { contract } from '@cheyi/contract/index'
import type { ParsedOf } from '@cheyi/contract/kernel/call'
import type { Source } from '@cheyi/domain/booking/order/codes'
import { accountStatus } from '@cheyi/domain/platform/account/codes'
import type { MerchantStatus } from '@cheyi/domain/platform/merchant/codes'
import { merchantStatus, storeStatus } from '@cheyi/domain/platform/merchant/codes'
import type { StoredSettings } from '@cheyi/domain/platform/merchant/setting'
import { type SetupCounts, setupSteps } from '@cheyi/domain/platform/merchant/setup'
import { type Insertable, type Selectable, sql } from 'kysely'
import type { Db } from '../../kernel/context.ts'
import { COUNT_LIMIT, countUpTo } from '../../kernel/db/count-up-to.ts'
import { countsOf } from '../../kernel/db/counts.ts'
import { cursorKeys, offsetOf, pageSize } from '../../kernel/db/paging.ts'
import type { DB } from '../../kernel/db/tables.gen.ts'
import { connectedSourcesSql } from './uses.ts'

export type MerchantAsk = ParsedOf<typeof contract.merchant.list>

/** Merchants that a user may enter: by an enabled account, or as an operator who is assigned to them; without closed ones. */
function enterable(db: Db, userId: string, name: string | undefined) {
  let query = db
    .selectFrom('merchant as m')
    .leftJoin('account as a', (join) =>
      join
        .onRef('a.merchantId', '=', 'm.id')
        .on('a.userId', '=', userId)
        .on('a.status', '=', accountStatus.enabled)
        .on('a.deletedAt', 'is', null),
    )
    .leftJoin('operatorMerchant as o', (join) => join.onRef('o.merchantId', '=', 'm.id').on('o.userId', '=', userId))
    .where('m.status', '<>', merchantStatus.closed)
    // Found by the person first: otherwise each merchant of the installation is looked up in both tables.
    .where(
      sql<boolean>`m.id = any (array(select merchant_id from account where user_id = ${userId}
        union all select merchant_id from operator_merchant where user_id = ${userId}))`,
    )
    .where((e) => e.or([e('a.id', 'is not', null), e('o.userId', 'is not', null)]))
  if (name) query = query.where(sql<boolean>`strpos(lower(m.name), ${name.toLowerCase()}) > 0`)
  return query
}

/** One page by id; fetches one extra row to detect a next page. Runs without a merchant. */
export function page(db: Db, userId: string, ask: MerchantAsk) {
  let query = enterable(db, userId, ask.name)
    .select((e) => [
      'm.id',
      'm.name',
      'm.status',
      e
        .selectFrom('store as s')
        .select((s) => s.fn.countAll<number>().as('count'))
        .whereRef('s.merchantId', '=', 'm.id')
        .where('s.status', '<>', storeStatus.closed)
        .as('storeCount'),
      // An operator has no account of the merchant, so the last login is read from their sessions.
      e.fn
        .coalesce(
          'a.lastLoginAt',
          e
            .selectFrom('loginSession as l')
            .select((s) => s.fn.max('l.createdAt').as('at'))
            .where('l.userId', '=', userId)
            .whereRef('l.merchantId', '=', 'm.id'),
        )
        .as('lastLoginAt'),
    ])
    .orderBy('m.id')
    .limit(pageSize(ask) + 1)
  const after = cursorKeys(ask, 'id')
  if (after !== null) query = query.where('m.id', '>', after[0]!)
  return query.offset(offsetOf(ask)).execute()
}

export const count = (db: Db, userId: string, ask: MerchantAsk): Promise<number> =>
  countUpTo(db, enterable(db, userId, ask.name).select('m.id').limit(COUNT_LIMIT).as('m'))

export interface SettingRow {
  readonly merchant: StoredSettings
  readonly pay: StoredSettings
  readonly store: StoredSettings
  readonly version: number
  /** Connected channels of the merchant. */
  readonly connected: readonly Source[]
}

/** Stored settings of the merchant, and of a store when `storeId` is given; undefined when the store does not belong to the merchant. */
export async function settings(db: Db, storeId?: string): Promise<SettingRow | undefined> {
  const row = await db
    .selectFrom('merchant as m')
    .leftJoin('store as s', (join) => join.onRef('s.merchantId', '=', 'm.id').on('s.id', '=', storeId ?? null))
    .select(['m.settings as merchant', 'm.paySettings as pay', 'm.version', 's.id as storeId', 's.settings as store'])
    .select(sql<Source[]>`${sql.raw(connectedSourcesSql)}`.as('connected'))
    .executeTakeFirstOrThrow()
  if (storeId !== undefined && row.storeId === null) return undefined
  const { merchant, pay, version, connected } = row
  return { merchant, pay, version, connected, store: row.store ?? {} }
}

export type MerchantRow = Selectable<DB['merchant']>

/** The merchant of the session; `lockOwn` locks its row for a write. */
export const own = (db: Db): Promise<MerchantRow> => db.selectFrom('merchant').selectAll().executeTakeFirstOrThrow()
export const lockOwn = (db: Db): Promise<MerchantRow> =>
  db.selectFrom('merchant').selectAll().forNoKeyUpdate().executeTakeFirstOrThrow()

/** @returns the new version */
export async function update(db: Db, row: Partial<Insertable<DB['merchant']>>): Promise<number> {
  const saved = await db
    .updateTable('merchant')
    .set((e) => ({ ...row, version: e('version', '+', 1) }))
    .returning('version')
    .executeTakeFirstOrThrow()
  return saved.version
}

/** Changes the status of a merchant after the state machine allowed it; runs without a merchant. */
export const setStanding = (
  db: Db,
  merchantId: string,
  { status, note, now }: { status: MerchantStatus; note: string; now: number },
) =>
  db
    .updateTable('merchant')
    .set((e) => ({ status, statusNote: note, statusAt: now, version: e('version', '+', 1) }))
    .where('id', '=', merchantId)
    .execute()

/** Stores that are not closed, with their payment settings; all stores of the merchant when `ids` is null. */
export const storePays = (db: Db, ids: readonly string[] | null) =>
  db
    .selectFrom('store')
    .select(['id as storeId', 'name', 'paySettings', 'version'])
    .where('status', '<>', storeStatus.closed)
    .$if(ids !== null, (some) => some.where('id', 'in', ids!))
    .orderBy('id')
    .execute()

/** Stores that are not closed and have settings of their own. */
export const storesWithSettings = (db: Db) =>
  db
    .selectFrom('store')
    .select(['id', 'name', 'settings'])
    .where('status', '<>', storeStatus.closed)
    .where(sql<boolean>`settings <> '{}'`)
    .orderBy('id')
    .execute()

export const roles = (db: Db) =>
  db.selectFrom('role').select(['id', 'name']).where('deletedAt', 'is', null).orderBy('id').execute()

/** Counts of each thing that a merchant needs before it can sell. */
export const setupCounts = countsOf<keyof SetupCounts>([...setupSteps.map(({ key }) => key), 'fleet'])
setupCounts.register(
  'pay',
  `select case when pay_settings ? 'payWays' then 1 else 0 end from merchant where id = merchant()`,
)
setupCounts.register(
  'account',
  `select count(*) from account where status > ${accountStatus.disabled} and deleted_at is null`,
)

export const merchantName = async (db: Db): Promise<string> =>
  (await db.selectFrom('merchant').select('name').executeTakeFirstOrThrow()).name
