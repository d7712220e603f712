import { contract } from '@cheyi/contract/index'
import type { Call } from '@cheyi/contract/kernel/call'
import { type Booking, quoteTrips } from './bookings.ts'
import { RUN } from './data/cluster.ts'
import type { Hot, Prepared } from './data/prepare.ts'
import { type App, localApp, send } from './local-app.ts'
import type { Bare } from './measure/bare.ts'
import type { Load } from './measure/load.ts'
import { type Product, startProduct, waitUntilIdle } from './product.ts'
import { type Asks, asksOf } from './reads.ts'
import { Recorder } from './report/record.ts'
import type { Script } from './script.ts'
import { startWorker, type Worker } from './worker.ts'

/*
 * Where the contests take place: copies of the data, the product on the large and the small one, the bare contestants
 * with the statements of its real calls, and who makes the load; each in a process of its own.
 */

/** Databases of a run. The bare bookings are written to a copy of their own, as large as the one ours are written to. */
export const databases = {
  large: `${RUN}large`,
  small: `${RUN}small`,
  bare: `${RUN}bare`,
  recording: `${RUN}recording`,
}

export interface Field {
  readonly load: Worker<Load>
  /** Reads of the large database. */
  readonly bare: Worker<Bare>
  readonly barePort: number
  /** Bookings on a copy of it. */
  readonly bareBookings: Worker<Bare>
  readonly large: Product
  readonly small: Product
  /** What is asked of the large and of the small one. */
  readonly asks: { readonly large: Asks; readonly small: Asks }
  readonly bookings: readonly Booking[]
  close(): Promise<void>
}

export interface FieldSize {
  /** Pages that are scrolled of each tab of the list. */
  readonly pages: number
  readonly bookings: number
}

export const readCalls = {
  list: contract.order.list,
  detail: contract.order.detail,
  free: contract.stock.free,
  prices: contract.price.calendar,
  stock: contract.stock.overview,
} as const
export type ReadName = keyof typeof readCalls

export async function openField(prepared: Prepared, size: FieldSize): Promise<Field> {
  const { cluster, hot, folder } = prepared
  await cluster.clone('small', databases.small)
  await cluster.clone('large', databases.large)
  const recorder = new Recorder()

  const { asks, reads, bookings } = await withApp(databases.large, async (app) => {
    const bookings = await quoteTrips(app, hot, size.bookings, cluster.rootUrl(databases.large))
    const asks = await asksOf(app, hot, size.pages)
    const reads = {} as Record<ReadName, Script[]>
    for (const name of Object.keys(readCalls) as ReadName[]) {
      reads[name] = []
      for (const input of asks[name])
        reads[name].push(await recorder.record(() => send<Call>(app, readCalls[name], hot.token, input)))
    }
    return { asks, reads, bookings }
  })
  await cluster.clone(databases.large, databases.bare)
  await cluster.clone(databases.large, databases.recording)
  const booked = await withApp(databases.recording, (app) => bookAll(app, recorder, hot, bookings))
  await cluster.drop(databases.recording)
  const smallAsks = await withApp(databases.small, (app) => asksOf(app, hot, size.pages))

  const load = startWorker<Load>('load.ts')
  const [bare, bareBookings] = [startWorker<Bare>('bare.ts'), startWorker<Bare>('bare.ts')]
  const open = (worker: Worker<Bare>, database: string) =>
    worker.ask('open', {
      url: cluster.rootUrl(database),
      merchantId: hot.merchantId,
      accountId: hot.accountId,
      texts: recorder.texts,
    })
  const barePort = await open(bare, databases.large)
  await open(bareBookings, databases.bare)
  for (const [kind, scripts] of Object.entries(reads)) await bare.ask('load', { kind, scripts })
  await bareBookings.ask('load', { kind: 'create', scripts: booked.map(({ script }) => script) })
  const large = await startProduct(cluster, { database: databases.large, token: hot.token })
  const small = await startProduct(cluster, { database: databases.small, token: hot.token })
  await waitUntilIdle(cluster, databases.large)
  await waitUntilIdle(cluster, databases.small)

  return {
    load,
    bare,
    barePort,
    bareBookings,
    large,
    small,
    asks: { large: asks, small: smallAsks },
    bookings: booked.map(({ booking }) => booking),
    async close() {
      for (const worker of [load, bare, bareBookings]) worker[Symbol.dispose]()
      for (const product of [large, small]) await product[Symbol.asyncDispose]()
      await cluster.dropRuns()
    },
  }

  async function withApp<T>(database: string, work: (app: App) => Promise<T>) {
    await using app = await localApp(cluster.addresses(database), folder)
    return await work(app)
  }
}

/**
 * Makes the bookings one after the other and keeps those that were made, and can be made without the ones before: a few
 * find that another took the last car, or move it to another.
 */
async function bookAll(app: App, recorder: Recorder, hot: Hot, bookings: readonly Booking[]) {
  const booked: { readonly booking: Booking; readonly script: Script }[] = []
  for (const booking of bookings) {
    let made = true
    const script = await recorder.record(
      () =>
        send(app, contract.order.create, hot.token, booking.input, booking.key).catch(() => {
          made = false
        }),
      { frame: true },
    )
    if (made && script.alone) booked.push({ booking, script })
  }
  return booked
}
