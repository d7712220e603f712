import type { ChildProcess } from 'node:child_process'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { gatewayProcess } from '../../../scripts/lib/server-process.mjs'
import { at, ended, spawnNode } from '../../../scripts/lib/workspace.mjs'
import { type Server, startServer, stopServers } from '../../src/testing/servers.ts'

/** Resolves once a process says that it listens. @throws Error when it ends before */
export function listens(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    child.once('message', () => resolve())
    child.once('exit', (code) => reject(new Error(`it ended with ${code} before it listened`)))
  })
}

/* Servers of a demo and a gateway for terminals, as they are shipped, on a database. */

export interface Place {
  readonly folder: string
  readonly addresses: { readonly DATABASE_URL: string; readonly MIGRATE_URL: string }
  readonly gatewayPort: number
  /** That of another cluster, whose installation this one belongs to. */
  readonly keyFile?: string
}

/** What servers are started with besides. */
interface More {
  readonly env?: Readonly<Record<string, string>>
  /** Arguments of Node. */
  readonly program?: string[]
}

const names = ['a', 'b']

export class Product {
  readonly #place: Place
  readonly #more: More
  readonly #servers: Server[] = []
  #gateway: ReturnType<typeof spawnNode> | undefined

  constructor(place: Place, more: More = {}) {
    this.#place = place
    this.#more = more
  }

  env(name: string): Record<string, string> {
    const folder = join(this.#place.folder, 'product')
    return {
      DATA_DIR: join(folder, name),
      KEY_FILE: this.#place.keyFile ?? join(folder, 'keys.json'),
      MEDIA_DIR: join(folder, 'media'),
      DATABASE_URL: this.#place.addresses.DATABASE_URL,
      MIGRATE_URL: '',
      PORT: '0',
      DEMO: 'on',
      SMS: 'outbox',
      RATE_LIMIT: 'off',
      LOG_LEVEL: 'warn',
      ...this.#more.env,
    }
  }

  /** The first server loads the demo data and plays the payment provider; the others find both. */
  async start(): Promise<void> {
    await this.migrate()
    for (const n of names.keys()) await this.startOne(n)
    await this.startGateway()
  }

  async migrate(): Promise<void> {
    await mkdir(join(this.#place.folder, 'product'), { recursive: true })
    if ((await this.command('migrate')) !== 0) throw new Error('the database was not migrated')
  }

  async startGateway(): Promise<void> {
    this.#gateway = spawnNode(gatewayProcess, {
      env: { ...this.env('gateway'), GATEWAY_HOST: '127.0.0.1', GATEWAY_PORT: `${this.#place.gatewayPort}` },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    await listens(this.#gateway)
  }

  readonly gatewayPort = (): number => this.#place.gatewayPort

  readonly urls = (): string[] => this.#servers.map(({ url }) => url)

  readonly servers: readonly Server[] = this.#servers

  /** Kills a server, the second unless told. */
  async killOne(n = 1): Promise<void> {
    this.#servers[n]!.process.kill('SIGKILL')
    await this.#servers[n]!.ended()
  }

  async startOne(n = 1): Promise<void> {
    // The first one may load the demo data, which only the address of a migrator allows.
    const { MIGRATE_URL } = this.#place.addresses
    const env = { ...this.env(names[n]!), ...(n === 0 && { MIGRATE_URL }) }
    this.#servers[n] = await startServer(env, true, this.#more.program)
  }

  async killGateway(): Promise<void> {
    const gone = ended(this.#gateway!)
    this.#gateway!.kill('SIGKILL')
    await gone
  }

  async stop(): Promise<void> {
    await stopServers(this.#servers.splice(0))
    if (this.#gateway) {
      const gone = ended(this.#gateway)
      this.#gateway.kill('SIGTERM')
      await gone
      this.#gateway = undefined
    }
  }

  /** Whether every cached amount is what the ledger says. */
  async moneyAgrees(): Promise<boolean> {
    return (await this.command('check-money')) === 0
  }

  /** Runs a command of an operator. @returns its exit code */
  command(name: string, ...args: string[]): Promise<number> {
    return ended(this.begin(name, ...args))
  }

  /** Begins a command of an operator. */
  begin(name: string, ...args: string[]): ReturnType<typeof spawnNode> {
    const env = { ...this.env('a'), ...this.#place.addresses }
    const program = [at('server', 'src', 'command', `${name}.ts`), ...args]
    return spawnNode(program, { env, stdio: ['ignore', 'inherit', 'inherit'] })
  }
}
