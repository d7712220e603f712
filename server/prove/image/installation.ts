import { chmod, chown, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { freePort } from '../../../scripts/lib/free-port.mjs'
import { type RunningPostgres, startPostgres } from '../../src/kernel/postgres/postgres.ts'
import { waitUntil } from '../crew/wait-until.ts'
import { withClient } from '../crew/with-client.ts'
import type { OpenImage } from './buildah.ts'
import { Container, type Ground, type Volume } from './container.ts'

/** The user of the image. */
const USER = 10001
const PASSPHRASE = '试运行的备份口令 2026'
/** A demo is loaded first. */
const READY_MS = 300_000

interface Place {
  readonly ground: Ground
  readonly folder: string
  readonly backups: string
  readonly postgres: RunningPostgres
  readonly databasePort: number
}

/** Volumes and a PostgreSQL outside of the image, as compose.yaml has them. */
export class Installation {
  readonly #place: Place
  readonly port: number

  private constructor(place: Place, port: number) {
    this.#place = place
    this.port = port
  }

  /** @param backups a folder that outlives the installation */
  static async found(ground: Ground, name: string, backups: string): Promise<Installation> {
    const folder = join(ground.folder, name)
    for (const volume of [...['data', 'keys', 'gateway', 'trial'].map((one) => join(folder, one)), backups]) {
      await mkdir(volume, { recursive: true, mode: 0o700 })
      await chown(volume, USER, USER)
    }
    const cluster = join(folder, 'database')
    await mkdir(cluster)
    const postgres = await startPostgres(cluster, { info: () => {}, warn: console.warn })
    const databasePort = await freePort()
    await withClient(postgres.url, async (client) => {
      await client.query("alter system set listen_addresses = '127.0.0.1'")
      await client.query(`alter system set port = ${databasePort}`)
    })
    await postgres.stop()
    await postgres.start()
    await mkdir(join(folder, 'secrets'))
    for (const [file, text] of [
      ['database_password', decodeURIComponent(new URL(postgres.url).password)],
      ['backup_passphrase', PASSPHRASE],
    ] as const) {
      await writeFile(join(folder, 'secrets', file), `${text}\n`)
      await chmod(join(folder, 'secrets', file), 0o444)
    }
    return new Installation({ ground, folder, backups, postgres, databasePort }, await freePort())
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`
  }

  #address(user: string): string {
    return `postgres://${user}@127.0.0.1:${this.#place.databasePort}/cheyi`
  }

  /** @param migrates with the password of the superuser */
  run(
    image: OpenImage,
    args: readonly string[],
    migrates: boolean,
    env: Readonly<Record<string, string>> = {},
  ): Promise<Container> {
    const { ground, folder, backups } = this.#place
    const volumes: Volume[] = [
      [join(folder, 'data'), '/var/lib/cheyi'],
      [join(folder, 'keys'), '/var/lib/cheyi-keys'],
      [join(folder, 'gateway'), '/var/lib/cheyi-gateway'],
      [join(folder, 'trial'), '/var/lib/cheyi-trial'],
      [backups, '/var/backups/cheyi'],
      [join(folder, 'secrets'), '/run/secrets', 'ro'],
    ]
    const migrator = {
      MIGRATE_URL: this.#address('postgres'),
      MIGRATE_PASSWORD_FILE: '/run/secrets/database_password',
      BACKUP_PASSPHRASE_FILE: '/run/secrets/backup_passphrase',
    }
    return Container.start(ground, image, args, {
      volumes,
      env: {
        ...{ DATABASE_URL: this.#address('cheyi_web'), HOST: '127.0.0.1', PORT: `${this.port}`, SMS: 'outbox' },
        ...{ GATEWAY_KEY_FILE: '/var/lib/cheyi-gateway/gateway.json', TMPDIR: '/var/lib/cheyi-trial' },
        ...{ BACKUP_DIR: '/var/backups/cheyi', LOG_LEVEL: 'warn', MIN_FREE_GB: '0' },
        ...(migrates && migrator),
        ...env,
      },
    })
  }

  /** A command that ends. @returns what it printed @throws Error with it, when its exit code is another one */
  async command(image: OpenImage, args: readonly string[], expected: readonly number[] = [0]): Promise<string> {
    const container = await this.run(image, args, true)
    const code = await container.ends()
    if (!expected.includes(code)) throw new Error(`cheyi ${args.join(' ')} ended with ${code}:\n${container.output}`)
    return container.output
  }

  /** Starts a server and waits until it is ready. @returns it, and the seconds that it took */
  async serve(image: OpenImage, env: Readonly<Record<string, string>> = {}, migrates = false) {
    const began = performance.now()
    const container = await this.run(image, [], migrates, env)
    await waitUntil(
      '/readyz',
      async () => {
        if (container.isOver) return true
        return (await fetch(`${this.url}/readyz`)).status === 200
      },
      READY_MS,
      100,
    ).catch(async (error) => {
      await container.kill()
      throw new Error(`${(error as Error).message}\n${container.output}`)
    })
    if (container.isOver) throw new Error(`the server ended with ${await container.ends()}:\n${container.output}`)
    return { container, seconds: (performance.now() - began) / 1000 }
  }

  stop(): Promise<void> {
    return this.#place.postgres.stop()
  }
}
