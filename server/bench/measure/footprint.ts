import { setTimeout as after } from 'node:timers/promises'
import { contract } from '@cheyi/contract/index'
import { RUN } from '../data/cluster.ts'
import type { Prepared } from '../data/prepare.ts'
import { type ReadName, readCalls } from '../field.ts'
import { localApp } from '../local-app.ts'
import { startProduct } from '../product.ts'
import { asksOf, inTurn } from '../reads.ts'
import type { Row } from '../report/report.ts'
import { RIGHT, requestOf } from '../request.ts'
import { startWorker } from '../worker.ts'
import type { Load } from './load.ts'
import { median } from './measure.ts'
import type { Planning } from './planning.ts'

/* The process of the server: how soon it answers, and what it holds after a time under load. */

const STARTS = 5
const CONNECTIONS = 8
const PAGES = 10
/** Full pools that the planning thread is asked about. */
const FULL_POOLS = 10
const database = `${RUN}footprint`

export async function benchFootprint(prepared: Prepared, loadMs: number): Promise<Row[]> {
  const { cluster, hot, folder } = prepared
  await using _ = await cluster.clone('large', database)
  const app = await localApp(cluster.gateUrl(database), folder)
  const asks = await asksOf(app, hot, PAGES)
  await app.close()

  const starts: number[] = []
  for (let n = 1; n < STARTS; n++) {
    await using product = await startProduct(cluster, { database, token: hot.token })
    starts.push(product.firstAnswerMs)
  }
  await using product = await startProduct(cluster, { database, token: hot.token })
  starts.push(product.firstAnswerMs)

  const thought = await planning()
  using load = startWorker<Load>('load.ts')
  const reads = (Object.keys(readCalls) as ReadName[]).map((name) =>
    asks[name].map((input) => requestOf(readCalls[name], hot.token, input)),
  )
  const requests = inTurn([...reads, [requestOf(contract.overview.home, hot.token, {})]])
  await load.ask('aim', {
    name: 'mix',
    port: product.port,
    connections: CONNECTIONS,
    begins: RIGHT,
    requests,
  })
  const fired = load.ask('fire', { name: 'mix', amount: { ms: loadMs } })
  const held: number[] = []
  for (const end = performance.now() + loadMs; performance.now() < end; await after(loadMs / 60))
    held.push((await product.resident()) / 1e6)
  const { errors, count } = await fired
  // The tenth before the middle and the last tenth: one sample may fall before or after a collection.
  const tenth = Math.ceil(held.length / 10)
  const half = Math.floor(held.length / 2)
  const [middle, end] = [median(held.slice(half - tenth, half)), median(held.slice(-tenth))]
  return [
    {
      id: 'process.start',
      name: '启动到首次应答（数据库已在运行）',
      ours: median(starts),
      unit: ' ms',
      bar: { most: 1000 },
    },
    {
      id: 'process.resident',
      name: `${Math.round(loadMs / 1000)} 秒压测中的最大常驻内存`,
      ours: Math.max(...held),
      unit: ' MB',
      bar: { most: 250 },
      note: `${count} 次调用`,
    },
    thought,
    {
      id: 'process.flat',
      name: '常驻内存：结束时与中途之比',
      ours: end,
      bare: middle,
      ratio: end / middle,
      unit: ' MB',
      bar: { most: 1.1 },
    },
    { id: 'process.errors', name: '持续压测中的错误', ours: errors, unit: '', bar: { most: 0 } },
  ]
}

/** The thread for full pools comes on top of what the load shows, which meets none. */
async function planning(): Promise<Row> {
  using worker = startWorker<Planning>('planning.ts')
  const { without, most } = await worker.ask('think', { pools: FULL_POOLS })
  return {
    id: 'process.planning',
    name: '为满池重排的线程另占的内存',
    ours: (most - without) / 1e6,
    unit: ' MB',
    bar: { most: 120 },
    note: `${FULL_POOLS} 个满池，用后一分钟释放`,
  }
}
