import type { ContractType } from '@cheyi/domain/rental/agreement/codes'
import type { Insertable, Selectable } from 'kysely'
import type { Db } from '../../kernel/context.ts'
import type { DB } from '../../kernel/db/tables.gen.ts'

export type TemplateRow = Pick<
  Selectable<DB['agreementTemplate']>,
  'type' | 'version' | 'enabled' | 'title' | 'clauses' | 'consent'
>

const shown = ['type', 'version', 'enabled', 'title', 'clauses', 'consent'] as const

export const newest = (db: Db): Promise<TemplateRow[]> =>
  db
    .selectFrom('agreementTemplate')
    .distinctOn('type')
    .select(shown)
    .orderBy('type')
    .orderBy('version', 'desc')
    .execute()

export const newestOf = (db: Db, type: ContractType): Promise<TemplateRow | undefined> =>
  db
    .selectFrom('agreementTemplate')
    .select(shown)
    .where('type', '=', type)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()

export const version = (db: Db, type: ContractType, number: number): Promise<TemplateRow | undefined> =>
  db
    .selectFrom('agreementTemplate')
    .select(shown)
    .where('type', '=', type)
    .where('version', '=', number)
    .executeTakeFirst()

/** The authors and times of all versions, newest first. */
export const history = (db: Db) =>
  db
    .selectFrom('agreementTemplate')
    .select(['type', 'version', 'createdAt', 'createdName'])
    .orderBy('version', 'desc')
    .limit(200)
    .execute()

/** @returns false when another transaction wrote this version first */
export async function insert(db: Db, row: Insertable<DB['agreementTemplate']>): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('agreementTemplate')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}
