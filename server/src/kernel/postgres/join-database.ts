import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { keepGatewayKeys } from '../keys.ts'
import type { Config } from '../process/config.ts'
import { StartError } from '../process/start-error.ts'
import { InstanceRunning, lockInstance } from './instance-lock.ts'
import { migrate, migrationNames, migrationsDir } from './migrate.ts'
import { type BootLog, runningPostgresUrl, startPostgres } from './postgres.ts'
import { type Addresses, addressesOf, ensurePasswords, requireMigrated } from './sign-in.ts'

/**
 * Migrates the database where there is the address of a migrator, and checks that it is migrated where there is none.
 * @param embedded address of the superuser of the embedded database
 * @returns the addresses at which the processes sign in, each as its role
 */
export async function openDatabase(config: Config, embedded: string | undefined, log: BootLog): Promise<Addresses> {
  const migratorUrl = embedded ?? config.migrateUrl
  if (migratorUrl !== undefined) await migrate(migratorUrl, { dir: migrationsDir, log })
  const addresses = await signInAddresses(config, embedded)
  await keepGatewayKeys(config).catch((error: Error) =>
    log.warn(`未能写入网关密钥文件 ${config.gatewayKeyFile}：${error.message}`),
  )
  return addresses
}

/** The same for a process that never migrates. */
export async function signInAddresses(config: Config, embedded: string | undefined): Promise<Addresses> {
  const { databaseUrl, jobsUrl, gatewayUrl, migrateUrl } = config
  const web = embedded ?? databaseUrl!
  const given = { web, jobs: jobsUrl ?? web, gateway: gatewayUrl ?? web }
  const migratorUrl = embedded ?? migrateUrl
  if (migratorUrl !== undefined) return ensurePasswords(migratorUrl, config, given)
  const addresses = await addressesOf(config, given)
  const names = await migrationNames()
  for (const address of [addresses.web, addresses.jobs]) await requireMigrated(address, names)
  return addresses
}

/** On disposal it stops what was started for it; a database that was running before is not stopped. */
export interface JoinedDatabase extends AsyncDisposable {
  readonly migratorUrl: string
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
    await openDatabase(config, undefined, log)
    return joinedDatabase(migrateUrl)
  }
  const lock = await lockInstance(dataDir).catch((error: unknown) => {
    if (error instanceof InstanceRunning) return undefined
    throw error
  })
  if (lock === undefined) {
    const url = await runningPostgresUrl(dataDir)
    await ensurePasswords(url, config)
    return joinedDatabase(url)
  }
  const postgres = await startPostgres(dataDir, log)
  const leave = async () => {
    await postgres.stop()
    lock.release()
  }
  try {
    await openDatabase(config, postgres.url, log)
    return joinedDatabase(postgres.url, leave)
  } catch (error) {
    await leave()
    throw error
  }
}

const joinedDatabase = (migratorUrl: string, leave = async () => {}): JoinedDatabase => ({
  migratorUrl,
  [Symbol.asyncDispose]: leave,
})
