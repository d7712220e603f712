import type pg from 'pg'
import { maintenanceOptions, newClient } from '../db/pools.ts'

/** A separate connection for maintenance, without time limits; it is closed at the end of its scope (`await using`). */
export async function connect(connectionString: string): Promise<pg.Client & AsyncDisposable> {
  const client = newClient({ connectionString, options: maintenanceOptions })
  await client.connect()
  return Object.assign(client, { [Symbol.asyncDispose]: () => client.end() })
}
