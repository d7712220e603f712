import { randomBytes } from 'node:crypto'
import { alarmState, forgedCause } from '@cheyi/domain/fleet/vehicle-control/codes'
import { gbkOf } from '@cheyi/domain/fleet/vehicle-control/jt808/gbk'
import { writeMessage } from '@cheyi/domain/fleet/vehicle-control/jt808/message'
import { up } from '@cheyi/domain/fleet/vehicle-control/jt808/up'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { TEST_NOW, type TestApp, testApp } from '../../../testing/app.ts'
import {
  enterDevices,
  logIn,
  register,
  registrationBody,
  type Terminal,
  type TerminalOptions,
  terminalAt,
} from '../../../testing/terminal.ts'
import { makeWorld, type World } from '../../../testing/world/world.ts'
import { gatewayDatabase } from './database.ts'
import { Gateway } from './gateway.ts'

/*
 * Whether a terminal is the one that it says it is: what it registers with is printed on it, so that anybody may try.
 */

let t: TestApp
let w: World
let device: Awaited<ReturnType<typeof enterDevices>>[number]
let entered = 0
let gateway: Gateway
let port: number
const terminals: Terminal[] = []
const gateways: Gateway[] = []
const codeKey = randomBytes(32)
let now = TEST_NOW

beforeAll(async () => {
  t = await testApp()
  w = await makeWorld(t)
})
afterAll(() => t.close())

async function newNode(): Promise<{ node: Gateway; at: number }> {
  const node = new Gateway({
    database: gatewayDatabase(t.gateway),
    log: t.kernel.log,
    now: () => now,
    codeKey,
  })
  gateways.push(node)
  await node.start()
  return { node, at: await node.listen(0, '127.0.0.1') }
}

beforeEach(async () => {
  now += 86_400_000
  const started = await newNode()
  gateway = started.node
  port = started.at
  device = await enterOne()
})
afterEach(async () => {
  for (const terminal of terminals.splice(0)) terminal.end()
  for (const node of gateways.splice(0)) await node.close()
})

const enterOne = async () =>
  (await enterDevices(t, w.merchantId, [null], { phoneFrom: 13_900_000_000 + 10 * entered++ }))[0]!
const come = async (phone: string, { at = port, ...options }: TerminalOptions & { at?: number } = {}) => {
  const terminal = await terminalAt(at, phone, options)
  terminals.push(terminal)
  return terminal
}
const comeIn = async (options?: Parameters<typeof come>[1]) => {
  const terminal = await come(device.phone, options)
  await logIn(terminal, device.terminalId)
  return terminal
}
const alarms = async () =>
  (
    await t.root.query('select type, level, state, cause from alarm where device_id = $1 order by id', [
      device.deviceId,
    ])
  ).rows
const endAlarms = () =>
  t.root.query('update alarm set state = $2, end_at = $3 where device_id = $1', [
    device.deviceId,
    alarmState.done,
    new Date(now).toISOString(),
  ])
const resetCode = () =>
  t.root.query(`select set_config('app.merchant_id', $1, false), terminal_renew($2)`, [w.merchantId, device.deviceId])

describe('registrations that are wrong', () => {
  it('600 of them end in closed links and one alarm, and the right terminal id is not found among them', async () => {
    let answered = 0
    const guess = async (first: number) => {
      const terminal = await come(device.phone)
      for (let n = 0; n < 3; n++) terminal.say(up.register, registrationBody(`G${first + n}`))
      await terminal.closed
      answered += terminal.heard.filter(({ id, body }) => id === 0x8100 && body[2] === 4).length
      expect(terminal.heard.some(({ id, body }) => id === 0x8100 && body[2] !== 4)).toBe(false)
    }
    for (let first = 0; first < 600; first += 60)
      await Promise.all(Array.from({ length: 20 }, (_, n) => guess(first + 3 * n)))
    expect(answered).toBe(600)
    await expect.poll(() => gateway.figures.links).toBe(0)
    expect(await alarms()).toEqual([{ type: 108, level: 2, state: 0, cause: forgedCause.otherTerminal }])
    // Not even the right one is looked at before the hour is over; other numbers of the network are.
    expect((await register(await come(device.phone), device.terminalId)).result).toBe(4)
    const other = await enterOne()
    expect((await register(await come(other.phone), other.terminalId)).result).toBe(0)
    now += 3_600_001
    expect((await register(await come(device.phone), device.terminalId)).result).toBe(0)
  })

  it('are counted by all gateways together', async () => {
    const second = await newNode()
    for (const at of [port, port, port, second.at, second.at])
      expect((await register(await come(device.phone, { at }), 'WRONG')).result).toBe(4)
    expect((await register(await come(device.phone, { at: second.at }), device.terminalId)).result).toBe(4)
  })

  it('of a hundred in an hour from one network, nobody from there is registered any more', async () => {
    await t.root.query(`insert into terminal_wrong (thing, since, n) values ('network/127.0.0.9', $1, 99)`, [
      new Date(now).toISOString(),
    ])
    expect((await register(await come(device.phone, { from: '127.0.0.9' }), 'WRONG')).result).toBe(4)
    const other = await enterOne()
    expect((await register(await come(other.phone, { from: '127.0.0.9' }), other.terminalId)).result).toBe(4)
    expect((await register(await come(other.phone), other.terminalId)).result).toBe(0)
  })

  it('do not open the alarm again within the hour after somebody has ended it', async () => {
    await register(await come(device.phone), 'WRONG')
    await endAlarms()
    await register(await come(device.phone), 'WRONG')
    expect(await alarms()).toHaveLength(1)
    now += 3_600_001
    await register(await come(device.phone), 'WRONG')
    expect((await alarms()).map(({ state }) => state)).toEqual([alarmState.done, alarmState.open])
  })
})

describe('the code of a terminal', () => {
  it('is told again while nobody has logged in with it, since an answer may be lost', async () => {
    const first = await register(await come(device.phone), device.terminalId)
    const second = await register(await come(device.phone), device.terminalId)
    expect(first.code.length).toBeGreaterThanOrEqual(16)
    expect(second).toEqual(first)
    expect(await alarms()).toEqual([])
  })

  it('is told to nobody once it was used: 3, and an alarm; the terminal that keeps it goes on', async () => {
    const terminal = await comeIn()
    const stranger = await come(device.phone, { from: '127.0.0.2' })
    expect(await register(stranger, device.terminalId)).toEqual({ result: 3, code: '' })
    expect(await alarms()).toMatchObject([{ cause: forgedCause.registeredAgain }])
    expect(await terminal.answer(terminal.say(up.heartbeat))).toBe(0)
    terminal.end()
    const again = await comeIn()
    expect(await again.answer(again.say(up.heartbeat))).toBe(0)
  })

  it('is another after staff have reset it, and whoever was in by the old one is out', async () => {
    const terminal = await comeIn()
    await register(await come(device.phone), device.terminalId)
    await resetCode()
    await gateway.beat()
    await terminal.closed
    const again = await come(device.phone)
    const { result, code } = await register(again, device.terminalId)
    expect(result).toBe(0)
    expect(await again.answer(again.say(up.authenticate, gbkOf(code)))).toBe(0)
    expect((await register(await come(device.phone), device.terminalId)).result).toBe(3)
  })
})

describe('a session that comes from another network', () => {
  const from = '127.0.0.2'

  it('is an alarm where the terminal that held it is still there, at this node and at another', async () => {
    const held = await comeIn()
    await comeIn({ from })
    await held.closed
    await expect.poll(alarms).toMatchObject([{ cause: forgedCause.twoNetworks }])
    await endAlarms()
    now += 3_600_000
    const second = await newNode()
    await comeIn({ at: second.at })
    await gateway.beat()
    await expect.poll(async () => (await alarms()).filter(({ state }) => state === alarmState.open)).toHaveLength(1)
  })

  it('is none where the terminal had lost its network, as behind the NAT of a carrier', async () => {
    const lost = await comeIn({ deaf: true })
    lost.socket.pause()
    const back = await comeIn({ from })
    expect(await back.answer(back.say(up.heartbeat))).toBe(0)
    back.end()
    await expect.poll(() => gateway.figures.links).toBe(0)
    // Some minutes later it has another address once more.
    now += 120_001
    await comeIn({ from: '127.0.0.3' })
    expect(await alarms()).toEqual([])
  })

  it('is an alarm the second time within two minutes', async () => {
    for (const one of ['127.0.0.1', from]) {
      const terminal = await comeIn({ from: one })
      terminal.end()
      await expect.poll(() => gateway.figures.links).toBe(0)
    }
    expect(await alarms()).toEqual([])
    now += 119_000
    await comeIn()
    expect(await alarms()).toMatchObject([{ cause: forgedCause.twoNetworks }])
  })

  it('gives an open alarm its graver cause', async () => {
    await register(await come(device.phone), 'WRONG')
    const held = await comeIn()
    await comeIn({ from })
    await held.closed
    await expect.poll(alarms).toMatchObject([{ cause: forgedCause.twoNetworks }])
  })
})

describe('before its login', () => {
  const part = (phone: string, serial: number) => {
    const body = Buffer.alloc(3000, 0x31)
    const wire = Buffer.from(writeMessage({ id: up.positions, v2019: false, phone, serial, body }))
    return wire.subarray(0, wire.indexOf(0x7e, 1) + 1)
  }

  it('a terminal is closed after three messages that are no registration and no login; parts are not even answered', async () => {
    const terminal = await come(device.phone)
    for (let n = 0; n < 3; n++) terminal.write(part(device.phone, 10 * n))
    await terminal.closed
    expect(terminal.heard).toEqual([])
  })

  it('strangers who send parts are gone, and no more than 500 of a network stay; a terminal comes in meanwhile', async () => {
    const strangers = await Promise.all(Array.from({ length: 520 }, () => come('13100000000')))
    await expect.poll(() => gateway.figures.links).toBe(500)
    const elsewhere = await come('13100000000', { from: '127.0.0.2' })
    const terminal = await comeIn()
    for (const stranger of strangers) for (let n = 0; n < 3; n++) stranger.write(part('13100000000', 10 * n))
    expect(await terminal.answer(terminal.say(up.heartbeat))).toBe(0)
    await Promise.all(strangers.map(({ closed }) => closed))
    expect(elsewhere.socket.destroyed).toBe(false)
    await expect.poll(() => gateway.figures.links).toBe(2)
  })
})
