import { contract } from '@cheyi/contract/index'
import { orderStatus } from '@cheyi/domain/booking/order/codes'
import { alarmLevel, alarmType, alarmTypes, fenceRule } from '@cheyi/domain/fleet/vehicle-control/codes'
import { up } from '@cheyi/domain/fleet/vehicle-control/jt808/up'
import { DAY, HOUR, MINUTE } from '@cheyi/domain/time'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  alarms,
  cars,
  devices,
  drawn,
  handOut,
  letPass,
  logInAs,
  names,
  newNode,
  node,
  now,
  owner,
  store,
  switchMovement,
  t,
  told,
  useAlarmScene,
  w,
} from '../../../testing/alarm-scene.ts'
import { runInstallation } from '../../../testing/jobs.ts'
import { logIn, type Report, reportBody, terminalAt } from '../../../testing/terminal.ts'
import { insertOrder } from '../../../testing/world/orders.ts'

useAlarmScene()

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
    letPass(6000)
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
    letPass(6000)
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
    await handOut(id, cars[1]!)
    await logInAs(devices[1]!)
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

describe('movement', () => {
  beforeEach(async () => {
    await switchMovement('on')
    await t.root.query('update device_live set rest_at = null')
  })
  afterEach(() => switchMovement('off'))
  /** It is parked 2 km from its store, and moves 600 m north. */
  const park = async (after = 0) => {
    await told(after, { metres: 2000, speed: 0, status: 2 })
    await told(11 * MINUTE, { metres: 2000, speed: 0, status: 2 })
  }
  const move = async (status = 3) => {
    for (const metres of [2200, 2600, 2600]) await told(MINUTE, { metres, speed: 30, status })
  }

  it('of a car that nobody may move raises one alarm by day, which ends once the car rests', async () => {
    await park()
    await move()
    expect(await alarms()).toMatchObject([
      { type: alarmType.unusedMove, level: alarmLevel.urgent, measured: 600, limitValue: 300, orderId: null, times: 1 },
    ])
    await told(MINUTE, { metres: 2600, speed: 0 })
    await told(11 * MINUTE, { metres: 2600, speed: 0 })
    expect(await names()).toEqual(['已结束 无单移动'])
  })
  it('with the ignition off is a tow as well, except by a carrier', async () => {
    await park()
    await move(2)
    expect(await names()).toEqual(['拖车', '无单移动'])
    const { rows } = await t.root.query(
      `insert into ticket (merchant_id, no, kind, vehicle_id, store_id, to_store_id, reason, mode, status, actual_start, plan_start, plan_end, created_by)
         select $1, 'T1', 1, id, home_store_id, $5, 1, 2, 2, $3, $3, $4, 0 from vehicle where id = $2 returning id`,
      [w.merchantId, cars[0], new Date(now), new Date(now + HOUR), w.stores.pudong],
    )
    await told(MINUTE, { metres: 3400, speed: 30, status: 2 })
    expect(await names()).toEqual(['已结束 拖车', '已结束 无单移动'])
    await t.root.query('update ticket set status = 3, actual_end = $2 where id = $1', [rows[0].id, new Date(now)])
  })
  it('is of its customer from the pickup to the return, and of nobody from where it was returned', async () => {
    await park()
    const id = await insertOrder(t, w, { status: orderStatus.pickedUp, pickupAt: now, returnAt: now + DAY })
    const assignment = await handOut(id, cars[0]!)
    await move()
    await told(MINUTE, { metres: 9000, speed: 60 })
    await told(MINUTE, { metres: 9000, speed: 0 })
    expect(await names()).toEqual([])
    await t.root.query('update vehicle_assignment set to_at = $2 where id = $1', [assignment, new Date(now + 1)])
    await told(MINUTE, { metres: 9100, speed: 0 })
    await told(MINUTE, { metres: 9200, speed: 10 })
    expect(await names()).toEqual([])
    for (const metres of [9400, 9700, 9700]) await told(MINUTE, { metres, speed: 20 })
    expect(await names()).toEqual(['无单移动'])
    // The return is undone: the customer has the car again.
    await t.root.query('update vehicle_assignment set to_at = null where id = $1', [assignment])
    await told(MINUTE, { metres: 9900, speed: 20 })
    expect(await names()).toEqual(['已结束 无单移动'])
    await t.root.query('update vehicle_assignment set to_at = $2 where id = $1', [assignment, new Date(now)])
  })
  it('is not raised by a car whose alarms of movement are off', async () => {
    const off = { vehicleId: cars[0]!, types: [alarmType.unusedMove, alarmType.towed] }
    expect(await t.call(contract.vehicleControl.alarmOffSave, off as never, owner())).toEqual({ types: off.types })
    await park()
    await move(2)
    expect(await names()).toEqual([])
    await t.call(contract.vehicleControl.alarmOffSave, { ...off, types: [] } as never, owner())
    await move(2)
    expect(await names()).toEqual(['拖车', '无单移动'])
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
  const facts = {
    deviceId: devices[0]!.deviceId,
    sessionNo: '1',
    at: now,
    latE6: 31_230_400,
    lngE6: 121_473_700,
    rest: null,
    off: null,
    previous: null,
  }
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
  letPass(1000)
  await say({ speed: 140 })
  await node.watcher.settled()
  // At most one comparison for each of the three reports, when they come one after the other.
  expect(node.watcher.statements - before).toBeLessThanOrEqual(6)
  expect(
    (await alarms(alarmType.overspeed)).map(({ vehicleId }: { vehicleId: string }) => vehicleId).toSorted(),
  ).toEqual([...cars].toSorted())
  for (const one of links) one.end()
})
