import { type AliasedExpression, sql } from 'kysely'
import type { Db } from './db.ts'
import { TOTAL_CAP } from './paging.ts'

/** Limit of counted rows, one beyond the cap of totals. */
export const COUNT_LIMIT = sql.lit(TOTAL_CAP + 1)

/** Counts the rows of a query, which a total limits by {@link COUNT_LIMIT}. */
export async function countUpTo(db: Db, rows: AliasedExpression<object, string>): Promise<number> {
  const { n } = await db.selectFrom(rows).select(sql<number>`count(*)::int`.as('n')).executeTakeFirstOrThrow()
  return n
}
