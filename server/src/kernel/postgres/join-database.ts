import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../process/config.ts'
import { StartError } from '../process/start-error.ts'
import { InstanceRunning, lockInstance } from './instance-lock.ts'
import { ensureGatePassword, migrate, migrationsDir } from './migrate.ts'
import { type BootLog, runningPostgresUrl, startPostgres } from './postgres.ts'

/** On disposal it stops what was started for it; a database that was running before is not stopped. */
export interface JoinedDatabase extends AsyncDisposable {
  readonly migratorUrl: string
  /** Connection URL as role `gate`, like the server. */
  readonly gateUrl: string
}

/**
 * The database of this installation for a command: `DATABASE_URL`, the embedded one of the server that runs on this
 * DATA_DIR, or, when none runs, one started for the duration of the command. It is migrated, unless a server is
 * running, whose version decides. Only commands that found an installation (`founds`) create one: for others a missing
 * folder is reported, because it may be mistyped.
 */
export async function joinDatabase(
  config: Config,
  log: BootLog,
  { founds = false }: { readonly founds?: boolean } = {},
): Promise<JoinedDatabase> {
  process.umask(0o077)
  const { dataDir, databaseUrl } = config
  if (!founds && databaseUrl === undefined && !existsSync(join(dataDir, 'postgres')))
    throw new StartError(`目录 ${dataDir} 中没有数据库，请用 DATA_DIR 或 DATABASE_URL 指明。`)
  const joined = async (migratorUrl: string, leave = async () => {}): Promise<JoinedDatabase> => ({
    migratorUrl,
    gateUrl: await ensureGatePassword(migratorUrl, config),
    [Symbol.asyncDispose]: leave,
  })
  if (databaseUrl !== undefined) {
    await migrate(databaseUrl, { dir: migrationsDir, log })
    return joined(databaseUrl)
  }
  const lock = await lockInstance(dataDir).catch((error: unknown) => {
    if (error instanceof InstanceRunning) return undefined
    throw error
  })
  if (lock === undefined) return joined(await runningPostgresUrl(dataDir))
  const postgres = await startPostgres(dataDir, log)
  const leave = async () => {
    await postgres.stop()
    lock.release()
  }
  try {
    await migrate(postgres.url, { dir: migrationsDir, log })
    return await joined(postgres.url, leave)
  } catch (error) {
    await leave()
    throw error
  }
}
