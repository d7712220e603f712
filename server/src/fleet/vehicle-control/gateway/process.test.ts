import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as after } from 'node:timers/promises'
import { contract } from '@cheyi/contract/index'
import { deviceKind } from '@cheyi/domain/fleet/vehicle-control/codes'
import { up } from '@cheyi/domain/fleet/vehicle-control/jt808/up'
import { messageOf } from '@cheyi/domain/fleet/vehicle-control/testing/traccar-messages'
import type pg from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newClient } from '../../../kernel/db/pools.ts'
import { watchPostgres } from '../../../kernel/postgres/watch-postgres.ts'
import { type TestApp, testApp } from '../../../testing/app.ts'
import { startTestCluster } from '../../../testing/cluster.ts'
import { type GatewayProcess, startGateway, TRACKER_SECRET } from '../../../testing/gateway-process.ts'
import { rounds } from '../../../testing/rounds.ts'
import { enterDevices, logIn, reportBody, type Terminal, terminalAt } from '../../../testing/terminal.ts'
import { makeWorld, type World } from '../../../testing/world/world.ts'

/*
 * The gateway that ships, in a process of its own, killed while terminals report: what it acknowledged is a row.
 */

/** `GATEWAY_KILLS=20` makes the run long. */
const KILLS = rounds('GATEWAY_KILLS', 3, 20)
const TERMINALS = 20

let t: TestApp
let w: World
let devices: Awaited<ReturnType<typeof enterDevices>>
const running = new Set<ChildProcess>()

let cluster: Awaited<ReturnType<typeof startTestCluster>>

beforeAll(async () => {
  // One of its own, that is killed too.
  cluster = await startTestCluster(pino({ level: 'silent' }), { durable: true })
  t = await testApp({ cluster })
  t.root.on('error', () => {})
  w = await makeWorld(t)
  devices = await enterDevices(t, w.merchantId, new Array(TERMINALS).fill(null))
}, 120_000)
afterAll(async () => {
  for (const child of running) child.kill('SIGKILL')
  await t.close()
  await cluster.stop()
}, 120_000)

async function started(): Promise<GatewayProcess> {
  const gateway = await startGateway(t)
  running.add(gateway.child)
  return gateway
}

it(`loses nothing that it acknowledged, killed ${KILLS} times`, { timeout: 60_000 + KILLS * 15_000 }, async () => {
  const acknowledged: { deviceId: string; at: number }[] = []
  // Reports of the past hours, a second each: whole seconds are what BCD tells.
  let clock = Math.floor(Date.now() / 1000) * 1000 - 20 * 3_600_000
  for (let kill = 0; kill < KILLS; kill++) {
    const { child, port } = await started()
    const terminals: Terminal[] = []
    const report = async ({ deviceId, phone, terminalId }: (typeof devices)[number]) => {
      const terminal = await terminalAt(port, phone)
      terminals.push(terminal)
      await logIn(terminal, terminalId)
      for (;;) {
        clock += 1000
        const at = clock
        await terminal.answer(terminal.say(up.position, reportBody({ at, speed: 30 })), 3000)
        acknowledged.push({ deviceId, at })
      }
    }
    const reporting = Promise.allSettled(devices.map(report))
    await expect.poll(() => acknowledged.length, { timeout: 15_000 }).toBeGreaterThan((kill + 1) * 200)
    child.kill('SIGKILL')
    await once(child, 'exit')
    await after(50)
    for (const terminal of terminals) terminal.end()
    await reporting
  }
  const { rows } = await t.root.query('select device_id, at from position')
  const stored = new Set(rows.map(({ deviceId, at }) => `${deviceId} ${new Date(at).getTime()}`))
  const lost = acknowledged.filter(({ deviceId, at }) => !stored.has(`${deviceId} ${at}`))
  expect(lost).toEqual([])
  expect(acknowledged.length).toBeGreaterThan(KILLS * 200)
  console.info(`${acknowledged.length} acknowledged reports, ${rows.length} rows, ${KILLS} kills`)
})

it('loses no position of a tracker that it acknowledged, killed while a front-end forwards', {
  timeout: 90_000,
}, async () => {
  const imeis = Array.from({ length: TERMINALS }, (_, n) => `${860_000_000_000_000 + n}`)
  const rows = imeis.map((phone) => ({ phone, kind: deviceKind.gt06 }))
  await t.call(contract.vehicleControl.deviceSave, { rows } as never, { token: w.tokens.owner })
  const acknowledged: string[] = []
  let clock = Math.floor(Date.now() / 1000) * 1000 - 10 * 3_600_000
  for (let kill = 0; kill < KILLS; kill++) {
    const { child, trackers } = await started()
    const forward = async (imei: string) => {
      for (;;) {
        clock += 1000
        const fixTime = new Date(clock).toISOString()
        const answer = await fetch(`http://127.0.0.1:${trackers}/traccar`, {
          method: 'POST',
          headers: { authorization: `Bearer ${TRACKER_SECRET}` },
          body: JSON.stringify(messageOf(imei, { fixTime, speed: 20 })),
          signal: AbortSignal.timeout(3000),
        })
        if (answer.status === 200) acknowledged.push(`${imei} ${Date.parse(fixTime)}`)
      }
    }
    const forwarding = Promise.allSettled(imeis.map(forward))
    await expect.poll(() => acknowledged.length, { timeout: 15_000 }).toBeGreaterThan((kill + 1) * 200)
    child.kill('SIGKILL')
    await once(child, 'exit')
    await forwarding
  }
  const { rows: kept } = await t.root.query(
    'select d.phone, p.at from position p join device d on d.id = p.device_id where d.kind > 1',
  )
  const stored = new Set(kept.map(({ phone, at }) => `${phone} ${new Date(at).getTime()}`))
  expect(acknowledged.filter((one) => !stored.has(one))).toEqual([])
  console.info(`${acknowledged.length} acknowledged positions of trackers, ${kept.length} rows, ${KILLS} kills`)
})

it('ends well when it is told to, its sessions with it', { timeout: 30_000 }, async () => {
  const { child, port } = await started()
  const terminal = await terminalAt(port, devices[0]!.phone)
  await logIn(terminal, devices[0]!.terminalId)
  const { rows: before } = await t.root.query('select node from device_live where device_id = $1', [
    devices[0]!.deviceId,
  ])
  expect(before[0].node).not.toBeNull()
  child.kill('SIGTERM')
  const [code] = await once(child, 'exit')
  expect(code).toBe(0)
  const { rows } = await t.root.query('select node from device_live where device_id = $1', [devices[0]!.deviceId])
  expect(rows[0].node).toBeNull()
})

it(`loses nothing and stores nothing twice when PostgreSQL is killed ${KILLS} times`, {
  timeout: 60_000 + KILLS * 20_000,
}, async () => {
  const stopWatching = watchPostgres(cluster.postgres, pino({ level: 'silent' }))
  const { child, port } = await started()
  const acknowledged: { deviceId: string; at: number }[] = []
  let clock = Math.floor(Date.now() / 1000) * 1000 - 60 * 3_600_000
  const from = clock
  let isOver = false
  const terminals = await Promise.all(devices.map(({ phone }) => terminalAt(port, phone)))
  await Promise.all(devices.map(({ terminalId }, n) => logIn(terminals[n]!, terminalId)))
  const reporting = devices.map(async ({ deviceId }, n) => {
    while (!isOver) {
      clock += 1000
      const at = clock
      await terminals[n]!.answer(terminals[n]!.say(up.position, reportBody({ at, speed: 30 })), 30_000)
      acknowledged.push({ deviceId, at })
    }
  })
  for (let kill = 0; kill < KILLS; kill++) {
    const before = acknowledged.length
    await expect.poll(() => acknowledged.length, { timeout: 30_000 }).toBeGreaterThan(before + 200)
    const killed = await postmaster()
    process.kill(killed, 'SIGKILL')
    await expect.poll(() => postmaster().catch(() => killed), { timeout: 30_000 }).not.toBe(killed)
  }
  const before = acknowledged.length
  await expect.poll(() => acknowledged.length, { timeout: 30_000 }).toBeGreaterThan(before + 200)
  isOver = true
  await Promise.all(reporting)
  const window = [from, clock].map((at) => new Date(at).toISOString())
  const { rows } = await asRoot((root) =>
    root.query('select device_id, at from position where at > $1 and at <= $2', window),
  )
  const stored = new Set(rows.map(({ deviceId, at }) => `${deviceId} ${new Date(at).getTime()}`))
  expect(acknowledged.filter(({ deviceId, at }) => !stored.has(`${deviceId} ${at}`))).toEqual([])
  expect(rows).toHaveLength(acknowledged.length)
  console.info(`${acknowledged.length} acknowledged reports over ${KILLS} ends of PostgreSQL`)
  for (const terminal of terminals) terminal.end()
  child.kill('SIGTERM')
  await once(child, 'exit')
  await stopWatching()
})

async function asRoot<T>(work: (root: pg.Client) => Promise<T>): Promise<T> {
  const root = newClient({ connectionString: t.database.migratorUrl })
  await root.connect()
  try {
    return await work(root)
  } finally {
    await root.end()
  }
}

const postmaster = (): Promise<number> =>
  asRoot(async (root) =>
    Number((await root.query(`select pg_read_file('postmaster.pid') as text`)).rows[0].text.split('\n')[0]),
  )
