import type pg from 'pg'
import { newClient } from '../db/pools.ts'

/** A connection of its own, which ends with the scope that it is declared in (`await using`). */
export async function connect(connectionString: string): Promise<pg.Client & AsyncDisposable> {
  const client = newClient({ connectionString })
  await client.connect()
  return Object.assign(client, { [Symbol.asyncDispose]: () => client.end() })
}
