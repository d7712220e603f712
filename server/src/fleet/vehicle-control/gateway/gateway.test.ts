import { randomBytes } from 'node:crypto'
import { setTimeout as after } from 'node:timers/promises'
import { gbkOf } from '@cheyi/domain/fleet/vehicle-control/jt808/gbk'
import { up } from '@cheyi/domain/fleet/vehicle-control/jt808/up'
import { DAY, localDate, startOfDate } from '@cheyi/domain/time'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { newClient } from '../../../kernel/db/pools.ts'
import { TEST_NOW, type TestApp, testApp } from '../../../testing/app.ts'
import { inTheEnd } from '../../../testing/in-the-end.ts'
import {
  batchBody,
  enterDevices,
  logIn,
  register,
  reportBody,
  type Terminal,
  type TerminalOptions,
  terminalAt,
} from '../../../testing/terminal.ts'
import { makeWorld, type World } from '../../../testing/world/world.ts'
import { gatewayDatabase } from './database.ts'
import { Gateway } from './gateway.ts'
import { MOST_WAITING } from './ingest.ts'
import { limits } from './link.ts'

let t: TestApp
let w: World
let other: World
let devices: Awaited<ReturnType<typeof enterDevices>>
let foreign: Awaited<ReturnType<typeof enterDevices>>
let gateway: Gateway
let port: number
const terminals: Terminal[] = []
const codeKey = randomBytes(32)
/** Moves with each test, so that one's reports are no other's. */
let now = TEST_NOW

beforeAll(async () => {
  t = await testApp()
  w = await makeWorld(t)
  other = await makeWorld(t)
  devices = await enterDevices(t, w.merchantId, [w.vehicles.lavida[0]!.id, w.vehicles.qin[0]!.id, null])
  foreign = await enterDevices(t, other.merchantId, [null], { phoneFrom: 13_700_000_000 })
})
afterAll(() => t.close())

const newGateway = () =>
  new Gateway({ database: gatewayDatabase(t.gateway), log: t.kernel.log, now: () => now, codeKey })

beforeEach(async () => {
  now += 3_600_000
  gateway = newGateway()
  await gateway.start()
  port = await gateway.listen(0, '127.0.0.1')
})
afterEach(async () => {
  for (const terminal of terminals.splice(0)) terminal.end()
  await gateway.close()
})

const come = async (phone: string, options?: TerminalOptions & { at?: number }): Promise<Terminal> => {
  const terminal = await terminalAt(options?.at ?? port, phone, options)
  terminals.push(terminal)
  return terminal
}
const comeIn = async (n = 0): Promise<Terminal> => {
  const terminal = await come(devices[n]!.phone)
  await logIn(terminal, devices[n]!.terminalId)
  return terminal
}
const positions = async (deviceId: string, from = now - 1_800_000) =>
  (
    await t.root.query('select * from position where device_id = $1 and at >= $2 order by at', [
      deviceId,
      new Date(from).toISOString(),
    ])
  ).rows
const live = async (deviceId: string) => {
  const { rows } = await t.root.query('select * from device_live where device_id = $1', [deviceId])
  const plain = Object.entries(rows[0] ?? {}).map(([name, value]) => [
    name,
    value instanceof Date ? value.getTime() : value,
  ])
  return Object.fromEntries(plain)
}

describe('who comes in', () => {
  it('registers as the device that was entered, and logs in by the code that it is told', async () => {
    const terminal = await come(devices[0]!.phone)
    const code = await logIn(terminal, devices[0]!.terminalId)
    expect(code.length).toBeGreaterThanOrEqual(16)
    terminal.end()
    const again = await come(devices[0]!.phone)
    expect(await logIn(again, devices[0]!.terminalId)).toBe(code)
    const row = await live(devices[0]!.deviceId)
    expect(row.node).toBe(gateway.node)
    const { rows } = await t.root.query('select maker_id, model_code, protocol from device where id = $1', [
      devices[0]!.deviceId,
    ])
    expect(rows[0]).toEqual({ makerId: 'TEST', modelCode: 'T1', protocol: 2013 })
  })

  it('is told 4 without a code when it is another or nobody knows it, and the merchant is alarmed once', async () => {
    for (let times = 0; times < 2; times++) {
      const terminal = await come(devices[1]!.phone)
      expect(await register(terminal, 'WRONG')).toEqual({ result: 4, code: '' })
    }
    const { rows } = await t.root.query('select level, vehicle_id from alarm where device_id = $1', [
      devices[1]!.deviceId,
    ])
    expect(rows).toEqual([{ level: 2, vehicleId: w.vehicles.qin[0]!.id }])
    const nobody = await come('13100000000')
    expect(await register(nobody, 'T100000')).toEqual({ result: 4, code: '' })
  })

  it('stores nothing before the login, says 1, and ends after three wrong codes', async () => {
    const terminal = await come(devices[2]!.phone)
    expect(await terminal.answer(terminal.say(up.position, reportBody({ at: now })))).toBe(1)
    expect(await terminal.answer(terminal.say(up.heartbeat))).toBe(1)
    for (let times = 0; times < 3; times++)
      expect(await terminal.answer(terminal.say(up.authenticate, gbkOf('not the code')))).toBe(1)
    await terminal.closed
    expect(await positions(devices[2]!.deviceId)).toEqual([])
  })

  it('has another code after it was made new, and not the one of before', async () => {
    const terminal = await come(devices[2]!.phone)
    const code = await logIn(terminal, devices[2]!.terminalId)
    terminal.end()
    await t.root.query(`select set_config('app.merchant_id', $1, false), terminal_renew($2)`, [
      w.merchantId,
      devices[2]!.deviceId,
    ])
    const again = await come(devices[2]!.phone)
    expect(await again.answer(again.say(up.authenticate, gbkOf(code)))).toBe(1)
    expect(await logIn(again, devices[2]!.terminalId)).not.toBe(code)
  })

  it('closes a link whose phone changes after the login', async () => {
    const terminal = await comeIn()
    const stranger = await come(foreign[0]!.phone)
    await logIn(stranger, foreign[0]!.terminalId)
    const frame = Buffer.from('7e0002000001380000123400011c7e', 'hex')
    terminal.write(frame)
    await terminal.closed
    expect(await stranger.answer(stranger.say(up.heartbeat))).toBe(0)
  })
})

describe('what is stored', () => {
  it('is a row of its own merchant once it is acknowledged, and its live state moves forward only', async () => {
    const terminal = await comeIn()
    const { deviceId } = devices[0]!
    expect(
      await terminal.answer(
        terminal.say(
          up.position,
          reportBody({
            at: now - 60_000,
            speed: 40,
            items: [
              [1, [0, 0, 1, 0]],
              [0x30, [25]],
              [0x61, [0x04, 0xb0]],
            ],
          }),
        ),
      ),
    ).toBe(0)
    expect(await terminal.answer(terminal.say(up.position, reportBody({ at: now - 120_000, speed: 80 })))).toBe(0)
    const rows = await positions(deviceId)
    expect(rows).toHaveLength(2)
    expect(rows[1]).toMatchObject({
      merchantId: w.merchantId,
      latE6: 31_230_400,
      lngE6: 121_473_700,
      speed: 400,
      valid: true,
      backfill: false,
      odometerM: 25_600,
      signal: 25,
    })
    expect(await live(deviceId)).toMatchObject({
      at: now - 60_000,
      speed: 400,
      acc: true,
      locked: false,
      cut: false,
      odometerM: 25_600,
      batteryMv: 12_000,
      stoppedSince: null,
    })
    expect(await terminal.answer(terminal.say(up.position, reportBody({ at: now - 30_000, status: 0x1002 })))).toBe(0)
    expect(await live(deviceId)).toMatchObject({
      at: now - 30_000,
      speed: 0,
      acc: false,
      locked: true,
      stoppedSince: now - 30_000,
    })
  })

  it('is of the right hour where a device is entered as one that tells UTC', async () => {
    const { deviceId } = devices[2]!
    await t.root.query('update device set clock = 2 where id = $1', [deviceId])
    const terminal = await comeIn(2)
    const report = reportBody({ at: now - 8 * 3_600_000 })
    expect(await terminal.answer(terminal.say(up.position, report))).toBe(0)
    expect((await positions(deviceId)).map((fix) => new Date(fix.at).getTime())).toEqual([now])
    expect(await live(deviceId)).toMatchObject({ at: now, receivedAt: now })
  })

  it('says how much charge an electric car has, by the item that the profile of its maker names', async () => {
    const items = [0xe5, 1, 153, 0xe6, 2, 1, 0x2c]
    const { rows } = await t.root.query(
      `insert into charge_profile (merchant_id, name, charge_item, charge_scale, range_item, created_by)
         values ($1, '星辰', 'e5', 50, 'e6', 0) returning id`,
      [w.merchantId],
    )
    await t.root.query('update device set charge_profile_id = $2 where id = $1', [devices[0]!.deviceId, rows[0].id])
    const one = await comeIn()
    expect(await one.answer(one.say(up.position, Uint8Array.of(...reportBody({ at: now }), ...items)))).toBe(0)
    expect(await live(devices[0]!.deviceId)).toMatchObject({ chargePct: 77, rangeKm: 300 })
  })
  it('tells no place without satellites, but how the car is', async () => {
    const terminal = await comeIn()
    const { deviceId } = devices[0]!
    await terminal.answer(terminal.say(up.position, reportBody({ at: now - 60_000 })))
    await terminal.answer(terminal.say(up.position, reportBody({ at: now - 30_000, status: 0x401, lat: 30 })))
    expect(await live(deviceId)).toMatchObject({ at: now - 60_000, latE6: 31_230_400, cut: true, acc: true })
    expect((await positions(deviceId)).map(({ valid }) => valid)).toEqual([true, false])
  })

  it('is a backfill of the track alone, and each report once however often it comes', async () => {
    const terminal = await comeIn()
    const { deviceId } = devices[0]!
    await terminal.answer(terminal.say(up.position, reportBody({ at: now - 600_000 })))
    const reports = Array.from({ length: 5 }, (_, n) => ({
      at: now - 300_000 + n * 10_000,
      speed: 36,
      lat: 31.24 + n * 0.0009,
    }))
    expect(await terminal.answer(terminal.say(up.positions, batchBody(reports, true)))).toBe(0)
    expect(await terminal.answer(terminal.say(up.positions, batchBody(reports, true)))).toBe(0)
    expect(await positions(deviceId)).toHaveLength(6)
    expect(await live(deviceId)).toMatchObject({ at: now - 600_000 })
    const { rows } = await t.root.query(
      'select sum(metres)::int as metres, sum(moving_s)::int as moving_s from device_km where device_id = $1',
      [deviceId],
    )
    expect(rows[0].movingS).toBe(40)
    expect(rows[0].metres).toBeGreaterThan(395)
    expect(rows[0].metres).toBeLessThan(405)
  })

  it('is nothing impossible: result 2, no row', async () => {
    const terminal = await comeIn(1)
    const { deviceId } = devices[1]!
    const { refused = 0 } = gateway.figures
    const ahead = await terminal.answer(terminal.say(up.position, reportBody({ at: now + 600_001 + 60_000 })))
    const beyond = await terminal.answer(terminal.say(up.position, reportBody({ at: now, lat: 91 })))
    const february = reportBody({ at: now })
    february.set([0x26, 0x02, 0x31], 22)
    expect([ahead, beyond, await terminal.answer(terminal.say(up.position, february))]).toEqual([2, 2, 2])
    expect(await terminal.answer(terminal.say(up.position, Uint8Array.of(1, 2, 3)))).toBe(2)
    expect(await positions(deviceId)).toEqual([])
    expect(gateway.figures.refused).toBe(refused + 4)
  })

  it('answers what it does not know with 3, and tells the time in UTC', async () => {
    const terminal = await comeIn()
    expect(await terminal.answer(terminal.say(0x0f00))).toBe(3)
    terminal.say(up.askTime)
    const { body } = await terminal.next(({ id }) => id === 0x8004)
    expect(Buffer.from(body).toString('hex')).toBe(new Date(now).toISOString().replace(/\D/g, '').slice(2, 14))
  })
})

describe('links', () => {
  it('one of a terminal, here and on another node', async () => {
    const first = await comeIn()
    const second = await comeIn()
    await first.closed
    expect(await second.answer(second.say(up.heartbeat))).toBe(0)
    const elsewhere = newGateway()
    await elsewhere.start()
    try {
      const third = await come(devices[0]!.phone, { at: await elsewhere.listen(0, '127.0.0.1') })
      await logIn(third, devices[0]!.terminalId)
      expect((await live(devices[0]!.deviceId)).node).toBe(elsewhere.node)
      await gateway.beat()
      await second.closed
      // The end of the older link does not take the session away from the newer one.
      await gateway.beat()
      expect((await live(devices[0]!.deviceId)).node).toBe(elsewhere.node)
      expect(await third.answer(third.say(up.heartbeat))).toBe(0)
    } finally {
      await elsewhere.close()
    }
    expect((await live(devices[0]!.deviceId)).node).toBeNull()
  })

  it('that change between two nodes again and again: the last has the session, and what was acknowledged is there', async () => {
    const elsewhere = newGateway()
    await elsewhere.start()
    const ports = [port, await elsewhere.listen(0, '127.0.0.1')]
    const { deviceId, phone, terminalId } = devices[0]!
    const acknowledged: number[] = []
    let last: Terminal | undefined
    for (let turn = 0; turn < 20; turn++) {
      last = await come(phone, { at: ports[turn % 2]! })
      await logIn(last, terminalId)
      const at = now - 600_000 + turn * 1000
      expect(await last.answer(last.say(up.position, reportBody({ at })))).toBe(0)
      acknowledged.push(at)
      if (turn % 3 === 0) await Promise.all([gateway.beat(), elsewhere.beat()])
    }
    await Promise.all([gateway.beat(), elsewhere.beat()])
    expect((await live(deviceId)).node).toBe(elsewhere.node)
    expect(gateway.figures.devices).toBe(0)
    expect(elsewhere.figures.devices).toBe(1)
    expect((await positions(deviceId)).map(({ at }) => new Date(at).getTime())).toEqual(acknowledged)
    last?.end()
    await elsewhere.close()
  })

  it("of a node that has died are nobody's after 15 seconds", async () => {
    await comeIn()
    await t.root.query("insert into gateway_node (id, beat_at) values ('dead', now() - interval '16 seconds')")
    await t.root.query("update device_live set node = 'dead' where device_id = $1", [devices[1]!.deviceId])
    await gateway.beat()
    expect((await live(devices[1]!.deviceId)).node ?? null).toBeNull()
    expect((await live(devices[0]!.deviceId)).node).toBe(gateway.node)
  })

  it('end after half a minute without a login, and after five minutes without a message', async () => {
    const stranger = await come(devices[1]!.phone)
    const terminal = await comeIn()
    await expect.poll(() => gateway.figures.links).toBe(2)
    now += limits.loginMs
    gateway.tick()
    expect(gateway.figures.links).toBe(2)
    now += 1
    gateway.tick()
    await stranger.closed
    // A byte now and then is no message.
    terminal.write(Uint8Array.of(0x7e))
    now += limits.idleMs
    gateway.tick()
    await terminal.closed
  })

  it('end after 20 spoilt frames in a minute, and after 64 KB of something else', async () => {
    const terminal = await comeIn()
    const spoilt = Buffer.from('7e0002000001380000123400011d7e', 'hex')
    for (let times = 0; times < 19; times++) terminal.write(spoilt)
    expect(await terminal.answer(terminal.say(up.heartbeat))).toBe(0)
    terminal.write(spoilt)
    await terminal.closed
    const noise = await comeIn(1)
    noise.write(Buffer.alloc(70 * 1024, 0x55))
    await noise.closed
  })

  it('wait for the next second with the 101st message of one', async () => {
    const terminal = await comeIn()
    await after(1000 - (performance.now() % 1000) + 20)
    const began = performance.now()
    const serials = Array.from({ length: 101 }, () => terminal.say(up.heartbeat))
    const answers = await Promise.all(serials.map((serial) => terminal.answer(serial)))
    expect(answers).toEqual(serials.map(() => 0))
    expect(performance.now() - began).toBeGreaterThan(500)
  })

  it('ask for the parts that are missing, and take the whole', async () => {
    const terminal = await comeIn()
    const { writeMessage } = await import('@cheyi/domain/fleet/vehicle-control/jt808/message')
    const reports = Array.from({ length: 80 }, (_, n) => ({ at: now - 1_000_000 + n * 5000 }))
    const wire = writeMessage({
      id: up.positions,
      v2019: false,
      phone: devices[0]!.phone,
      serial: 500,
      body: batchBody(reports, true),
    })
    const frames = Buffer.from(wire)
      .toString('hex')
      .replace(/7e7e/g, '7e 7e')
      .split(' ')
      .map((hex) => Buffer.from(hex, 'hex'))
    expect(frames).toHaveLength(3)
    terminal.write(frames[0]!)
    terminal.write(frames[2]!)
    const { body } = await terminal.next(({ id }) => id === 0x8003)
    expect([...body]).toEqual([500 >> 8, 500 & 255, 1, 0, 2])
    terminal.write(frames[1]!)
    await expect.poll(() => positions(devices[0]!.deviceId).then((rows) => rows.length)).toBe(80)
  })

  it('refuse what a camera sends, each part at once, and log how much that was', async () => {
    const logged = vi.spyOn(t.kernel.log, 'info')
    const terminal = await comeIn()
    const event = terminal.say(up.mediaEvent, new Uint8Array(8))
    const first = terminal.say(up.media, new Uint8Array(2500))
    for (const serial of [event, first, first + 1, first + 2]) expect(await terminal.answer(serial)).toBe(3)
    expect(await terminal.answer(terminal.say(up.heartbeat))).toBe(0)
    expect(terminal.heard).toEqual([])
    terminal.end()
    const { deviceId } = devices[0]!
    await expect
      .poll(() => logged.mock.calls.map(([what]) => what as unknown))
      .toContainEqual({ deviceId, messages: 4 })
    logged.mockRestore()
  })

  it('without a login are 2,000 at the most: the oldest goes', async () => {
    const first = await come(devices[1]!.phone)
    const held: Terminal[] = []
    for (let n = 0; n < 40; n++)
      held.push(
        ...(await Promise.all(
          Array.from({ length: 50 }, () => come(devices[1]!.phone, { from: `127.0.0.${1 + Math.floor(n / 8)}` })),
        )),
      )
    await first.closed
    expect(gateway.figures.links).toBeLessThanOrEqual(2000)
    const terminal = await comeIn()
    expect(await terminal.answer(terminal.say(up.heartbeat))).toBe(0)
    expect(held).toHaveLength(2000)
  })
})

describe('a database that is away', () => {
  it('holds terminals back, is told nothing twice, and nothing is acknowledged that is no row', async () => {
    const terminal = await comeIn()
    const second = await comeIn(1)
    await t.root.query('begin')
    await t.root.query('lock table position in access exclusive mode')
    const serials: number[] = []
    for (let n = 0; n < 90; n++)
      serials.push(
        terminal.say(
          up.positions,
          batchBody(
            Array.from({ length: 20 }, (_, m) => ({ at: now - 1_700_000 + (n * 20 + m) * 500 })),
            true,
          ),
        ),
      )
    second.say(up.position, reportBody({ at: now }))
    await expect.poll(() => gateway.ingest.waiting).toBeGreaterThan(900)
    await after(300)
    expect(gateway.ingest.waiting).toBeLessThanOrEqual(MOST_WAITING)
    expect(terminal.heard.filter(({ body }) => body[2] === 0x07)).toEqual([])
    await t.root.query('commit')
    for (const serial of serials) expect(await terminal.answer(serial)).toBe(0)
    // Half of them are in the same second as told by BCD.
    expect(await positions(devices[0]!.deviceId)).toHaveLength(900)
  })
})

describe('the days of positions', () => {
  it('are made while a position of such a day is being stored, which is kept', async () => {
    const day = startOfDate(localDate(now - 40 * DAY))
    const fix = `insert into position (merchant_id, device_id, at, lat_e6, lng_e6, valid) values ($1, $2, $3, 31200000, 121330000, true)`
    const { deviceId } = devices[0]!
    await t.root.query(fix, [w.merchantId, deviceId, new Date(day).toISOString()])
    const second = newClient({ connectionString: t.database.migratorUrl })
    await second.connect()
    try {
      await second.query('begin')
      await second.query(fix, [w.merchantId, deviceId, new Date(day + 1000).toISOString()])
      const made = gatewayDatabase(t.gateway).makeDays(now)
      await inTheEnd(async () => {
        const { rows } = await t.root.query(
          `select from pg_locks l join pg_class c on c.oid = l.relation where c.relname = 'position_rest' and not l.granted`,
        )
        expect(rows).toHaveLength(1)
      })
      await second.query('commit')
      await made
    } finally {
      await second.end()
    }
    const kept = `select tableoid::regclass::text as table from position where device_id = $1 and at < $2`
    const { rows } = await t.root.query(kept, [deviceId, new Date(day + DAY).toISOString()])
    expect(rows.map(({ table }) => table)).toEqual(Array(2).fill(`position_${localDate(day).replaceAll('-', '_')}`))
  })
})
