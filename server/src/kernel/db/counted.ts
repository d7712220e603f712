import { type AliasedExpression, sql } from 'kysely'
import type { Db } from './db.ts'
import { TOTAL_CAP } from './paging.ts'

/** As many rows as tell a total from one that is beyond the cap. */
export const COUNTED = sql.lit(TOTAL_CAP + 1)

/** How many rows a query finds; that of a total is cut at {@link COUNTED}. */
export async function counted(db: Db, rows: AliasedExpression<object, string>): Promise<number> {
  const { n } = await db.selectFrom(rows).select(sql<number>`count(*)::int`.as('n')).executeTakeFirstOrThrow()
  return n
}
