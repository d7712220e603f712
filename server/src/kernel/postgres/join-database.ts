import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../process/config.ts'
import { StartError } from '../process/start-error.ts'
import { ensureGatePassword, migratedDatabase } from './gate.ts'
import { InstanceRunning, lockInstance } from './instance-lock.ts'
import { migrate, migrationNames, migrationsDir } from './migrate.ts'
import { type BootLog, runningPostgresUrl, startPostgres } from './postgres.ts'

/**
 * Migrates the database where there is the address of a migrator, and checks that it is migrated where there is none.
 * @param embedded address of the superuser of the embedded database
 * @returns the address at which the server signs in, as role `gate`
 */
export async function openDatabase(config: Config, embedded: string | undefined, log: BootLog): Promise<string> {
  const migratorUrl = embedded ?? config.migrateUrl
  if (migratorUrl !== undefined) await migrate(migratorUrl, { dir: migrationsDir, log })
  return signInAddress(config, embedded)
}

/** The same for a process that never migrates. */
export async function signInAddress(config: Config, embedded: string | undefined): Promise<string> {
  const { databaseUrl, migrateUrl } = config
  const migratorUrl = embedded ?? migrateUrl
  return migratorUrl === undefined
    ? migratedDatabase(databaseUrl!, config, await migrationNames())
    : ensureGatePassword(migratorUrl, config, databaseUrl)
}

/** On disposal it stops what was started for it; a database that was running before is not stopped. */
export interface JoinedDatabase extends AsyncDisposable {
  readonly migratorUrl: string
  /** Connection URL as role `gate`, like the server. */
  readonly gateUrl: string
}

/**
 * The database of this installation for a command: that of `DATABASE_URL`, the embedded one of the server that runs on this
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
  const { dataDir, databaseUrl, migrateUrl } = config
  if (!founds && databaseUrl === undefined && !existsSync(join(dataDir, 'postgres')))
    throw new StartError(`目录 ${dataDir} 中没有数据库，请用 DATA_DIR 或 DATABASE_URL 指明。`)
  if (databaseUrl !== undefined) {
    if (migrateUrl === undefined) throw new StartError('DATABASE_URL 只能供服务登录，此命令还需要 MIGRATE_URL。')
    return joined(migrateUrl, await openDatabase(config, undefined, log))
  }
  const lock = await lockInstance(dataDir).catch((error: unknown) => {
    if (error instanceof InstanceRunning) return undefined
    throw error
  })
  if (lock === undefined) {
    const url = await runningPostgresUrl(dataDir)
    return joined(url, await ensureGatePassword(url, config))
  }
  const postgres = await startPostgres(dataDir, log)
  const leave = async () => {
    await postgres.stop()
    lock.release()
  }
  try {
    return joined(postgres.url, await openDatabase(config, postgres.url, log), leave)
  } catch (error) {
    await leave()
    throw error
  }
}

const joined = (migratorUrl: string, gateUrl: string, leave = async () => {}): JoinedDatabase => ({
  migratorUrl,
  gateUrl,
  [Symbol.asyncDispose]: leave,
})
