import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import { gatewayProcess, serverProcess } from '../../../scripts/lib/server-process.mjs'
import { ended, spawnNode } from '../../../scripts/lib/workspace.mjs'
import { Crew, isProven, prepare, type Row, table, type Works } from '../../prove/crew/crew.ts'
import { type Embedded, startEmbedded } from '../../prove/crew/embedded.ts'
import { nextRelease } from '../../prove/crew/next-release.ts'
import { listens, Product } from '../../prove/crew/product.ts'
import { withClient } from '../../prove/crew/with-client.ts'
import { type Server, startProxy, startServer, stopServers } from '../../src/testing/servers.ts'

/*
 * Three servers behind a proxy and two gateways are replaced one after the other by the next release, whose first server migrates, while
 * clients and terminals work. A server that is not replaced plays the payment provider, and so serves with the release before all along.
 */

const STEADY_MS = 15_000
const DRAIN_SECONDS = 4
/** How often the proxy asks whether a server may get requests. */
const ASK_MS = 500

export async function proveUpgrade(folder: string, basePort: number): Promise<boolean> {
  const database = await startEmbedded(join(folder, 'a'), basePort + 9)
  const product = new Product(database)
  try {
    const next = await nextRelease(join(folder, 'next'))
    console.info('正在启动服务器（首次要写入演示数据）…')
    await product.migrate()
    const row = await upgradeServers(database, product, next)
    console.info(table([row]))
    await writeFile(join(folder, 'report.md'), table([row]))
    return isProven([row])
  } finally {
    await database.stop()
  }
}

/** Servers that may get requests, by their own word. */
class Door {
  #ready: string[] = []
  readonly #asking: NodeJS.Timeout

  constructor(servers: readonly Server[]) {
    this.#asking = setInterval(() => void this.ask(servers), ASK_MS)
  }

  async ask(servers: readonly Server[]): Promise<void> {
    const answers = await Promise.all(
      servers.map(async ({ url }) => ({
        url,
        ok: await fetch(`${url}/readyz`).then(
          ({ ok }) => ok,
          () => false,
        ),
      })),
    )
    this.#ready = answers.flatMap(({ url, ok }) => (ok ? [url] : []))
  }

  readonly urls = (): readonly string[] => this.#ready

  close(): void {
    clearInterval(this.#asking)
  }
}

async function upgradeServers(
  database: Embedded,
  product: Product,
  next: (args: readonly string[]) => string[],
): Promise<Row> {
  const env = (name: string) => ({ ...product.env(name), DRAIN_SECONDS: `${DRAIN_SECONDS}` })
  // It loads the demo data, which only the address of a migrator allows.
  const provider = await startServer({ ...env('provider'), MIGRATE_URL: database.url }, true)
  const servers: Server[] = []
  for (const name of ['a', 'b', 'c']) servers.push(await startServer(env(name), true))
  const ports = [database.gatewayPort, database.gatewayPort + 1]
  const gatewayOf = async (n: number, program: string[]) => {
    const gateway = spawnNode(program, {
      env: { ...env(`gateway${n}`), GATEWAY_HOST: '127.0.0.1', GATEWAY_PORT: `${ports[n]}` },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    await listens(gateway)
    return gateway
  }
  const gateways = [await gatewayOf(0, gatewayProcess), await gatewayOf(1, gatewayProcess)]
  const door = new Door(servers)
  await door.ask(servers)
  const proxy = await startProxy(door.urls)
  let turn = 0
  const works: Works = {
    urls: () => [proxy.url],
    provider: () => provider.url,
    gatewayPort: () => ports[turn++ % ports.length]!,
  }
  const crew = new Crew(works, await prepare(works))
  try {
    await after(STEADY_MS)
    for (const [n, name] of ['a', 'b', 'c'].entries()) {
      await stopServers([servers[n]!])
      // The first one migrates, as it would with the address of a role that may.
      servers[n] = await startServer(
        { ...env(name), ...(n === 0 && { MIGRATE_URL: database.url }) },
        true,
        next(serverProcess),
      )
      console.info(`${name} is of the next release`)
      await crew.answered()
    }
    for (const [n, gateway] of gateways.entries()) {
      const gone = ended(gateway)
      gateway.kill('SIGTERM')
      await gone
      gateways[n] = await gatewayOf(n, next(gatewayProcess))
      await crew.answered()
    }
    await after(STEADY_MS)
    await crew.stop()
    await withClient(database.url, (client) => client.query('select next_note from "order" limit 1'))
    return await crew.row(
      database.url,
      () => product.moneyAgrees(),
      'three servers and two gateways upgraded one by one, a migration between',
    )
  } finally {
    door.close()
    await proxy.close()
    await stopServers([provider, ...servers])
    for (const gateway of gateways) gateway.kill('SIGTERM')
  }
}
