import { cp, mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { source } from '@cheyi/domain/booking/order/codes'
import { HOUR } from '@cheyi/domain/time'
import { pino } from 'pino'
import { serverProcess } from '../../../scripts/lib/server-process.mjs'
import { at } from '../../../scripts/lib/workspace.mjs'
import { buildApp, type Kernels } from '../../src/app.ts'
import { signInAddresses } from '../../src/kernel/postgres/join-database.ts'
import { watchPostgres } from '../../src/kernel/postgres/watch-postgres.ts'
import { type Clock, systemClock } from '../../src/kernel/process/clock.ts'
import { loadConfig } from '../../src/kernel/process/config.ts'
import { runForMerchants } from '../../src/kernel/process/jobs.ts'
import { deleteStrays } from '../../src/platform/media/actions.ts'
import { Caller } from '../crew/caller.ts'
import { type Field, prepare, type Works } from '../crew/crew.ts'
import { type Embedded, startEmbedded } from '../crew/embedded.ts'
import { Journal } from '../crew/journal.ts'
import { Line } from '../crew/line.ts'
import { openPlatform, type Platform } from '../crew/platform.ts'
import { Product } from '../crew/product.ts'
import { openProvider, type Provider } from '../crew/provider.ts'
import { withClient } from '../crew/with-client.ts'
import { mountSmallDisk, unmountSmallDisk } from './disk.ts'

/* One installation that serves all scenarios: two servers, a gateway, PostgreSQL, and the vendors outside of them. */

const DATABASE_MB = 1500
const FILES_MB = 500
const TERMINALS = 10

export interface Ground extends Works {
  readonly place: Embedded
  readonly product: Product
  readonly line: Line
  readonly bank: Provider
  readonly field: Field
  readonly platform: Platform
  readonly mediaDir: string
  /** Whether database and files have small disks of their own. */
  readonly hasDisks: boolean
  /** Moves the clock of the servers by so much against the machine's. */
  moveClock(ms: number): void
  /** What is done at night about files without a row, once those of now are old enough. */
  night(): Promise<void>
  close(): Promise<void>
}

/** Longer than a file may be without a row. */
const TWO_NIGHTS = 50 * HOUR

/** Work by a kernel of this process. */
async function inProcess<T>(product: Product, clock: Clock, work: (app: Kernels) => Promise<T>): Promise<T> {
  const config = loadConfig(product.env('campaign'))
  const addresses = await signInAddresses(config, undefined)
  await using app = await buildApp({ config, addresses, clock, log: pino({ level: 'warn' }) })
  return await work(app)
}

export async function openGround(folder: string, gatewayPort: number, hasDisks: boolean): Promise<Ground> {
  await rm(folder, { recursive: true, force: true })
  const [database, files] = [join(folder, 'database'), join(folder, 'database', 'product')]
  await mkdir(folder, { recursive: true })
  if (hasDisks) {
    await mountSmallDisk(database, DATABASE_MB)
    await mountSmallDisk(files, FILES_MB)
  }
  const place = await startEmbedded(database, gatewayPort)
  await withClient(place.url, async (client) => {
    await client.query("alter system set max_wal_size = '200MB'")
    await client.query('select pg_reload_conf()')
  })
  const line = new Line()
  const inside = pathToFileURL(at('server', 'prove', 'crew', 'inside.ts')).href
  const product = new Product(place, {
    program: ['--import', inside, ...serverProcess],
    env: { FAULTS_LINE: await line.open(), MIN_FREE_GB: '0' },
  })
  await product.start()
  // From here on the providers live outside, with the keys that the demo's merchants were given.
  const kept = join(folder, 'provider')
  await cp(join(product.env('a').DATA_DIR!, 'simulator'), join(kept, 'simulator'), { recursive: true })
  const provider = openProvider(kept, product.urls, () => line.moods.get('pay') ?? 'well')
  line.elsewhere.set('pay', provider.url)
  const works: Works = { urls: product.urls, gatewayPort: product.gatewayPort, approve: provider.approve }
  const prepared = await prepare(works)
  // A few terminals are enough to see what becomes of positions, and leave the processors to the calls.
  const field = { ...prepared, devices: prepared.devices.slice(0, TERMINALS) }
  const owner = new Caller(works.urls, new Journal(), AbortSignal.timeout(60_000), field.token)
  const platform = await inProcess(product, systemClock, ({ kernel }) =>
    openPlatform(kernel, place.url, owner, source.partner6),
  )
  const stopWatching = watchPostgres(place.postgres, { warn() {}, error() {} })
  return {
    ...works,
    platform,
    place,
    product,
    line,
    bank: provider,
    field,
    mediaDir: product.env('a').MEDIA_DIR!,
    hasDisks,
    moveClock(shiftMs) {
      for (const { process } of product.servers) process.send({ shiftMs })
    },
    night: () =>
      inProcess(product, { now: () => Date.now() + TWO_NIGHTS }, ({ jobs }) =>
        runForMerchants(jobs, 'strays', async (ctx) => ctx.afterCommit(() => deleteStrays(ctx))),
      ),
    async close() {
      for (const [n, server] of product.servers.entries())
        await writeFile(join(folder, `server-${n}.log`), server.output())
      await product.stop()
      await Promise.all([provider.close(), platform.receiver.close()])
      await line.close()
      await stopWatching()
      await place.stop()
      if (hasDisks) for (const folder of [files, database]) await unmountSmallDisk(folder)
    },
  }
}
