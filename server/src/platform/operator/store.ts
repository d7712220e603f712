import type { contract } from '@cheyi/contract/index'
import type { ParsedOf } from '@cheyi/contract/kernel/call'
import { merchantStatus } from '@cheyi/domain/platform/merchant/codes'
import { sql } from 'kysely'
import type { Db } from '../../kernel/context.ts'
import { cursorKeys, offsetOf, pageSize } from '../../kernel/db/paging.ts'

export const lock = (db: Db, merchantId: string) =>
  db.selectFrom('merchant').select(['name', 'status']).where('id', '=', merchantId).forUpdate().executeTakeFirst()

/** Runs as the merchant. */
export const ownerOf = (db: Db) =>
  db
    .selectFrom('account')
    .select(['id', 'mobileEnc'])
    .where('parentId', '=', '0')
    .where('deletedAt', 'is', null)
    .orderBy('id')
    .executeTakeFirst()

/** What operators and the platform did to the merchant, newest first; runs as the merchant. */
export const historyOf = (db: Db) =>
  db
    .selectFrom('audit')
    .select(['at', 'name', 'action', 'after'])
    .where('targetType', '=', 'merchant')
    .where((e) => e.or([e('action', '^@', 'operator.'), e('action', 'in', ['session.register', 'session.assist'])]))
    .orderBy('id', 'desc')
    .limit(20)
    .execute()

type MerchantAsk = ParsedOf<typeof contract.operator.merchants>

/** One page of all merchants, newest first; fetches one extra row to detect a next page. */
export function page(db: Db, ask: MerchantAsk) {
  let query = db
    .selectFrom('merchant')
    .select([
      'id',
      'name',
      'contactName',
      'cityCode',
      'licenceNo',
      'status',
      'statusNote',
      'statusAt',
      'createdAt',
      'expireOn',
    ])
    .orderBy('id', 'desc')
    .limit(pageSize(ask) + 1)
    .offset(offsetOf(ask))
  if (ask.status !== undefined) query = query.where('status', '=', ask.status)
  if (ask.name) query = query.where(sql<boolean>`strpos(lower(name), ${ask.name.toLowerCase()}) > 0`)
  const after = cursorKeys(ask, 'id')
  if (after !== null) query = query.where('id', '<', after[0]!)
  return query.execute()
}

export async function counts(db: Db): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom('merchant')
    .select((e) => ['status', e.fn.countAll<number>().as('n')])
    .groupBy('status')
    .execute()
  return new Map(rows.map((row) => [row.status, row.n]))
}

/** Merchants in status normal whose contract ended before this day. */
export const expiredMerchants = (db: Db, today: string) =>
  db
    .selectFrom('merchant')
    .select('id')
    .where('status', '=', merchantStatus.normal)
    .where('expireOn', '<', today)
    .orderBy('id')
    .execute()
