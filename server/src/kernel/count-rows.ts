import type { Context } from './context.ts'
import { TOTAL_CAP } from './db/paging.ts'

/** Counts the rows of a `from` clause, up to one beyond the cap of totals, or `all`. */
export async function countRows(
  { query }: Pick<Context, 'query'>,
  from: string,
  values: readonly unknown[] = [],
  most: number | 'all' = TOTAL_CAP + 1,
): Promise<number> {
  const [row] = await query<{ n: number }>(
    `select count(*)::int as n from (select from ${from} limit ${most}) x`,
    values,
  )
  return row!.n
}
