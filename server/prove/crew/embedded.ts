import { mkdir } from 'node:fs/promises'
import { type RunningPostgres, startPostgres } from '../../src/kernel/postgres/postgres.ts'
import type { Place } from './product.ts'
import { withClient } from './with-client.ts'

/** A cluster of one machine: the PostgreSQL that `npm start` uses, ready for logical replication. */
export interface Embedded extends Place {
  /** As superuser. */
  readonly url: string
  readonly postgres: RunningPostgres
  stop(): Promise<void>
}

export async function startEmbedded(folder: string, gatewayPort: number): Promise<Embedded> {
  await mkdir(folder, { recursive: true })
  const postgres = await startPostgres(folder, console)
  await withClient(postgres.url, (client) => client.query("alter system set wal_level = 'logical'"))
  await postgres.stop()
  await postgres.start()
  const DATABASE_URL = postgres.url.replace(/\/\/[^@]*@/, '//cheyi_web@')
  return {
    folder,
    gatewayPort,
    url: postgres.url,
    postgres,
    addresses: { DATABASE_URL, MIGRATE_URL: postgres.url },
    stop: () => postgres.stop(),
  }
}
