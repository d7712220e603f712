import { createServer, type Server } from 'node:http'
import { contract } from '@cheyi/contract/index'
import {
  alarmType,
  commandState,
  commandType,
  deviceKind,
  deviceProfile,
  onlineStates,
} from '@cheyi/domain/fleet/vehicle-control/codes'
import { forwarded, messageOf } from '@cheyi/domain/fleet/vehicle-control/testing/traccar-messages'
import { DAY, HOUR, localDate, MINUTE, startOfDate } from '@cheyi/domain/time'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../../testing/app.ts'
import { makeWorld, type World } from '../../../../testing/world/world.ts'
import { Commands } from '../commands.ts'
import { commandDatabase, gatewayDatabase, judgedDatabase, watchDatabase } from '../database.ts'
import { Gateway } from '../gateway.ts'
import { Judged } from '../judged.ts'
import { Watcher } from '../watch.ts'
import { commandApi } from './api.ts'
import { doorLimits, TraccarDoor } from './door.ts'

/* Trackers of six protocols, by the messages that a Traccar forwards, to map, track, alarm and command. */

const SECRET = 'a-secret-of-the-front-end-0123456789'
let t: TestApp
let w: World
let node: Awaited<ReturnType<typeof newNode>>
let now = startOfDate('2026-11-20') + 12 * HOUR
/** What the front-end was told, and what it answers. */
const told: { readonly body: unknown; readonly authorization: string | undefined }[] = []
let answers = 200
let front: Server
let frontUrl = ''
const kinds = {
  gt06: deviceKind.gt06,
  h02: deviceKind.h02,
  tk103: deviceKind.tk103,
  teltonika: deviceKind.teltonika,
  osmand: deviceKind.osmand,
  jt808: deviceKind.jt808,
} as const
const cars = new Map<string, string>()
const owner = () => ({ token: w.tokens.owner })

beforeAll(async () => {
  t = await testApp()
  w = await makeWorld(t)
  t.clock.set(now)
  const names = Object.keys(kinds) as (keyof typeof kinds)[]
  const free = [...w.vehicles.lavida, ...w.vehicles.qin, ...w.vehicles.gl8]
  const rows = names.map((name, n) => ({
    phone: forwarded[name].device.uniqueId,
    kind: kinds[name],
    profile: name === 'gt06' ? deviceProfile.traccar : deviceProfile.none,
    plate: free[n]!.plate,
  }))
  await t.call(contract.vehicleControl.deviceSave, { rows } as never, owner())
  for (const [n, name] of names.entries()) cars.set(name, free[n]!.id)
  front = createServer((asked, answer) => {
    let body = ''
    asked.on('data', (part) => {
      body += part
    })
    asked.on('end', () => {
      told.push({ body: JSON.parse(body), authorization: asked.headers.authorization })
      answer.writeHead(answers).end('{}')
    })
  })
  frontUrl = await new Promise<string>((resolve) => {
    front.listen(0, '127.0.0.1', () => resolve(`http://127.0.0.1:${(front.address() as { port: number }).port}`))
  })
})
afterAll(async () => {
  front.close()
  await t.close()
})

async function newNode() {
  const log = t.kernel.log
  const clock = () => now
  const watcher = new Watcher({ database: watchDatabase(t.gateway), log, now: clock, told: () => {} })
  const database = gatewayDatabase(t.gateway)
  const gateway = new Gateway({ database, log, now: clock, codeKey: Buffer.alloc(32, 1), watcher })
  const judged = new Judged({ gateway, database: judgedDatabase(t.gateway), log, now: clock, told: () => {} })
  const commands = new Commands({
    gateway,
    database: commandDatabase(t.gateway),
    log,
    now: clock,
    told: () => {},
    judged,
  })
  const door = new TraccarDoor({
    gateway,
    database,
    secret: SECRET,
    api: commandApi(frontUrl, 'token-of-traccar', log),
    now: clock,
    log,
  })
  await gateway.start()
  return { gateway, watcher, commands, door, url: `http://127.0.0.1:${await door.listen(0, '127.0.0.1')}/traccar` }
}

beforeEach(async () => {
  now = startOfDate(localDate(now)) + DAY + 12 * HOUR
  t.clock.set(now)
  node = await newNode()
  told.length = 0
  answers = 200
})
afterEach(async () => {
  await node.door.close()
  await node.gateway.close()
  await t.root.query('update alarm set end_at = start_at, state = 2, told_at = start_at')
})

async function post(body: unknown, secret = SECRET): Promise<[number, unknown]> {
  const answer = await fetch(node.url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${secret}` },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
  return [answer.status, await answer.json()]
}
/** A message of a protocol as it comes now, or so many seconds ago. */
const messageNow = (name: keyof typeof forwarded, more: object = {}, attributes: object = {}, agoS = 0) => {
  const { position, device } = forwarded[name]
  const fixTime = new Date(now - agoS * 1000).toISOString()
  return {
    device,
    position: {
      ...position,
      fixTime,
      deviceTime: fixTime,
      ...more,
      attributes: { ...position.attributes, archive: false, ...attributes },
    },
  }
}
const report = async (name: keyof typeof forwarded, more: object = {}, attributes: object = {}) => {
  const answer = await post(messageNow(name, more, attributes))
  await node.watcher.settled()
  return answer
}
const detail = (name: string) => t.call(contract.vehicleControl.detail, { vehicleId: cars.get(name)! }, owner())
const stored = async () => Number((await t.root.query('select count(*) as n from position')).rows[0].n)
const ok = [200, { result: 'ok' }]

describe('a tracker', () => {
  it.each(Object.keys(kinds) as (keyof typeof kinds)[])(
    'of %s is on the map, in the list and in its track',
    async (name) => {
      expect(await report(name, { speed: 27, latitude: 31.2, longitude: 121.4 }, { alarm: null })).toEqual([
        200,
        { result: 'stored' },
      ])
      const car = await detail(name)
      expect(car).toMatchObject({ state: onlineStates.code.online, moving: true, lat: 31.2, lng: 121.4, speed: 50 })
      const map = await t.call(contract.vehicleControl.map, {}, owner())
      expect(map.cars.find(({ vehicleId }) => vehicleId === cars.get(name))).toMatchObject({ lat: 31.2, moving: true })
      const asked = { vehicleId: cars.get(name)!, from: now - HOUR, to: now + MINUTE, reason: '核对新装的设备' }
      expect((await t.call(contract.vehicleControl.track, asked, owner())).fixes).toBe(1)
    },
  )

  it('gives odometer and fuel to the handover, and says nothing of doors that it does not tell of', async () => {
    await report('tk103', { speed: 0 }, { blocked: undefined, door: undefined, alarm: null })
    expect(await detail('tk103')).toMatchObject({
      odometerKm: 5678.9,
      fuelLitres: 30.5,
      locked: null,
      doorOpen: null,
      cut: false,
    })
    await report('tk103', { speed: 0, fixTime: new Date(now + 1000).toISOString() }, { alarm: null })
    expect(await detail('tk103')).toMatchObject({ doorOpen: true, cut: true })
  })

  it('raises the alarms of its messages and of its events once, and that of a movement nobody may make', async () => {
    const open = async () => (await t.root.query('select type, times from alarm where state < 2 order by id')).rows
    await report('h02', { speed: 0 })
    expect(await open()).toEqual([{ type: alarmType.powerOff, times: 1 }])
    const { device, position } = messageNow('h02', { speed: 0 }, { alarm: null })
    await post({ event: { id: 1, type: 'alarm', attributes: { alarm: 'accident' } }, device, position })
    await node.watcher.settled()
    expect((await open()).map(({ type }) => type)).toContain(alarmType.collision)
    for (const metres of [0, 0, 900, 1800]) {
      now += 11 * MINUTE
      t.clock.set(now)
      await report(
        'h02',
        { latitude: 31.5 + metres / 111_195, speed: metres === 0 ? 0 : 20 },
        { ignition: true, alarm: null },
      )
    }
    expect((await open()).map(({ type }) => type)).toContain(alarmType.unusedMove)
  })

  it('tells charge and range of an electric car by the attributes of its profile, from the next beat on', async () => {
    const attributes = { alarm: null, evSoc: 0.64, evRange: 210_400 }
    await report('osmand', { speed: 0 }, attributes)
    expect(await detail('osmand')).toMatchObject({ chargePct: null, rangeKm: null })
    const profile = { name: '星辰', chargeItem: 'evSoc', chargeScale: 10_000, rangeItem: 'evRange', rangeUnit: 2 }
    const { chargeProfileId } = await t.call(contract.vehicleControl.chargeProfileSave, profile as never, owner())
    await t.root.query('update device set charge_profile_id = $1 where vehicle_id = $2', [
      chargeProfileId,
      cars.get('osmand'),
    ])
    const edited = { ...profile, chargeProfileId, version: 1, chargeScale: 10_000 }
    await t.call(contract.vehicleControl.chargeProfileSave, edited as never, owner())
    await node.gateway.beat()
    now += 20_000
    await report('osmand', { speed: 0 }, attributes)
    expect(await detail('osmand')).toMatchObject({ chargePct: 64, rangeKm: 210 })
    now += 20_000
    await report('osmand', { speed: 0 }, { alarm: null })
    expect(await detail('osmand')).toMatchObject({ chargePct: 64, rangeKm: 210 })
  })

  it('goes offline and comes again by the events of its link', async () => {
    await report('osmand', { speed: 0 })
    const { device } = forwarded.osmand
    expect(await post({ event: { type: 'deviceOffline' }, device })).toEqual(ok)
    await node.gateway.beat()
    expect((await detail('osmand')).state).toBe(onlineStates.code.offline)
    expect(await post({ event: { type: 'deviceOnline' }, device })).toEqual(ok)
    expect((await detail('osmand')).state).toBe(onlineStates.code.online)
  })
})

describe('the door', () => {
  it('stores a message once, however often it is sent, and messages that come at once or late', async () => {
    const before = await stored()
    const messages = Array.from({ length: 40 }, (_, n) => messageNow('teltonika', {}, { archive: n % 3 === 0 }, 40 - n))
    const all = await Promise.all([...messages, ...messages].map((message) => post(message)))
    expect(all).toEqual(all.map(() => [200, { result: 'stored' }]))
    for (const message of messages) await post(message)
    expect(await stored()).toBe(before + 40)
  })
  it('refuses by name what it never can take, so that the front-end does not send it again', async () => {
    expect(await post(messageOf('999999999999999', {}))).toEqual([202, { refused: 'deviceUnknown' }])
    expect(await post(messageNow('gt06', { latitude: 200 }))).toEqual([202, { refused: 'positionWrong' }])
    expect(await post(messageNow('gt06', { fixTime: '2020-01-01T00:00:00Z' }))).toEqual([202, { refused: 'old' }])
    expect(await post('{')).toEqual([400, { refused: 'malformed' }])
    expect(await post({ device: {} })).toEqual([400, { refused: 'deviceMissing' }])
    expect(await post({ ...forwarded.gt06, more: 'x'.repeat(doorLimits.bodyBytes) })).toEqual([
      413,
      { refused: 'tooLong' },
    ])
  })
  it('takes no message of a terminal that reports to the gateway itself', async () => {
    await t.call(contract.vehicleControl.deviceSave, { rows: [{ phone: '13900001111' }] } as never, owner())
    expect(await post(messageOf('013900001111', {}))).toEqual([202, { refused: 'deviceUnknown' }])
  })
  it('does not acknowledge what was not stored', async () => {
    await report('gt06')
    // The node ends while a message waits for the database.
    await t.root.query('begin')
    await t.root.query('lock table device_live in access exclusive mode')
    const waiting = post(messageNow('gt06', {}, {}, -5))
    await expect.poll(() => node.gateway.ingest.waiting).toBe(1)
    const closing = node.gateway.close()
    expect((await waiting)[0]).toBe(503)
    await t.root.query('rollback')
    await closing
  })
  it('hears nobody without the secret, and a network no more after a hundred wrong ones', async () => {
    expect(await post(messageNow('gt06'), 'guess')).toEqual([401, { refused: 'wrongSecret' }])
    for (let n = 1; n < doorLimits.wrongSecrets; n++) await post('{}', `guess ${n}`)
    expect(await post(messageNow('gt06'))).toEqual([429, { refused: 'tooManyWrongSecrets' }])
    now += HOUR
    expect(await post(messageNow('gt06'))).toEqual([200, { result: 'stored' }])
  })
})

describe('a command', () => {
  const vehicleId = () => cars.get('gt06')!
  const give = async (type: number, params = {}) =>
    (
      await t.root.query(
        `insert into command (merchant_id, vehicle_id, device_id, type, state, category, params, created_by)
           select $1, d.vehicle_id, d.id, $3, $4, $5, $6, 0 from device d where d.vehicle_id = $2 returning id`,
        [w.merchantId, vehicleId(), type, commandState.toSend, type === commandType.engineCut ? 2 : null, params],
      )
    ).rows[0].id as string
  const stateOf = async (id: string) =>
    (await t.root.query('select state from command where id = $1', [id])).rows[0].state
  const words = () => told.map(({ body }) => (body as { type: string }).type)
  beforeEach(async () => {
    await t.root.query(
      `update merchant set settings = settings || '{"engineCutEnabled": true, "noCutRule": 1}' where id = $1`,
      [w.merchantId],
    )
    await t.root.query('update command set state = 8, ended_at = now() where state < 4')
    await t.root.query('update device set cut_at = null')
  })
  /** The state of a command after one more report of the relay. */
  const shown = (id: string, blocked: boolean) => async () => {
    await post(messageNow('gt06', { speed: 0 }, { ignition: false, blocked }))
    return stateOf(id)
  }
  const stands = async () => {
    for (const agoS of [70, 40, 5]) await post(messageNow('gt06', { speed: 0 }, { ignition: false }, agoS))
  }

  it('cuts the engine of a car that stands by the command API, and is effective by its report', async () => {
    await stands()
    const id = await give(commandType.engineCut)
    await node.commands.look()
    await expect.poll(() => stateOf(id)).toBe(commandState.answered)
    expect(told).toEqual([
      {
        body: { deviceId: 7, type: 'engineStop', attributes: { noQueue: true } },
        authorization: 'Bearer token-of-traccar',
      },
    ])
    await expect.poll(shown(id, true)).toBe(commandState.effective)
    const back = await give(commandType.engineRestore)
    await node.commands.look()
    await expect.poll(() => stateOf(back)).toBe(commandState.answered)
    now += 1000
    await expect.poll(shown(back, false)).toBe(commandState.effective)
    expect(words()).toEqual(['engineStop', 'engineResume'])
  })
  it('cuts no engine of a car that drives', async () => {
    await stands()
    await post(messageNow('gt06', { speed: 20 }))
    const id = await give(commandType.engineCut)
    await node.commands.look()
    expect(await stateOf(id)).toBe(commandState.refused)
    expect(told).toEqual([])
  })
  it('fails where the front-end refuses it, and is due again where it does not answer', async () => {
    await stands()
    answers = 400
    const refused = await give(commandType.engineCut)
    await node.commands.look()
    await expect.poll(() => stateOf(refused)).toBe(commandState.failed)
    answers = 500
    const again = await give(commandType.engineRestore)
    await node.commands.look()
    await expect.poll(() => words()).toEqual(['engineStop', 'engineResume'])
    answers = 200
    now += 15_000
    await node.commands.look()
    await expect.poll(() => stateOf(again)).toBe(commandState.answered)
  })
  it('that a device has not is refused when it is given, and its page does not offer it', async () => {
    await stands()
    expect((await detail('gt06')).able).toEqual([commandType.engineCut, commandType.engineRestore])
    const unlock = { vehicleId: vehicleId(), type: commandType.unlock, reason: '客户忘带钥匙' }
    expect(await t.send(contract.vehicleControl.command, unlock as never, owner())).toMatchObject({ errorCode: 10022 })
  })
})
