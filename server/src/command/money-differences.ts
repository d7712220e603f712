import type pg from 'pg'
import { queryBy } from '../kernel/db/db.ts'
import { type Difference, differences } from '../money/payment/check/differences.ts'
import { moneyChecks } from '../money-checks.ts'

/** All discrepancies of all merchants, by a connection of the database's superuser or owner, which stays in its transaction. */
export async function differencesOfAll(client: pg.Client): Promise<Difference[]> {
  // One snapshot: a payment that arrives meanwhile is read completely or not at all.
  await client.query('begin isolation level repeatable read read only')
  await client.query('set local role definer')
  return differences({ query: queryBy(client) }, moneyChecks)
}
