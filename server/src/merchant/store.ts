import { merchantStatus, storeStatus } from '@cheyi/domain/merchant/codes'
import type { StoredSettings } from '@cheyi/domain/merchant/setting'
import { sql } from 'kysely'
import type { Db } from '../kernel/context.ts'
import { cursorKeys, offsetOf, type PageAsk, pageSize, TOTAL_CAP } from '../kernel/paging.ts'

export interface MerchantAsk extends PageAsk {
  readonly name?: string
}

/** Merchants that a user may enter: by an enabled account, or as an operator assigned to them. Closed ones are none. */
function enterable(db: Db, userId: string, name: string | undefined) {
  let query = db
    .selectFrom('merchant as m')
    .leftJoin('account as a', (join) =>
      join
        .onRef('a.merchant_id', '=', 'm.id')
        .on('a.user_id', '=', userId)
        .on('a.status', '=', 1)
        .on('a.deleted_at', 'is', null),
    )
    .leftJoin('operator_merchant as o', (join) => join.onRef('o.merchant_id', '=', 'm.id').on('o.user_id', '=', userId))
    .where('m.status', '<>', merchantStatus.closed)
    .where((e) => e.or([e('a.id', 'is not', null), e('o.user_id', 'is not', null)]))
  if (name) query = query.where(sql<boolean>`strpos(lower(m.name), ${name.toLowerCase()}) > 0`)
  return query
}

/** One page by id, one row more than asked for. Runs as role `gate`. */
export function page(db: Db, userId: string, ask: MerchantAsk) {
  let query = enterable(db, userId, ask.name)
    .select((e) => [
      'm.id',
      'm.name',
      'm.status',
      e
        .selectFrom('store as s')
        .select((s) => s.fn.countAll<string>().as('count'))
        .whereRef('s.merchant_id', '=', 'm.id')
        .where('s.status', '<>', storeStatus.closed)
        .as('store_count'),
      // An operator has no account there; their sessions tell when they were inside.
      e.fn
        .coalesce(
          'a.last_login_at',
          e
            .selectFrom('login_session as l')
            .select((s) => s.fn.max('l.created_at').as('at'))
            .where('l.user_id', '=', userId)
            .whereRef('l.merchant_id', '=', 'm.id'),
        )
        .as('last_login_at'),
    ])
    .orderBy('m.id')
    .limit(pageSize(ask) + 1)
  const after = cursorKeys(ask, 1)
  if (after !== null) query = query.where('m.id', '>', after[0]!)
  const offset = offsetOf(ask)
  if (offset > 0) query = query.offset(offset)
  return query.execute()
}

export async function count(db: Db, userId: string, ask: MerchantAsk): Promise<number> {
  const row = await db
    .selectFrom(
      enterable(db, userId, ask.name)
        .select('m.id')
        .limit(sql.lit(TOTAL_CAP + 1))
        .as('counted'),
    )
    .select((e) => e.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

export interface SettingRow {
  readonly merchant: StoredSettings
  readonly pay: StoredSettings
  readonly store: StoredSettings
}

/** What the merchant stored, and with `storeId` what that store differs in; undefined for a store that is not its own. */
export async function settings(db: Db, storeId?: string): Promise<SettingRow | undefined> {
  const row = await db
    .selectFrom('merchant as m')
    .leftJoin('store as s', (join) => join.onRef('s.merchant_id', '=', 'm.id').on('s.id', '=', storeId ?? null))
    .select(['m.settings as merchant', 'm.pay_settings as pay', 's.id as store_id', 's.settings as store'])
    .executeTakeFirstOrThrow()
  if (storeId !== undefined && row.store_id === null) return undefined
  return { merchant: row.merchant, pay: row.pay, store: row.store ?? {} } as SettingRow
}
