import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { setTimeout as after } from 'node:timers/promises'
import { up } from '@cheyi/domain/fleet/vehicle-control/jt808/up'
import { pino } from 'pino'
import { type TestApp, testApp } from '../src/testing/app.ts'
import { startTestCluster } from '../src/testing/cluster.ts'
import { type GatewayProcess, startGateway } from '../src/testing/gateway-process.ts'
import { enterDevices, logIn, reportBody, type Terminal, terminalAt } from '../src/testing/terminal.ts'
import { copyCars } from '../src/testing/world/fleet.ts'
import { makeWorld } from '../src/testing/world/world.ts'
import type { Row } from './report/report.ts'

/*
 * Terminals of very many cars at once: first all of them at one gateway, then at two, between which some of them change.
 * What is judged are counts, so that another load of the machine changes the duration only.
 */

export interface GatewaySize {
  readonly links: number
  /** Reports a second, of all terminals together. */
  readonly perSecond: number
  readonly seconds: number
}

/** The statements for one group of reports: it is stored, compared with the rules, and its alarms are written. */
const STATEMENTS = 3
const MOST_MB = 400
/** Terminals that log in at the same time. */
const LOGINS = 100
/** Reports are sent at this interval, ms. */
const TICK_MS = 50
/** Every so many terminals: one that reports an emergency on and off, and one that connects to the other gateway. */
const [ALARMING, CHANGING] = [50, 20]
const SOS = 1
/** A machine that does other work answers late; only what never comes is a failure. */
const PATIENCE_MS = 240_000

type Device = Awaited<ReturnType<typeof enterDevices>>[number]

interface Figures {
  readonly links: number
  readonly acknowledged: number
  readonly silent: number
  readonly lost: number
  readonly statements: number
  readonly megabytes: number
  readonly alarms: number
  readonly doubled: number
  readonly seconds: number
  readonly p99: number
}

export async function benchGateway(size: GatewaySize): Promise<Row[]> {
  const cluster = await startTestCluster(pino({ level: 'silent' }), { durable: true })
  try {
    const t = await testApp({ cluster, now: Date.now() })
    try {
      const { merchantId, vehicles } = await makeWorld(t)
      const cars = await copyCars(t.root, { merchantId, like: vehicles.lavida[0]!.id, count: size.links })
      const devices = await enterDevices(t, merchantId, cars)
      const name = new URL(t.database.migratorUrl).pathname.slice(1)
      await t.root.query(`alter database ${name} set track_functions = 'all'`)
      await t.root.query('analyze')
      const one = await drive(t, devices, 1, size)
      const two = await drive(t, devices, 2, { ...size, seconds: Math.ceil(size.seconds / 2) })
      return [...rowsOf('一个网关', 'gateway.one', one, size), ...rowsOf('两个网关', 'gateway.two', two, size)]
    } finally {
      await t.close()
    }
  } finally {
    await cluster.stop()
  }
}

function rowsOf(name: string, id: string, of: Figures, { links }: GatewaySize): Row[] {
  const row = (what: string, text: string, ours: number, bar: Row['bar'], unit = '', note = ''): Row => ({
    id: `${id}.${what}`,
    name: `${name}：${text}`,
    ours,
    unit,
    bar,
    note,
  })
  return [
    row('links', '同时连接', of.links, { least: links }),
    row(
      'silent',
      '没有应答的位置',
      of.silent,
      { most: 0 },
      '',
      `${of.acknowledged} 个位置，${of.seconds.toFixed(0)} 秒，应答 p99 ${Math.round(of.p99)} ms`,
    ),
    row('lost', '应答后没有入库', of.lost, { most: 0 }),
    row('statements', '每批语句', of.statements, { most: STATEMENTS }),
    row('memory', '最大内存', of.megabytes, { most: MOST_MB }, ' MB'),
    row('doubled', '同车同类多于一个报警', of.doubled, { most: 0 }, '', `${of.alarms} 个报警`),
  ]
}

/** Terminals log in, report for some time, and every acknowledgement is compared with the rows. */
async function drive(t: TestApp, devices: readonly Device[], nodes: number, size: GatewaySize): Promise<Figures> {
  const before = await functionCalls(t)
  const gateways = await Promise.all(Array.from({ length: nodes }, () => startGateway(t)))
  const terminals = await linksOf(devices, gateways)
  console.info(`${nodes} 个网关，${terminals.length} 个终端已登录`)
  const links = terminals.filter(({ socket }) => !socket.destroyed).length
  const from = Date.now()
  const acknowledged: string[] = []
  const waits: number[] = []
  const reports: Promise<unknown>[] = []
  let silent = 0
  const report = async (n: number, turn: number) => {
    const { deviceId, phone, terminalId } = devices[n]!
    const changes = nodes > 1 && n % CHANGING === 0
    if (changes) {
      // Without an end of the link before it, as a terminal does whose network has changed.
      const terminal = await terminalAt(gateways[turn % nodes]!.port, phone)
      await logIn(terminal, terminalId, PATIENCE_MS)
      terminals[n]!.end()
      terminals[n] = terminal
    }
    const terminal = terminals[n]!
    const sent = performance.now()
    const at = Math.floor(Date.now() / 1000) * 1000
    const alarms = n % ALARMING === 0 && turn % 2 === 0 ? SOS : 0
    const asked = terminal.say(up.position, reportBody({ at, speed: 30, alarms }))
    const result = await terminal.answer(asked, PATIENCE_MS).catch(() => null)
    // What a link had not answered at its end is sent again by a terminal, which is no part of this.
    if (result !== 0 && !changes) silent++
    if (result !== 0) return
    waits.push(performance.now() - sent)
    acknowledged.push(`${deviceId} ${at}`)
  }
  const each = (size.perSecond * TICK_MS) / 1000
  const all = size.perSecond * size.seconds
  for (let sent = 0; sent < all; ) {
    const due = Math.min(all, Math.ceil((Date.now() - from) / TICK_MS) * each)
    for (; sent < due; sent++) reports.push(report(sent % devices.length, Math.floor(sent / devices.length)))
    await after(TICK_MS)
  }
  await Promise.all(reports)
  const seconds = (Date.now() - from) / 1000
  const megabytes = Math.max(...(await Promise.all(gateways.map(({ child }) => peakOf(child.pid!)))))
  for (const terminal of terminals) terminal.end()
  for (const { child } of gateways) {
    child.kill('SIGTERM')
    await once(child, 'exit')
  }
  const { rows: stored } = await t.root.query('select device_id, at from position where received_at >= $1', [
    new Date(from).toISOString(),
  ])
  const known = new Set(stored.map(({ deviceId, at }) => `${deviceId} ${Date.parse(at)}`))
  const then = await functionCalls(t)
  const called = (name: string) => (then.get(name) ?? 0) - (before.get(name) ?? 0)
  const { rows: alarms } = await t.root.query(
    'select count(*)::int as n from alarm where end_at is null or state < 2 group by vehicle_id, type',
  )
  return {
    links,
    acknowledged: acknowledged.length,
    silent,
    lost: acknowledged.filter((one) => !known.has(one)).length,
    statements: names.reduce((sum, name) => sum + called(name), 0) / called(names[0]),
    megabytes,
    alarms: alarms.length,
    doubled: alarms.filter(({ n }) => n > 1).length,
    seconds,
    p99: waits.sort((a, b) => a - b)[Math.floor(waits.length * 0.99)] ?? 0,
  }
}

async function linksOf(devices: readonly Device[], gateways: readonly GatewayProcess[]): Promise<Terminal[]> {
  const terminals: Terminal[] = []
  for (let first = 0; first < devices.length; first += LOGINS)
    terminals.push(
      ...(await Promise.all(
        devices.slice(first, first + LOGINS).map(async ({ phone, terminalId }, n) => {
          const terminal = await terminalAt(gateways[(first + n) % gateways.length]!.port, phone)
          await logIn(terminal, terminalId, PATIENCE_MS)
          return terminal
        }),
      )),
    )
  return terminals
}

const names = ['gateway_ingest', 'gateway_watch', 'gateway_alarms'] as const

/** How often PostgreSQL has run the functions of the gateway, each of which is one statement. */
async function functionCalls(t: TestApp): Promise<ReadonlyMap<string, number>> {
  const { rows } = await t.root.query('select funcname, calls::int from pg_stat_user_functions')
  return new Map(rows.map(({ funcname, calls }) => [funcname, calls]))
}

/** The most memory that a process had in use, MB. */
async function peakOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  const peak = /^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1]
  if (peak === undefined) throw new Error(`process ${pid} has ended`)
  return Number(peak) / 1024
}
