import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { quickFolder } from '../../../scripts/lib/quick-folder.mjs'
import { defaultKeyFile } from '../../src/kernel/keys.ts'
import { lockInstance } from '../../src/kernel/postgres/instance-lock.ts'
import type { MigrateOptions } from '../../src/kernel/postgres/migrate.ts'
import { type PostgresOptions, type RunningPostgres, startPostgres } from '../../src/kernel/postgres/postgres.ts'

export const quiet: MigrateOptions['log'] = { info() {}, warn() {} }

/** An installation of its own, with an empty database, which is deleted at the end. */
export interface Installation extends AsyncDisposable {
  readonly dataDir: string
  readonly keyFile: string
  readonly mediaDir: string
  readonly bucket: undefined
  readonly postgres: RunningPostgres
  /** As superuser. */
  readonly migratorUrl: string
}

/** On the disk, as an operator has it; in memory where nothing has to last. */
export async function makeInstallation(options: PostgresOptions = {}): Promise<Installation> {
  const dataDir = await mkdtemp(join(options.durable === false ? quickFolder() : tmpdir(), 'run-'))
  // Else the next run of tests would take it for one that was left behind.
  const lock = await lockInstance(dataDir)
  const remove = async () => {
    lock.release()
    await rm(dataDir, { recursive: true, force: true })
  }
  try {
    const postgres = await startPostgres(dataDir, quiet, options)
    return {
      dataDir,
      keyFile: defaultKeyFile(dataDir),
      mediaDir: join(dataDir, 'media'),
      bucket: undefined,
      postgres,
      migratorUrl: postgres.url,
      async [Symbol.asyncDispose]() {
        await postgres.stop()
        await remove()
      },
    }
  } catch (error) {
    await remove()
    throw error
  }
}
