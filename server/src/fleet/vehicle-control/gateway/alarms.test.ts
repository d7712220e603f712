import { randomBytes } from 'node:crypto'
import { contract } from '@cheyi/contract/index'
import { orderStatus } from '@cheyi/domain/booking/order/codes'
import { alarmLevel, alarmState, alarmType, alarmTypes, fenceRule } from '@cheyi/domain/fleet/vehicle-control/codes'
import { up } from '@cheyi/domain/fleet/vehicle-control/jt808/up'
import { notifyType } from '@cheyi/domain/platform/notify/notice'
import { DAY, HOUR, localDate, MINUTE, startOfDate } from '@cheyi/domain/time'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../testing/app.ts'
import { runInstallation, runMerchants } from '../../../testing/jobs.ts'
import { enterDevices, logIn, type Report, reportBody, type Terminal, terminalAt } from '../../../testing/terminal.ts'
import { insertOrder } from '../../../testing/world/orders.ts'
import { makeWorld, type World } from '../../../testing/world/world.ts'
import { gatewayDatabase, watchDatabase } from './database.ts'
import { Gateway } from './gateway.ts'
import { Watcher } from './watch.ts'

/*
 * Alarms begin and end by what terminals report over TCP to a gateway.
 */

let t: TestApp
let w: World
let devices: Awaited<ReturnType<typeof enterDevices>>
let cars: readonly string[]
let node: Awaited<ReturnType<typeof newNode>>
let terminal: Terminal
const codeKey = randomBytes(32)
const nodes: { gateway: Gateway; watcher: Watcher }[] = []
const store = { lat: 31.2304, lng: 121.4737 }
/** Noon of a day in Shanghai; each test has its own, because a terminal reports in order of time. */
let now = startOfDate('2026-11-20') + 12 * HOUR

beforeAll(async () => {
  t = await testApp()
  w = await makeWorld(t)
  cars = w.vehicles.lavida.slice(0, 3).map(({ id }) => id)
  devices = await enterDevices(t, w.merchantId, cars)
  await t.root.query(
    `insert into device_stay (merchant_id, device_id, vehicle_id, role, from_at) select merchant_id, id, vehicle_id, role, '2026-01-01' from device`,
  )
  await t.root.query('update store set lat = $1, lng = $2', [store.lat, store.lng])
})
afterAll(() => t.close())

async function newNode() {
  const pool = t.gateway
  const log = t.kernel.log
  const clock = () => now
  const watcher = new Watcher({ database: watchDatabase(pool), log, now: clock, told: () => {} })
  const gateway = new Gateway({ database: gatewayDatabase(pool), log, now: clock, codeKey, watcher })
  await gateway.start()
  nodes.push({ gateway, watcher })
  return { gateway, watcher, port: await gateway.listen(0, '127.0.0.1') }
}

beforeEach(async () => {
  now = startOfDate(localDate(now)) + DAY + 12 * HOUR
  t.clock.set(now)
  node = await newNode()
  terminal = await terminalAt(node.port, devices[0]!.phone)
  await logIn(terminal, devices[0]!.terminalId)
})
afterEach(async () => {
  terminal.end()
  for (const { gateway } of nodes.splice(0)) await gateway.close()
  await t.root.query('update alarm set end_at = start_at, state = $1, told_at = start_at', [alarmState.done])
  await t.root.query('update fence set deleted_at = now()')
  await t.root.query('delete from alarm_rule')
})

const METRE = 1 / 111_195
/** A report `after` ms later, so many metres north of the store; it is compared with the rules before the next. */
async function told(after: number, report: Partial<Report> & { metres?: number } = {}): Promise<void> {
  now += after
  t.clock.set(now)
  const { metres = 0, ...more } = report
  const body = reportBody({ lat: store.lat + metres * METRE, lng: store.lng, at: now, ...more })
  expect(await terminal.answer(terminal.say(up.position, body))).toBe(0)
  await node.watcher.settled()
}
const alarms = async (type?: number) =>
  (
    await t.root.query(
      `select type, state, end_at is null as active, level, times, measured, limit_value, order_id, fence_id, vehicle_id, id from alarm
        where state < 2 and ($1::int is null or type = $1) order by id`,
      [type ?? null],
    )
  ).rows
const names = async () =>
  (await alarms()).map(
    ({ type, active }: { type: number; active: boolean }) => `${active ? '' : '已结束 '}${alarmTypes.text(type)}`,
  )

const owner = () => ({ token: w.tokens.owner })
const drawn = (over: object) =>
  t.call(
    contract.vehicleControl.fenceSave,
    {
      name: '门店1公里',
      rule: fenceRule.leave,
      center: store,
      radiusM: 1000,
      level: alarmLevel.urgent,
      ...over,
    } as never,
    owner(),
  )

describe('an alarm begins and ends by the reports of', () => {
  it('a car that leaves a fence, by metres beyond its edge', async () => {
    const { fenceId } = await drawn({})
    await told(0)
    await told(30_000, { metres: 1020 })
    expect(await names()).toEqual([])
    await told(30_000, { metres: 1040 })
    expect(await alarms()).toMatchObject([
      { type: alarmType.area, level: alarmLevel.urgent, fenceId, active: true, times: 1 },
    ])
    await told(30_000, { metres: 1010 })
    expect(await names()).toEqual(['进出区域'])
    await told(30_000, { metres: 990 })
    expect(await names()).toEqual(['已结束 进出区域'])
    await told(30_000, { metres: 1500 })
    expect(await alarms()).toMatchObject([{ active: true, times: 2 }])
  })
  it('a car that enters a zone, of its store, at the hours', async () => {
    await drawn({ name: '别的车', rule: fenceRule.enter, vehicleIds: [cars[1]] })
    await drawn({ name: '夜里', rule: fenceRule.enter, hours: { from: 0, to: 60 } })
    await told(0)
    expect(await names()).toEqual([])
    now += 6000
    await drawn({ name: '禁入', rule: fenceRule.enter, storeId: w.stores.hongqiao })
    await told(0)
    expect(await names()).toEqual(['进出区域'])
    await told(60_000, { metres: 1100 })
    expect(await names()).toEqual(['已结束 进出区域'])
  })
  it('a car that is too fast, everywhere and in a zone', async () => {
    await told(0, { speed: 131 })
    expect(await alarms()).toMatchObject([{ type: alarmType.overspeed, measured: 131, limitValue: 130 }])
    await told(10_000, { speed: 90 })
    expect(await names()).toEqual(['已结束 超速'])
    now += 6000
    await drawn({ rule: fenceRule.speed, limitKmh: 60 })
    await told(10_000, { speed: 61 })
    expect(await names()).toEqual(['超速'])
    await told(10_000, { speed: 54 })
    expect(await names()).toEqual(['已结束 超速'])
  })
  it('a car far from every store', async () => {
    await told(0)
    await told(HOUR, { metres: 101_000, speed: 80 })
    expect(await names()).toEqual(['驶出城市'])
    await told(MINUTE, { metres: 98_900, speed: 80 })
    expect(await names()).toEqual(['已结束 驶出城市'])
  })
  it('a car that nobody rents and that drives at night', async () => {
    await told(11 * HOUR, { speed: 10 })
    expect(await names()).toEqual(['门店内异常移动'])
    await told(MINUTE, { speed: 0 })
    await told(11 * MINUTE, { speed: 0 })
    expect(await names()).toEqual(['已结束 门店内异常移动'])
  })
  it('its battery and its odometer', async () => {
    await told(0, { items: [[0x61, [0x04, 0x6f]]] })
    expect(await names()).toEqual(['低电量'])
    await told(10_000, { items: [[0x61, [0x04, 0xb0]]] })
    expect(await names()).toEqual(['已结束 低电量'])
    const km = (value: number) => ({
      items: [[1, [0, (value * 10) >> 16, ((value * 10) >> 8) & 255, (value * 10) & 255]]] as const,
    })
    await told(10_000, km(1000))
    await told(10_000, km(1200))
    expect(await names()).toEqual(['已结束 低电量', '里程异常'])
    await told(10_000, km(1200))
    expect(await names()).toEqual(['已结束 低电量', '已结束 里程异常'])
  })
  it('a device that lost its power and then says nothing, and says nothing for a day', async () => {
    await told(0, { alarms: 1 << 8 })
    expect(await names()).toEqual(['主电源断电'])
    t.clock.set(now + 9 * MINUTE)
    await runInstallation(t, 'silentDevices')
    expect(await names()).toEqual(['主电源断电'])
    t.clock.set(now + 11 * MINUTE)
    await runInstallation(t, 'silentDevices')
    await runInstallation(t, 'silentDevices')
    expect(await names()).toEqual(['主电源断电', '设备拔除'])
    t.clock.set(now + 25 * HOUR)
    await runInstallation(t, 'silentDevices')
    expect(await names()).toEqual(['主电源断电', '设备拔除', '长时间离线'])
    await told(25 * HOUR)
    expect(await names()).toEqual(['已结束 主电源断电', '已结束 设备拔除', '已结束 长时间离线'])
  })
  const bits = alarmTypes.values.filter((type) => type < 32 && type !== alarmType.parkedTooLong)
  it('each bit of a terminal', async () => {
    for (const type of bits) {
      await told(1000, { alarms: 2 ** type })
      await told(1000)
    }
    expect(await names()).toEqual(bits.map((type) => `已结束 ${alarmTypes.text(type)}`))
  })
  it('a car that its customer did not bring back', async () => {
    const id = await insertOrder(t, w, {
      status: orderStatus.pickedUp,
      vehicleId: cars[1]!,
      pickupAt: now - 48 * HOUR,
      returnAt: now - 2 * HOUR,
    })
    terminal.end()
    terminal = await terminalAt(node.port, devices[1]!.phone)
    await logIn(terminal, devices[1]!.terminalId)
    await told(0, { speed: 40 })
    expect(await alarms()).toMatchObject([
      { type: alarmType.overdueMoving, level: alarmLevel.urgent, measured: 120, orderId: id, active: true },
    ])
    await told(MINUTE, { speed: 0, status: 2 })
    expect(await names()).toEqual(['超时未还且移动'])
    await told(11 * MINUTE, { speed: 0, status: 2 })
    expect(await names()).toEqual(['已结束 超时未还且移动'])
  })
})

describe('a rule of the merchant', () => {
  it('changes level and threshold, or switches a type off', async () => {
    const rule = { level: alarmLevel.urgent, active: true, notify: true, limit: 80 }
    await t.call(
      contract.vehicleControl.alarmRuleSave,
      {
        rules: [
          { type: alarmType.overspeed, ...rule },
          { type: alarmType.sos, ...rule, active: false, limit: null },
        ],
      } as never,
      owner(),
    )
    await told(6000, { speed: 81, alarms: 1 })
    expect(await alarms()).toMatchObject([{ type: alarmType.overspeed, level: alarmLevel.urgent, limitValue: 80 }])
  })
})

it('is one alarm of a car and type, whoever reports at once', async () => {
  const others = await Promise.all(
    Array.from({ length: 5 }, async () => {
      const { watcher } = await newNode()
      return watcher
    }),
  )
  const facts = { deviceId: devices[0]!.deviceId, sessionNo: '1', at: now, latE6: 31_230_400, lngE6: 121_473_700 }
  const fix = { ...facts, speed: 1400, alarms: 1, valid: true, live: true, current: true, backfill: false } as never
  const calm = {
    ...facts,
    at: now + 1,
    speed: 0,
    alarms: 0,
    valid: true,
    live: true,
    current: true,
    backfill: false,
  } as never
  for (let round = 0; round < 5; round++) {
    for (const watcher of others) watcher.add([fix])
    await Promise.all(others.map((watcher) => watcher.settled()))
    expect(await names()).toEqual(['紧急求助', '超速'])
    if (round === 4) break
    for (const watcher of others) watcher.add([calm])
    await Promise.all(others.map((watcher) => watcher.settled()))
  }
  expect((await alarms()).every(({ active }: { active: boolean }) => active)).toBe(true)
})

it('takes one statement for all reports of a flush, and one more where something begins', async () => {
  const links = await Promise.all(
    devices.map(async ({ phone, terminalId }) => {
      const one = await terminalAt(node.port, phone)
      await logIn(one, terminalId)
      return one
    }),
  )
  const say = (report: Partial<Report>) =>
    Promise.all(links.map((one) => one.answer(one.say(up.position, reportBody({ at: now, ...store, ...report })))))
  await say({})
  await node.watcher.settled()
  const before = node.watcher.statements
  now += 1000
  await say({ speed: 140 })
  await node.watcher.settled()
  // At most one comparison for each of the three reports, when they come one after the other.
  expect(node.watcher.statements - before).toBeLessThanOrEqual(6)
  expect(
    (await alarms(alarmType.overspeed)).map(({ vehicleId }: { vehicleId: string }) => vehicleId).toSorted(),
  ).toEqual([...cars].toSorted())
  for (const one of links) one.end()
})

describe('staff', () => {
  const work = () => runInstallation(t, 'alarmNotices')
  const counter = async () =>
    (await t.call(contract.todo.counts, {}, owner())).find(({ code }) => code === 'alarm')?.count

  it('are notified once, count it, and close it with a note', async () => {
    await told(0, { alarms: 1, speed: 140 })
    await work()
    await work()
    const notices = (await t.call(contract.notify.page, { type: notifyType.alarm, pageSize: 50 }, owner())).list
    expect(notices.map(({ title }) => title).filter((title) => title.endsWith('紧急求助'))).toHaveLength(1)
    // A hint is in the list only.
    expect(await counter()).toBe(1)
    const [sos] = await alarms(alarmType.sos)
    const act = (more: object) =>
      t.call(contract.vehicleControl.alarmHandle, { alarmId: sos.id, ...more } as never, owner())
    await expect(act({ version: 1, act: 'handle' })).rejects.toMatchObject({ envelope: { errorCode: -2 } })
    expect(await act({ version: 1, act: 'take' })).toMatchObject({ state: alarmState.running })
    expect(await act({ version: 2, act: 'handle', note: '已联系客户，误触' })).toMatchObject({ state: alarmState.done })
    await expect(act({ version: 3, act: 'dismiss', note: '误报' })).rejects.toMatchObject({
      envelope: { errorCode: -5 },
    })
    expect(await counter()).toBe(0)
    // It goes on: only once it is over can it begin again.
    await told(1000, { alarms: 1 })
    expect(await alarms(alarmType.sos)).toEqual([])
    await told(1000)
    await told(1000, { alarms: 1 })
    expect(await alarms(alarmType.sos)).toMatchObject([{ state: alarmState.open, active: true, times: 1 }])
  })

  it('read hints of one type in one notice, however many cars', async () => {
    await drawn({ level: alarmLevel.hint })
    for (const { phone, terminalId } of devices) {
      terminal.end()
      terminal = await terminalAt(node.port, phone)
      await logIn(terminal, terminalId)
      await told(MINUTE)
      await told(MINUTE, { metres: 1100 })
      await work()
    }
    const { list } = await t.call(contract.notify.page, { type: notifyType.alarm, pageSize: 50 }, owner())
    expect(list.map(({ title }) => title).filter((title) => title.endsWith('进出区域'))).toEqual([
      `${devices.length}起报警 进出区域`,
    ])
  })

  it('are notified again when the car of an open alarm leaves a fence of a higher level', async () => {
    const titles = async () =>
      (await t.call(contract.notify.page, { type: notifyType.alarm, unread: true, pageSize: 50 }, owner())).list
        .filter(({ title }) => title.endsWith('进出区域'))
        .map(({ level }) => level)
    await t.call(contract.notify.read, { all: true }, owner())
    await drawn({ name: '门店1公里', level: alarmLevel.hint })
    await drawn({ name: '全城', level: alarmLevel.important, radiusM: 5000 })
    const { fenceId } = await drawn({ name: '全省', radiusM: 9000 })
    await told(0)
    await told(MINUTE, { metres: 2000 })
    await work()
    const [{ id: alarmId }] = await alarms(alarmType.area)
    const act = (more: object) => t.call(contract.vehicleControl.alarmHandle, { alarmId, ...more } as never, owner())
    expect(await counter()).toBe(0)
    await told(3 * MINUTE, { metres: 6000 })
    await work()
    expect(await alarms(alarmType.area)).toMatchObject([{ id: alarmId, level: alarmLevel.important, times: 1 }])
    expect([await titles(), await counter()]).toEqual([[alarmLevel.important], 1])
    await act({ version: 2, act: 'take' })
    await told(3 * MINUTE, { metres: 10_000 })
    await work()
    // What was taken was the lower level: nobody looks after the higher one yet.
    await expect(act({ version: 3, act: 'handle', note: '已联系客户' })).rejects.toMatchObject({
      envelope: { errorCode: -5 },
    })
    expect(await titles()).toEqual([alarmLevel.urgent])
    expect(await t.call(contract.vehicleControl.alarmDetail, { alarmId }, owner())).toMatchObject({
      level: alarmLevel.urgent,
      fenceName: '全省',
      state: alarmState.open,
      byName: null,
      startAt: now,
      lat: expect.closeTo(store.lat + 10_000 * METRE, 5),
    })
    // Between the fences it is the same alarm, and no lower one.
    await told(3 * MINUTE, { metres: 6000 })
    await told(3 * MINUTE, { metres: 10_000 })
    await work()
    expect(await alarms(alarmType.area)).toMatchObject([{ id: alarmId, level: alarmLevel.urgent, fenceId, times: 1 }])
    expect(await titles()).toEqual([alarmLevel.urgent])
    await act({ version: 4, act: 'handle', note: '已联系客户' })
    expect(await titles()).toEqual([])
  })

  it('get a new alarm when the car of a closed one leaves a fence of a higher level', async () => {
    await drawn({ level: alarmLevel.important })
    const { fenceId } = await drawn({ name: '全城', radiusM: 5000 })
    await told(0)
    await told(MINUTE, { metres: 2000 })
    const [{ id: alarmId }] = await alarms(alarmType.area)
    await t.call(
      contract.vehicleControl.alarmHandle,
      { alarmId, version: 1, act: 'handle', note: '客户在附近' } as never,
      owner(),
    )
    await told(MINUTE, { metres: 3000 })
    expect(await alarms(alarmType.area)).toEqual([])
    await told(3 * MINUTE, { metres: 6000 })
    expect(await alarms(alarmType.area)).toMatchObject([{ fenceId, level: alarmLevel.urgent, active: true }])
    expect((await t.call(contract.vehicleControl.alarmDetail, { alarmId }, owner())).endAt).toBe(now)
  })

  it('see one that begins again at a higher level at that level', async () => {
    await drawn({ level: alarmLevel.important })
    await drawn({ name: '全城', radiusM: 5000 })
    await told(0)
    await told(MINUTE, { metres: 2000 })
    await told(MINUTE)
    expect(await names()).toEqual(['已结束 进出区域'])
    await told(10 * MINUTE, { metres: 6000 })
    expect(await alarms(alarmType.area)).toMatchObject([{ level: alarmLevel.urgent, active: true, times: 2 }])
  })

  it('find the most urgent ones that nobody handled first, page by page', async () => {
    await told(0, { alarms: 1 })
    await told(MINUTE, { alarms: 1, speed: 140 })
    await told(MINUTE, { alarms: 1 | (1 << alarmType.powerOff), speed: 20 })
    const read = (more: object) => t.call(contract.vehicleControl.alarmPage, { pageSize: 1, ...more } as never, owner())
    async function all(ask: object) {
      const found: number[] = []
      let cursor: string | null | undefined
      do {
        const { list, nextCursor } = await read({ ...ask, ...(cursor && { cursor }) })
        found.push(...list.map(({ level }) => level))
        cursor = nextCursor
      } while (cursor !== null)
      return found
    }
    const ranked = await all({ group: 'todo' })
    expect(ranked).toEqual([...ranked].sort((a, b) => b - a))
    expect(ranked).toHaveLength((await alarms()).length)
    const byTime = (await alarms()).map(({ level }: { level: number }) => level).reverse()
    expect((await all({})).slice(0, byTime.length)).toEqual(byTime)
    expect(byTime).not.toEqual(ranked)
  })

  it('see where the car was, who had it, and its way around that moment, which is logged', async () => {
    await told(0)
    await told(MINUTE, { metres: 300, speed: 140 })
    await told(MINUTE, { metres: 600, speed: 20 })
    const [{ id: alarmId }] = await alarms(alarmType.overspeed)
    const shown = await t.call(contract.vehicleControl.alarmDetail, { alarmId }, owner())
    expect(shown).toMatchObject({ measured: 140, limit: 130, order: null, lng: store.lng, trackGone: false })
    expect(shown.lat).toBeCloseTo(store.lat + 300 * METRE, 5)
    const { points } = await t.call(contract.vehicleControl.alarmTrack, { alarmId }, owner())
    expect(points.map(({ speed }) => speed)).toEqual([0, 140, 20])
    const { lookers } = await t.call(contract.vehicleControl.detail, { vehicleId: cars[0]! }, owner())
    expect(lookers[0]).toMatchObject({ reason: '报警：超速' })
  })

  it('are rung at night for what is urgent, and in the morning for the rest', async () => {
    now += 14 * HOUR
    await told(0, { alarms: 1 | (1 << alarmType.powerOff), speed: 140 })
    await work()
    const { rows } = await t.root.query(
      `select distinct level, ring_at from notification where ref like 'alarm/%' and created_at >= $1 order by level`,
      [new Date(now).toISOString()],
    )
    expect(rows.map(({ level, ringAt }: { level: number; ringAt: string }) => [level, Date.parse(ringAt)])).toEqual([
      [alarmLevel.important, now + 6 * HOUR],
      [alarmLevel.urgent, now],
    ])
  })

  it('no longer see where the car was, once tracks of that time are deleted', async () => {
    await told(0, { alarms: 1 })
    const [{ id: alarmId }] = await alarms(alarmType.sos)
    now += 91 * DAY
    t.clock.set(now)
    await runMerchants(t, 'clearPositions')
    expect(await t.call(contract.vehicleControl.alarmDetail, { alarmId }, owner())).toMatchObject({
      type: alarmType.sos,
      lat: null,
      near: null,
      trackGone: true,
    })
  })
})
