import type pg from 'pg'
import { planned } from './planned.ts'

/*
 * What tables hold, as a number of rows and a digest of each: two pictures of them tell whether anything changed in between.
 */

/** A set of rows under a name that a statement may carry; it is called `x`: `store x where merchant_id = $1`. */
export type RowSets = Readonly<Record<string, string>>

/**
 * Takes one picture of all of them in one statement. Rows are hashed as they are, and the hashes are added up: to write them out
 * as text and sort them took most of the time of the laws that ask after each call. The statement is planned once a connection.
 * @param values of each set: all of them take the same
 */
export async function digestsOf(
  root: pg.Client,
  sets: RowSets,
  values: readonly unknown[],
): Promise<Record<string, string>> {
  const text = Object.entries(sets)
    .map(
      ([name, from]) =>
        `select '${name}' as name, concat_ws(' ', count(*), sum(hash_record_extended(x, 0))) as sum from ${from}`,
    )
    .join(' union all ')
  const rows = await planned(root)<{ name: string; sum: string }>(text, values)
  return Object.fromEntries(rows.map(({ name, sum }) => [name, sum]))
}

/** Tables that have a merchant, parts of others left out: whoever asks the whole has asked them. */
export async function tablesOfMerchants(root: pg.Client): Promise<string[]> {
  const { rows } = await root.query<{ name: string }>(
    `select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'merchant_id'
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition order by 1`,
  )
  return rows.map(({ name }) => name)
}
