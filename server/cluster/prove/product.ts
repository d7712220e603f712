import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { gatewayProcess } from '../../../scripts/lib/server-process.mjs'
import { at, ended, spawnNode } from '../../../scripts/lib/workspace.mjs'
import { type Server, startServer, stopServers } from '../../src/testing/servers.ts'
import type { Cluster } from '../machines/cluster.ts'

/* Two servers of a demo and a gateway for terminals, as they are shipped, on the cluster. */

export class Product {
  readonly #cluster: Cluster
  readonly #servers: Server[] = []
  #gateway: ReturnType<typeof spawnNode> | undefined

  constructor(cluster: Cluster) {
    this.#cluster = cluster
  }

  #env(name: string): Record<string, string> {
    const folder = join(this.#cluster.folder, 'product')
    return {
      DATA_DIR: join(folder, name),
      KEY_FILE: join(folder, 'keys.json'),
      MEDIA_DIR: join(folder, 'media'),
      DATABASE_URL: this.#cluster.addresses.DATABASE_URL,
      MIGRATE_URL: '',
      PORT: '0',
      DEMO: 'on',
      SMS: 'outbox',
      RATE_LIMIT: 'off',
      LOG_LEVEL: 'warn',
    }
  }

  /** The first server loads the demo data and plays the payment provider; the others find both. */
  async start(): Promise<void> {
    await mkdir(join(this.#cluster.folder, 'product'), { recursive: true })
    if ((await this.#command('migrate')) !== 0) throw new Error('the database was not migrated')
    for (const name of ['a', 'b']) this.#servers.push(await startServer(this.#env(name), true))
    this.#gateway = spawnNode(gatewayProcess, {
      env: { ...this.#env('gateway'), GATEWAY_HOST: '127.0.0.1', GATEWAY_PORT: `${this.gatewayPort}` },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    await new Promise((resolve) => this.#gateway!.once('message', resolve))
  }

  get gatewayPort(): number {
    return this.#cluster.basePort + 9
  }

  readonly urls = (): string[] => this.#servers.map(({ url }) => url)

  /** Kills the second server. */
  async killOne(): Promise<void> {
    this.#servers[1]!.process.kill('SIGKILL')
    await this.#servers[1]!.ended()
  }

  async startOne(): Promise<void> {
    this.#servers[1] = await startServer(this.#env('b'), true)
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
    return (await this.#command('check-money')) === 0
  }

  /** Runs a command of an operator. @returns its exit code */
  #command(name: string): Promise<number> {
    const env = { ...this.#env('a'), ...this.#cluster.addresses }
    return ended(
      spawnNode([at('server', 'src', 'command', `${name}.ts`)], { env, stdio: ['ignore', 'ignore', 'inherit'] }),
    )
  }
}
