import type pg from 'pg'
import { connectionOptions, newClient } from '../db/pools.ts'

/**
 * A connection of its own for maintenance, without limits of time; it ends with the scope that it is declared in
 * (`await using`).
 */
export async function connect(connectionString: string): Promise<pg.Client & AsyncDisposable> {
  const client = newClient({ connectionString, options: connectionOptions('maintenance') })
  await client.connect()
  return Object.assign(client, { [Symbol.asyncDispose]: () => client.end() })
}
