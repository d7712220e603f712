import type pg from 'pg'
import { digestsOf, tablesOfMerchants } from '../../src/testing/digests.ts'

/* What the database holds of a merchant, past the product. */

let tables: readonly string[] | undefined
/** What others are told of what changed, and how far it was followed. */
const told = ['event', 'follower']

/** Every row of a merchant, by table. */
export async function rowsOf(
  root: pg.Client,
  merchantId: string,
  without: readonly string[] = [],
): Promise<Record<string, string>> {
  tables ??= await tablesOfMerchants(root)
  const sets = tables
    .filter((table) => !without.includes(table) && !told.includes(table))
    .map((table) => [table, `"${table}" x where merchant_id = $1`])
  return digestsOf(root, { ...Object.fromEntries(sets), merchant: 'merchant x where id = $1' }, [merchantId])
}

/** Tables that differ. */
export const differing = (before: Record<string, string>, after: Record<string, string>): string[] =>
  Object.keys(after).filter((table) => before[table] !== after[table])
