import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Audited, AuditTask } from '../../e2e/bench/audit.ts'
import type { FlingTask, Flung } from '../../e2e/bench/fling.ts'
import { findBrowser } from '../../scripts/lib/browser.mjs'
import { RUN } from './data/cluster.ts'
import type { Prepared } from './data/prepare.ts'
import { median } from './measure.ts'
import { startProduct } from './product.ts'
import type { Row } from './report.ts'

/* What a browser makes of the pages, on a server with the large database. */

export interface BrowserSize {
  /** Of Lighthouse, per page. */
  readonly runs: number
  /** To fling through. */
  readonly orders: number
}

const database = `${RUN}browser`
const PERFORMANCE = 90
const ACCESSIBILITY = 95
const NODES = 1500

export async function benchBrowser(prepared: Prepared, size: BrowserSize): Promise<Row[]> {
  const browser = await findBrowser().catch(() => undefined)
  if (browser === undefined) return [skipped]
  const { cluster, hot } = prepared
  await cluster.clone('large', database)
  const product = await startProduct(cluster, { database, token: hot.token })
  const { url } = product
  const { token } = hot
  try {
    const audits = await inBrowser<AuditTask, Audited[]>(browser, 'audit.ts', {
      url,
      token,
      paths: ['/login', '/', '/order'],
      runs: size.runs,
    })
    const flung = await inBrowser<FlingTask, Flung>(browser, 'fling.ts', { url, token, orders: size.orders })
    return [...audits.flatMap(scoresOf), ...flingRows(flung)]
  } finally {
    await product.stop()
    await cluster.drop(database)
  }
}

const skipped: Row = {
  id: 'browser',
  name: 'Lighthouse 与列表滑动',
  ours: null,
  unit: '',
  bar: { least: PERFORMANCE },
  note: '没有找到浏览器，可用 CHROME_PATH 指定',
}

const scoresOf = ({ path, performance, accessibility }: Audited): Row[] => [
  {
    id: `lighthouse.performance ${path}`,
    name: `Lighthouse 性能 ${path}（移动端）`,
    ours: median(performance),
    unit: '',
    bar: { least: PERFORMANCE },
    note: performance.join('、'),
  },
  {
    id: `lighthouse.accessibility ${path}`,
    name: `Lighthouse 无障碍 ${path}`,
    ours: Math.min(...accessibility),
    unit: '',
    bar: { least: ACCESSIBILITY },
  },
]

const flingRows = ({ nodes, passed, cameBack }: Flung): Row[] => [
  {
    id: 'fling.nodes',
    name: `快速滑过 ${passed} 个订单时的最多节点数`,
    ours: nodes,
    unit: '',
    bar: { most: NODES },
  },
  {
    id: 'fling.back',
    name: '从详情返回后仍在原来的订单',
    ours: cameBack ? 1 : 0,
    unit: '',
    bar: { least: 1 },
    note: cameBack ? '是' : '否',
  },
]

/** Runs a program of e2e/bench, which has the browsers; it tells its outcome once. */
async function inBrowser<Task, Outcome>(browser: string, program: string, task: Task): Promise<Outcome> {
  const file = fileURLToPath(new URL(`../../e2e/bench/${program}`, import.meta.url))
  const child = fork(file, { env: { ...process.env, CHROME_PATH: browser, BENCH_TASK: JSON.stringify(task) } })
  const ended = once(child, 'exit').then(() => {
    throw new Error(`${program} ended without an outcome`)
  })
  // It ends after it has told, too.
  ended.catch(() => undefined)
  const [outcome] = await Promise.race([once(child, 'message'), ended])
  return outcome
}
