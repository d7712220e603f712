import { randomBytes } from 'node:crypto'
import { commandState, commandType } from '@cheyi/domain/fleet/vehicle-control/codes'
import { commandSteps } from '@cheyi/domain/fleet/vehicle-control/command'
import { ByteWriter } from '@cheyi/domain/fleet/vehicle-control/jt808/bytes'
import type { Message } from '@cheyi/domain/fleet/vehicle-control/jt808/message'
import { up } from '@cheyi/domain/fleet/vehicle-control/jt808/up'
import { targets } from '@cheyi/domain/step'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { TEST_NOW, type TestApp, testApp } from '../../../testing/app.ts'
import { enterDevices, logIn, reportBody, type Terminal, terminalAt } from '../../../testing/terminal.ts'
import { makeWorld, type World } from '../../../testing/world/world.ts'
import { Commands } from './commands.ts'
import { commandDatabase, gatewayDatabase, judgedDatabase } from './database.ts'
import { Gateway } from './gateway.ts'
import { Judged } from './judged.ts'

/*
 * Rows of commands on their way to a terminal and back, at its socket.
 */

interface Node {
  readonly gateway: Gateway
  readonly commands: Commands
  readonly port: number
}

let t: TestApp
let w: World
let devices: Awaited<ReturnType<typeof enterDevices>>
let nodes: Node[] = []
let terminal: Terminal
let told = 0
const codeKey = randomBytes(32)
let now = TEST_NOW

beforeAll(async () => {
  t = await testApp()
  w = await makeWorld(t)
  devices = await enterDevices(t, w.merchantId, [w.vehicles.lavida[0]!.id, w.vehicles.qin[0]!.id])
})
afterAll(() => t.close())

async function newNode(): Promise<Node> {
  const gateway = new Gateway({
    database: gatewayDatabase(t.gateway),
    log: t.kernel.log,
    now: () => now,
    codeKey,
  })
  const commands = new Commands({
    gateway,
    database: commandDatabase(t.gateway),
    log: t.kernel.log,
    now: () => now,
    told: () => told++,
    judged: new Judged({
      gateway,
      database: judgedDatabase(t.gateway),
      log: t.kernel.log,
      now: () => now,
      told: () => told++,
    }),
  })
  await gateway.start()
  const node = { gateway, commands, port: await gateway.listen(0, '127.0.0.1') }
  nodes.push(node)
  return node
}

const come = async ({ port }: Node, n = 0): Promise<Terminal> => {
  const came = await terminalAt(port, devices[n]!.phone)
  await logIn(came, devices[n]!.terminalId)
  return came
}

beforeEach(async () => {
  now += 3_600_000
  terminal = await come(await newNode())
})
afterEach(async () => {
  const { rows } = await t.root.query(
    "select ref, (data ->> 'state')::int as state from event where type = 'command.changed' order by id",
  )
  for (const moves of Object.values(Object.groupBy(rows, ({ ref }) => ref)))
    for (const [n, { state }] of moves!.entries()) {
      if (n === 0) continue
      const from = moves![n - 1]!.state
      const steps = Object.values(commandSteps.steps)
      expect(steps.some((step) => step.from.some((one) => one === from) && targets(step, from).includes(state))).toBe(
        true,
      )
    }
  terminal.end()
  for (const { gateway } of nodes) await gateway.close()
  nodes = []
  await t.root.query('update command set state = 8 where state < 3')
})

async function give(
  type: keyof typeof commandType,
  { n = 0, params = {}, ttl = 60_000 }: { n?: number; params?: object; ttl?: number | null } = {},
) {
  const { rows } = await t.root.query(
    `insert into command (merchant_id, vehicle_id, device_id, type, state, params, expire_at, created_by)
     values ($1, $2, $3, $4, 1, $5, $6, 0) returning id`,
    [
      w.merchantId,
      [w.vehicles.lavida[0]!.id, w.vehicles.qin[0]!.id][n],
      devices[n]!.deviceId,
      commandType[type],
      params,
      ttl === null ? null : new Date(now + ttl).toISOString(),
    ],
  )
  return rows[0].id as string
}
const row = async (id: string) => (await t.root.query('select * from command where id = $1', [id])).rows[0]
const look = () => Promise.all(nodes.map(({ commands }) => commands.look()))
const sent = (id: number) => terminal.next((message) => message.id === id)
const none = (id: number) => expect(terminal.heard.filter((message) => message.id === id)).toEqual([])
const answer = ({ id, serial }: Message, result = 0) =>
  terminal.say(up.answer, new ByteWriter().word(serial).word(id).byte(result).end())
const control = ({ serial }: Message, status: number) =>
  terminal.say(
    up.controlAnswer,
    new ByteWriter()
      .word(serial)
      .bytes(reportBody({ at: now, status }))
      .end(),
  )

it('unlocks: sent, answered, and effective by the bit of the answer', async () => {
  const id = await give('unlock')
  await look()
  const message = await sent(0x8500)
  expect([...message.body]).toEqual([0])
  expect(await row(id)).toMatchObject({
    state: commandState.sent,
    sends: 1,
    serial: message.serial,
    node: nodes[0]!.gateway.node,
  })
  control(message, 3)
  await expect.poll(async () => (await row(id)).state).toBe(commandState.effective)
  expect(told).toBeGreaterThan(1)
  const { rows } = await t.root.query(
    "select data, keys from event where type = 'command.changed' and ref = $1 order by id",
    [id],
  )
  expect(rows.map(({ data }) => data.state)).toEqual([
    commandState.toSend,
    commandState.sent,
    commandState.answered,
    commandState.effective,
  ])
  expect(rows[0]).toMatchObject({
    keys: ['vehicleControl'],
    data: { commandId: id, vehicleId: w.vehicles.lavida[0]!.id },
  })
})

it('locks by a general answer and a later report; a report that shows otherwise proves nothing', async () => {
  const id = await give('lock')
  await look()
  answer(await sent(0x8500))
  await expect.poll(async () => (await row(id)).state).toBe(commandState.answered)
  await terminal.answer(terminal.say(up.position, reportBody({ at: now - 2000, status: 3 })))
  expect((await row(id)).state).toBe(commandState.answered)
  await terminal.answer(terminal.say(up.position, reportBody({ at: now - 1000, status: 0x1003 })))
  await expect.poll(async () => (await row(id)).state).toBe(commandState.effective)
})

it('stays answered when nothing shows it within a minute', async () => {
  const id = await give('lock')
  await look()
  answer(await sent(0x8500))
  await expect.poll(async () => (await row(id)).state).toBe(commandState.answered)
  now += 60_001
  await terminal.answer(terminal.say(up.position, reportBody({ at: now - 1000, status: 0x1003 })))
  await look()
  expect((await row(id)).state).toBe(commandState.answered)
})

it('fails by what the terminal says, and by what it has no word for', async () => {
  const id = await give('reboot')
  await look()
  const message = await sent(0x8105)
  expect([...message.body]).toEqual([4])
  answer(message, 3)
  await expect.poll(async () => (await row(id)).state).toBe(commandState.failed)
  expect((await row(id)).answer).toBe(3)
  await t.root.query('update device set profile = 0 where id = $1', [devices[0]!.deviceId])
  const restore = await give('engineRestore', { ttl: null })
  await look()
  expect((await row(restore)).state).toBe(commandState.failed)
  await t.root.query('update device set profile = 1 where id = $1', [devices[0]!.deviceId])
})

it('says it again after 15 seconds under the same serial, three times in all, then gives up', async () => {
  const id = await give('text', { params: { text: '请还车' } })
  await look()
  const first = await sent(0x8300)
  now += 14_999
  await look()
  none(0x8300)
  now += 1
  await look()
  expect((await sent(0x8300)).serial).toBe(first.serial)
  now += 15_000
  await look()
  await sent(0x8300)
  now += 15_000
  await look()
  none(0x8300)
  expect(await row(id)).toMatchObject({ state: commandState.timedOut, sends: 3 })
  answer(first)
  await terminal.answer(terminal.say(up.heartbeat))
  expect((await row(id)).state).toBe(commandState.timedOut)
})

it('does not send what has run out, waits for its terminal, and sends as soon as that comes in', async () => {
  const late = await give('locate', { ttl: -1 })
  const id = await give('find', { n: 1 })
  await look()
  await terminal.answer(terminal.say(up.heartbeat))
  none(0x8201)
  expect((await row(late)).state).toBe(commandState.toSend)
  expect((await row(id)).state).toBe(commandState.toSend)
  const other = await come(nodes[0]!, 1)
  await other.next((message) => message.id === 0x8300)
  expect((await row(id)).state).toBe(commandState.sent)
  other.end()
})

it('sends a restore first, and again until the engine is back; the flag of the cut goes with it', async () => {
  await t.root.query('update device set cut_at = now() where id = $1', [devices[0]!.deviceId])
  // One transaction: the look that the login has begun must not find the first command alone.
  await t.root.query('begin')
  const locate = await give('locate')
  const id = await give('engineRestore', { ttl: null })
  await t.root.query('commit')
  await look()
  await expect.poll(() => terminal.heard.filter((message) => [0x8105, 0x8201].includes(message.id)).length).toBe(2)
  expect(
    terminal.heard.filter((message) => [0x8105, 0x8201].includes(message.id)).map((message) => message.id),
  ).toEqual([0x8105, 0x8201])
  const first = await sent(0x8105)
  expect([...first.body]).toEqual([0x65])
  for (let times = 0; times < 4; times++) {
    now += 15_000
    await look()
    await sent(0x8105)
  }
  answer(first)
  await expect.poll(async () => (await row(id)).state).toBe(commandState.answered)
  await terminal.answer(terminal.say(up.position, reportBody({ at: now - 2000, status: 0x403 })))
  now += 15_000
  await look()
  answer(await sent(0x8105))
  await terminal.answer(terminal.say(up.position, reportBody({ at: now - 1000, status: 3 })))
  await expect.poll(async () => (await row(id)).state).toBe(commandState.effective)
  const { rows } = await t.root.query('select cut_at from device where id = $1', [devices[0]!.deviceId])
  expect(rows[0].cutAt).toBeNull()
  expect((await row(locate)).state).toBe(commandState.timedOut)
  now += 15_000
  await look()
  none(0x8105)
})

it('is sent by one of two nodes that look at once, and by the one that the terminal is at', async () => {
  const second = await newNode()
  await give('locate')
  await Promise.all([look(), look(), look()])
  await sent(0x8201)
  await terminal.answer(terminal.say(up.heartbeat))
  none(0x8201)
  const moved = await come(second)
  const id = await give('track', { params: { intervalS: 5, durationS: 600 } })
  await look()
  const message = await moved.next(({ id: said }) => said === 0x8202)
  expect([...message.body]).toEqual([0, 5, 0, 0, 2, 88])
  expect((await row(id)).node).toBe(second.gateway.node)
  none(0x8202)
  moved.end()
})
