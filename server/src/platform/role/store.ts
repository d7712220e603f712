import { sql } from 'kysely'
import type { Db } from '../../kernel/context.ts'
import { countUpTo } from '../../kernel/db/count-up-to.ts'
import { cursorKeys, offsetOf, type PageAsk, pageSize } from '../../kernel/db/paging.ts'

const inUse = sql<number>`(select count(*)::int from account a where a.merchant_id = role.merchant_id and a.deleted_at is null
  and role.id = any (a.role_ids))`

const columns = ['id', 'name', 'letter', 'builtIn', 'remark', 'menuIds', 'version'] as const

const presentRoles = (db: Db) =>
  db.selectFrom('role').select(columns).select(inUse.as('userCount')).where('deletedAt', 'is', null)

/** Default roles first, in their order; fetches one extra row to detect a next page. */
export function page(db: Db, ask: PageAsk) {
  let query = presentRoles(db)
    .orderBy('id')
    .limit(pageSize(ask) + 1)
  const after = cursorKeys(ask, 'id')
  if (after !== null) query = query.where('id', '>', after[0]!)
  return query.offset(offsetOf(ask)).execute()
}

export const count = (db: Db): Promise<number> =>
  countUpTo(db, db.selectFrom('role').select('id').where('deletedAt', 'is', null).as('r'))

export const byId = (db: Db, id: string) => presentRoles(db).where('id', '=', id).executeTakeFirst()

export const byName = (db: Db, name: string) =>
  db.selectFrom('role').select('id').where('name', '=', name).where('deletedAt', 'is', null).executeTakeFirst()

export const insert = (db: Db, role: { name: string; remark: string; menuIds: number[] }) =>
  db.insertInto('role').values(role).returning(['id', 'version']).executeTakeFirstOrThrow()

export const update = async (
  db: Db,
  id: string,
  values: { name?: string; remark?: string; menuIds?: number[] },
): Promise<number> =>
  (
    await db
      .updateTable('role')
      .set((e) => ({ ...values, version: e('version', '+', 1) }))
      .where('id', '=', id)
      .returning('version')
      .executeTakeFirstOrThrow()
  ).version

export const remove = (db: Db, id: string, now: number) =>
  db.updateTable('role').set({ deletedAt: now }).where('id', '=', id).execute()
