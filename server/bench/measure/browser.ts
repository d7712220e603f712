import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Audit, Audited, AuditTask } from '../../../e2e/bench/audit.ts'
import type { FlingTask, Flung } from '../../../e2e/bench/fling.ts'
import type { Lanes, LanesTask, Scrolled } from '../../../e2e/bench/lanes.ts'
import { findBrowser } from '../../../scripts/lib/browser.mjs'
import { RUN } from '../data/cluster.ts'
import type { Prepared } from '../data/prepare.ts'
import { startProduct } from '../product.ts'
import type { Row } from '../report/report.ts'
import { median, quantile } from './measure.ts'

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
/** Below this index Lighthouse itself warns that the machine is too slow for its scores. */
const QUICK = 1000
/** What a page may load and keep the thread busy with, whatever the machine: kB, requests, ms. */
const pageBars: Readonly<Record<string, { kb: number; requests: number; longTasks: number }>> = {
  '/login': { kb: 130, requests: 22, longTasks: 600 },
  '/': { kb: 165, requests: 38, longTasks: 900 },
  '/order': { kb: 175, requests: 38, longTasks: 900 },
}

export async function benchBrowser(prepared: Prepared, size: BrowserSize): Promise<Row[]> {
  const browser = await findBrowser().catch(() => undefined)
  if (browser === undefined) return [skipped]
  const { cluster, hot } = prepared
  await using _ = await cluster.clone('large', database)
  await using product = await startProduct(cluster, { database, token: hot.token })
  const { url } = product
  const { token } = hot
  const audits = await inBrowser<AuditTask, Audited[]>(browser, 'audit.ts', {
    url,
    token,
    paths: ['/login', '/', '/order'],
    runs: size.runs,
    quickFrom: QUICK,
  })
  const flung = await inBrowser<FlingTask, Flung>(browser, 'fling.ts', { url, token, orders: size.orders })
  return [...audits.flatMap(pageRows), ...flingRows(flung)]
}

/** Cars of the store whose lanes are gone through. */
const LANES = 2000
/** ms: sixty frames a second. */
const FRAME = 16.7

/** The lanes of a large fleet under the wheel. */
export async function benchLanes(prepared: Prepared): Promise<Row[]> {
  const browser = await findBrowser().catch(() => undefined)
  if (browser === undefined) return [skipped]
  const { cluster, hot } = prepared
  await using _ = await cluster.clone('small', database)
  await using product = await startProduct(cluster, { database, token: hot.token })
  const task = { url: product.url, token: hot.token, cars: LANES }
  return lanesRows(await inBrowser<LanesTask, Lanes>(browser, 'lanes.ts', task))
}

function lanesRows({ cars, down, along, benchmarkIndex }: Lanes): Row[] {
  const row = (way: string, name: string, { frames, worked, longTasks, nodes }: Scrolled): Row => {
    const sorted = frames.toSorted((a, b) => a - b)
    const between = [0.5, 0.95].map((at) => `p${at * 100} ${quantile(sorted, at).toFixed(1)} ms`).join('，')
    return {
      id: `lanes.${way}`,
      name: `${cars} 辆车的时间轴${name}：每帧的 CPU（折合指数 ${QUICK} 的机器）`,
      ours: ((worked / frames.length) * benchmarkIndex) / QUICK,
      unit: ' ms',
      bar: { most: FRAME },
      note: `帧间隔 ${between}；长任务 ${Math.round(longTasks)} ms；节点最多 ${nodes}；指数 ${Math.round(benchmarkIndex)}`,
    }
  }
  return [row('down', '上下滚动', down), row('along', '左右滚动', along)]
}

const skipped: Row = {
  id: 'browser',
  name: 'Lighthouse 与列表滑动',
  ours: null,
  unit: '',
  bar: { least: PERFORMANCE },
  note: '没有找到浏览器，可用 CHROME_PATH 指定',
}

/** The rows of one page. Its performance is judged by the runs on a quick machine; what it loads, by all. */
export function pageRows({ path, audits }: Audited): Row[] {
  const quick = audits.filter(({ benchmarkIndex }) => benchmarkIndex >= QUICK)
  const of = (value: (audit: Audit) => number) => median(audits.map(value))
  const index = `指数 ${audits.map(({ benchmarkIndex }) => Math.round(benchmarkIndex)).join('、')}`
  const { kb, requests, longTasks } = pageBars[path]!
  const scores = audits.map(({ performance }) => performance).join('、')
  return [
    {
      id: `lighthouse.performance ${path}`,
      name: `Lighthouse 性能 ${path}（移动端）`,
      ours: quick.length === 0 ? null : median(quick.map(({ performance }) => performance)),
      unit: '',
      bar: { least: PERFORMANCE },
      note: quick.length === 0 ? `机器太慢，不评分：${index}，需要 ${QUICK}；得分 ${scores}` : `${scores}；${index}`,
    },
    {
      id: `lighthouse.accessibility ${path}`,
      name: `Lighthouse 无障碍 ${path}`,
      ours: Math.min(...audits.map(({ accessibility }) => accessibility)),
      unit: '',
      bar: { least: ACCESSIBILITY },
    },
    {
      id: `page.bytes ${path}`,
      name: `打开 ${path} 传输的字节`,
      ours: of(({ bytes }) => bytes / 1000),
      unit: ' kB',
      bar: { most: kb },
    },
    {
      id: `page.requests ${path}`,
      name: `打开 ${path} 的请求数`,
      ours: of((audit) => audit.requests),
      unit: '',
      bar: { most: requests },
    },
    {
      id: `page.longTasks ${path}`,
      name: `打开 ${path} 的长任务（折合指数 ${QUICK} 的机器）`,
      ours: of((audit) => (audit.longTasks * audit.benchmarkIndex) / QUICK),
      unit: ' ms',
      bar: { most: longTasks },
      note: `实测 ${Math.round(of((audit) => audit.longTasks))} ms`,
    },
  ]
}

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
  const file = fileURLToPath(new URL(`../../../e2e/bench/${program}`, import.meta.url))
  const child = fork(file, { env: { ...process.env, CHROME_PATH: browser, BENCH_TASK: JSON.stringify(task) } })
  const ended = once(child, 'exit').then(() => {
    throw new Error(`${program} ended without an outcome`)
  })
  // It ends after it has told, too.
  ended.catch(() => undefined)
  const [outcome] = await Promise.race([once(child, 'message'), ended])
  return outcome
}
