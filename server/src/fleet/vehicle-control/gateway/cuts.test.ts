import { randomBytes } from 'node:crypto'
import {
  alarmState,
  commandState,
  commandType,
  cutCategories,
  fenceRule,
} from '@cheyi/domain/fleet/vehicle-control/codes'
import { ByteWriter } from '@cheyi/domain/fleet/vehicle-control/jt808/bytes'
import { up } from '@cheyi/domain/fleet/vehicle-control/jt808/up'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { TEST_NOW, type TestApp, testApp } from '../../../testing/app.ts'
import {
  batchBody,
  enterDevices,
  logIn,
  type Report,
  reportBody,
  type Terminal,
  terminalAt,
} from '../../../testing/terminal.ts'
import { book } from '../../../testing/world/bookings.ts'
import { makeWorld, type World } from '../../../testing/world/world.ts'
import { Commands } from './commands.ts'
import { commandDatabase, gatewayDatabase, judgedDatabase } from './database.ts'
import { Gateway } from './gateway.ts'
import { Judged } from './judged.ts'

/*
 * Cuts of engines and unlocks, asserted at the socket of the terminal: whatever happens, none of a cut or an unlock leaves for a car that moves.
 */

const CUT = 0x8105
const DOORS = 0x8500

let t: TestApp
let w: World
let device: Awaited<ReturnType<typeof enterDevices>>[number]
let vehicleId: string
let node: Awaited<ReturnType<typeof newNode>>
let terminal: Terminal
const codeKey = randomBytes(32)
const nodes: { gateway: Gateway }[] = []
let now = TEST_NOW
/** Done between the commit and the bytes. */
let committed: (() => Promise<void>) | undefined

beforeAll(async () => {
  t = await testApp()
  w = await makeWorld(t)
  vehicleId = w.vehicles.lavida[0]!.id
  device = (await enterDevices(t, w.merchantId, [vehicleId]))[0]!
  await t.root.query(
    `update merchant set settings = settings || '{"engineCutEnabled": true, "noCutRule": 1}' where id = $1`,
    [w.merchantId],
  )
})
afterAll(() => t.close())

async function newNode() {
  const pool = t.gateway
  const log = t.kernel.log
  const clock = () => now
  const gateway = new Gateway({ database: gatewayDatabase(pool), log, now: clock, codeKey })
  const judged = new Judged({
    gateway,
    database: judgedDatabase(pool),
    log,
    now: clock,
    told: () => {},
    committed: () => committed?.() ?? Promise.resolve(),
  })
  const commands = new Commands({ gateway, database: commandDatabase(pool), log, now: clock, told: () => {}, judged })
  await gateway.start()
  nodes.push({ gateway })
  return { gateway, commands, port: await gateway.listen(0, '127.0.0.1') }
}

beforeEach(async () => {
  now += 3_600_000
  committed = undefined
  node = await newNode()
  terminal = await terminalAt(node.port, device.phone)
  await logIn(terminal, device.terminalId)
  // The look that the login begins is over: what a test gives waits for its own.
  await node.commands.look()
})
afterEach(async () => {
  terminal.end()
  for (const { gateway } of nodes.splice(0)) await gateway.close()
  await t.root.query('update command set state = 8 where state < 3')
  await t.root.query('update device set cut_at = null')
  await t.root.query('update fence set active = false')
})

async function give({
  armed = false,
  category = cutCategories.code.lost,
}: {
  armed?: boolean
  category?: number
} = {}) {
  const { rows } = await t.root.query(
    `insert into command (merchant_id, vehicle_id, device_id, type, state, category, armed, expire_at, created_by)
     values ($1, $2, $3, $4, 1, $5, $6, $7, 0) returning id`,
    [
      w.merchantId,
      vehicleId,
      device.deviceId,
      commandType.engineCut,
      category,
      armed,
      new Date(now + (armed ? 7_200_000 : 120_000)).toISOString(),
    ],
  )
  return rows[0].id as string
}
const row = async (id: string) => (await t.root.query('select * from command where id = $1', [id])).rows[0]
const cutAt = async () =>
  (await t.root.query('select cut_at from device where id = $1', [device.deviceId])).rows[0].cutAt
const look = () => node.commands.look()
const told = (report: Report) => terminal.answer(terminal.say(up.position, reportBody(report)))
/** Reports so many seconds ago, as they came then. */
async function came(...reports: (Omit<Report, 'at'> & { ago: number })[]): Promise<void> {
  const wall = now
  for (const { ago, ...report } of reports) {
    now = wall - ago * 1000
    await told({ status: 2, ...report, at: now })
  }
  now = wall
}
const stands = (over: Omit<Report, 'at'> = {}) => came({ ago: 70, ...over }, { ago: 40, ...over }, { ago: 10, ...over })
/** All that was written has come once a heartbeat is answered. */
async function noCut(): Promise<void> {
  await terminal.answer(terminal.say(up.heartbeat))
  expect(terminal.heard.filter(({ id }) => id === CUT)).toEqual([])
}
async function refused(id: string, code: number): Promise<void> {
  await noCut()
  expect(terminal.heard.filter((message) => message.id === DOORS)).toEqual([])
  expect(await row(id)).toMatchObject({ state: commandState.refused, refusal: code })
  expect(await cutAt()).toBeNull()
  const { rows } = await t.root.query("select result from audit where target_type = 'command' and target_id = $1", [id])
  expect(rows).toHaveLength(1)
}

it('is sent for a car that stands; its flag is there before, and it is effective by the bit of a report', async () => {
  await stands()
  const id = await give()
  await look()
  const { body, serial } = await terminal.next((message) => message.id === CUT)
  expect([...body]).toEqual([0x64])
  expect(await row(id)).toMatchObject({ state: commandState.sent, sends: 1 })
  expect(await cutAt()).not.toBeNull()
  terminal.say(up.answer, new ByteWriter().word(serial).word(CUT).byte(0).end())
  await expect.poll(async () => (await row(id)).state).toBe(commandState.answered)
  now += 5000
  await told({ at: now, status: 0x402 })
  await expect.poll(async () => (await row(id)).state).toBe(commandState.effective)
})

it('is refused for one that moves, and for one whose wheels turn under satellites that stand still', async () => {
  await stands()
  await came({ ago: 2, speed: 30, status: 3 })
  const moving = await give()
  await look()
  await refused(moving, 10010)
  now += 600_000
  await stands({ items: [[3, [400 >> 8, 400 & 255]]] })
  const pulses = await give()
  await look()
  await refused(pulses, 10010)
})

it('is not sent when the car starts between the verdict and the commit', async () => {
  await stands()
  const id = await give()
  // The transaction waits for the lock of the order's car while the report of the start comes in.
  const { rows } = await t.root.query('begin; select 1')
  expect(rows ?? []).toBeDefined()
  await t.root.query('select from device where id = $1 for update', [device.deviceId])
  const looking = look()
  const serial = terminal.say(up.position, reportBody({ at: now, speed: 20, status: 3 }))
  await expect.poll(() => node.gateway.ingest.waiting + node.gateway.ingest.stored).toBeGreaterThan(3)
  await t.root.query('commit')
  await looking
  await terminal.answer(serial)
  await refused(id, 10010)
})

it('is not sent when the car starts between the commit and the bytes', async () => {
  await stands()
  const id = await give()
  committed = async () => {
    committed = undefined
    expect((await row(id)).state).toBe(commandState.sent)
    expect(await cutAt()).not.toBeNull()
    await told({ at: now, speed: 20, status: 3 })
  }
  await look()
  await refused(id, 10010)
})

it('that never left takes no flag away that an earlier one set', async () => {
  await t.root.query('update device set cut_at = $2 where id = $1', [device.deviceId, new Date(now - 3_600_000)])
  await stands()
  const id = await give()
  committed = async () => {
    committed = undefined
    await told({ at: now, speed: 20, status: 3 })
  }
  await look()
  await noCut()
  expect((await row(id)).state).toBe(commandState.refused)
  expect(await cutAt()).not.toBeNull()
})

it('is judged anew when the bytes come more than 2 s after the verdict', async () => {
  await stands()
  const id = await give()
  committed = async () => {
    committed = undefined
    await new Promise((resolve) => setTimeout(resolve, 2050))
  }
  await look()
  await noCut()
  expect((await row(id)).state).toBe(commandState.sent)
  // Fifteen seconds later it has driven off: nothing is sent, and nobody knows what became of the first.
  now += 15_000
  await came({ ago: 1, speed: 30, status: 3 })
  await look()
  await noCut()
  expect((await row(id)).state).toBe(commandState.timedOut)
})

it('is not sent by a node whose link is the older of two', async () => {
  await stands()
  const id = await give()
  const second = await newNode()
  const moved = await terminalAt(second.port, device.phone)
  committed = undefined
  await logIn(moved, device.terminalId)
  await look()
  await noCut()
  // The node of the newer link sends it, at once when the terminal comes in, or now.
  await second.commands.look()
  await moved.next((message) => message.id === CUT)
  expect((await row(id)).sends).toBe(1)
  moved.end()
})

it('is not sent by the older of two links that changes while it is judged', async () => {
  await stands()
  const id = await give()
  const second = await newNode()
  let moved: Terminal | undefined
  committed = async () => {
    committed = undefined
    moved = await terminalAt(second.port, device.phone)
    await logIn(moved, device.terminalId)
    await node.gateway.beat()
  }
  await look()
  await terminal.closed
  expect(terminal.heard.filter((message) => message.id === CUT)).toEqual([])
  expect((await row(id)).state).toBe(commandState.sent)
  moved?.end()
})

it('rests on no backfill: it asks where the car is, four times, and then refuses', async () => {
  const reports = [70, 40, 10].map((ago) => ({ at: now - ago * 1000, status: 2 }))
  await terminal.answer(terminal.say(up.positions, batchBody(reports, true)))
  const id = await give()
  for (let times = 0; times < 4; times++) {
    await look()
    await terminal.next((message) => message.id === 0x8201)
    now += 20_000
    await look()
    await noCut()
    expect(terminal.heard.filter((message) => message.id === 0x8201)).toEqual([])
    now += 5000
  }
  await look()
  await refused(id, 10011)
})

it('asks a terminal that sleeps, and is sent as soon as it has told enough', async () => {
  await came({ ago: 3000 })
  const id = await give()
  await look()
  await terminal.next((message) => message.id === 0x8201)
  await came({ ago: 0 })
  for (let times = 0; times < 2; times++) {
    now += 26_000
    await look()
    await terminal.next((message) => message.id === 0x8201)
    now += 5000
    await came({ ago: 0 })
  }
  await look()
  await terminal.next((message) => message.id === CUT)
  expect((await row(id)).state).toBe(commandState.sent)
})

it('rests on no report whose clock is 59 s slow', async () => {
  const wall = now
  for (const ago of [70, 40, 0]) {
    now = wall - ago * 1000
    await told({ at: now - 59_000, status: 2 })
  }
  await give()
  await look()
  await noCut()
})

it('waits for an armed one until the car stands', async () => {
  await came({ ago: 70, speed: 40, status: 3 }, { ago: 10, speed: 40, status: 3 })
  const id = await give({ armed: true })
  await look()
  await noCut()
  expect((await row(id)).state).toBe(commandState.toSend)
  now += 600_000
  await stands()
  await look()
  await terminal.next((message) => message.id === CUT)
})

it('is refused in a zone, in paid time, and where the merchant does not allow it', async () => {
  await stands()
  await t.root.query(
    `insert into fence (merchant_id, name, kind, shape, rule, created_by) values ($1, '高架', 1, $2, $3, 0)`,
    [w.merchantId, JSON.stringify({ center: [121.4737, 31.2304], radiusM: 200 }), fenceRule.noCut],
  )
  const zone = await give()
  await look()
  await refused(zone, 10013)
  await t.root.query('update fence set active = false')
  const { orderId } = await book(t, w)
  await t.root.query('update "order" set status = 5, vehicle_id = $2, pickup_at = $3, return_at = $4 where id = $1', [
    orderId,
    vehicleId,
    new Date(now - 3_600_000).toISOString(),
    new Date(now + 60_000).toISOString(),
  ])
  await t.root.query(
    `insert into vehicle_assignment (merchant_id, order_id, vehicle_id, from_at, start_odo)
       select merchant_id, id, vehicle_id, pickup_at, 1 from "order" where id = $1`,
    [orderId],
  )
  const paid = await give()
  await look()
  await refused(paid, 10012)
  const stolen = await give({ category: cutCategories.code.stolen })
  await look()
  await terminal.next((message) => message.id === CUT)
  await t.root.query('update command set state = 8 where id = $1', [stolen])
  await t.root.query('update device set cut_at = null')
  await t.root.query(`update merchant set settings = settings || '{"engineCutEnabled": false}' where id = $1`, [
    w.merchantId,
  ])
  const off = await give()
  await look()
  await refused(off, -3)
  await t.root.query(
    `update merchant set settings = settings || '{"engineCutEnabled": true, "noCutRule": 1}' where id = $1`,
    [w.merchantId],
  )
})

it('is told again only behind a verdict that still holds', async () => {
  await stands()
  const id = await give()
  await look()
  const first = await terminal.next((message) => message.id === CUT)
  now += 15_000
  await came({ ago: 1 })
  await look()
  const second = await terminal.next((message) => message.id === CUT)
  expect(second.serial).toBe(first.serial)
  now += 15_000
  await came({ ago: 1, speed: 40, status: 3 })
  await look()
  await noCut()
  expect((await row(id)).state).toBe(commandState.timedOut)
  expect(await cutAt()).not.toBeNull()
})

describe('while it is doubted who speaks for the device', () => {
  const doubt = (state: number) =>
    t.root.query(
      `insert into alarm (merchant_id, type, level, device_id, start_at, end_at, state, cause) values ($1, 108, 2, $2, $3, $4, $5, 3)`,
      [
        w.merchantId,
        device.deviceId,
        new Date(now).toISOString(),
        state === alarmState.open ? null : new Date(now).toISOString(),
        state,
      ],
    )

  it('no cut leaves, an armed one neither; when somebody has ended the alarm it does', async () => {
    await stands()
    await doubt(alarmState.open)
    const armed = await give({ armed: true })
    await look()
    await refused(armed, 10015)
    await t.root.query('update alarm set state = $1, end_at = start_at', [alarmState.done])
    const id = await give()
    await look()
    await terminal.next((message) => message.id === CUT)
    expect((await row(id)).state).toBe(commandState.sent)
  })

  it('reports from before its session came from another network say nothing', async () => {
    await stands()
    await t.root.query('update device_live set moved_at = $2 where device_id = $1', [
      device.deviceId,
      new Date(now - 30_000).toISOString(),
    ])
    await give()
    await look()
    await noCut()
    now += 55_000
    await came({ ago: 20 }, { ago: 1 })
    await look()
    await terminal.next((message) => message.id === CUT)
  })
})

describe('an unlock', () => {
  async function unlock(params: object = {}) {
    const { rows } = await t.root.query(
      `insert into command (merchant_id, vehicle_id, device_id, type, state, params, expire_at, created_by)
       values ($1, $2, $3, $4, 1, $5, $6, 0) returning id`,
      [
        w.merchantId,
        vehicleId,
        device.deviceId,
        commandType.unlock,
        JSON.stringify(params),
        new Date(now + 60_000).toISOString(),
      ],
    )
    return rows[0].id as string
  }

  it('is sent for a car that stands', async () => {
    await came({ ago: 10 })
    const id = await unlock()
    await look()
    expect([...(await terminal.next((message) => message.id === DOORS)).body]).toEqual([0])
    expect((await row(id)).state).toBe(commandState.sent)
    expect(await cutAt()).toBeNull()
  })

  it('is refused for one that drives, also when it drives off in front of the bytes', async () => {
    await came({ ago: 10, speed: 41, status: 3 })
    const driving = await unlock()
    await look()
    await refused(driving, 10016)
    now += 60_000
    await came({ ago: 10 })
    const id = await unlock()
    committed = async () => {
      committed = undefined
      await told({ at: now, speed: 6, status: 3 })
    }
    await look()
    await refused(id, 10016)
  })

  it('is sent in an emergency, whatever the car does', async () => {
    await came({ ago: 10, speed: 41, status: 3 })
    await unlock({ emergency: true })
    committed = async () => {
      committed = undefined
      await told({ at: now, speed: 41, status: 3 })
    }
    await look()
    await terminal.next((message) => message.id === DOORS)
  })
})
