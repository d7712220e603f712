import type { Config } from './config.ts'
import { InstanceRunning, lockInstance } from './instance-lock.ts'
import { ensureGatePassword } from './migrate.ts'
import { type BootLog, runningPostgresUrl, startPostgres } from './postgres.ts'

export interface JoinedDatabase {
  readonly migratorUrl: string
  /** Address as role `gate`, as the server logs in. */
  readonly gateUrl: string
  /** Stops what was started for this; a database that ran before runs on. */
  leave(): Promise<void>
}

/**
 * The database of this installation for a command: `DATABASE_URL`, the embedded one of the server that runs on this
 * DATA_DIR, or, when none runs, started for as long as the command takes. Its schema is as the last start left it.
 */
export async function joinDatabase(config: Config, log: BootLog): Promise<JoinedDatabase> {
  const joined = async (migratorUrl: string, leave = async () => {}): Promise<JoinedDatabase> => ({
    migratorUrl,
    gateUrl: await ensureGatePassword(migratorUrl, config.dataDir),
    leave,
  })
  if (config.databaseUrl !== undefined) return joined(config.databaseUrl)
  try {
    const lock = await lockInstance(config.dataDir)
    const postgres = await startPostgres(config.dataDir, log)
    return await joined(postgres.url, async () => {
      await postgres.stop()
      lock.release()
    })
  } catch (error) {
    if (!(error instanceof InstanceRunning)) throw error
    return joined(await runningPostgresUrl(config.dataDir))
  }
}
