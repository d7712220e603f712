import { contract } from '@cheyi/contract/index'
import { alarmLevel, alarmState, alarmType } from '@cheyi/domain/fleet/vehicle-control/codes'
import { notifyType } from '@cheyi/domain/platform/notify/notice'
import { DAY, HOUR, MINUTE } from '@cheyi/domain/time'
import { describe, expect, it } from 'vitest'
import {
  alarms,
  cars,
  devices,
  drawn,
  letPass,
  logInAs,
  METRE,
  names,
  now,
  owner,
  store,
  t,
  told,
  useAlarmScene,
} from '../../../testing/alarm-scene.ts'
import { runInstallation, runMerchants } from '../../../testing/jobs.ts'

useAlarmScene()

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
    // The handled alarm still goes on in the car: a new one begins only after the device has reported its end.
    await told(1000, { alarms: 1 })
    expect(await alarms(alarmType.sos)).toEqual([])
    await told(1000)
    await told(1000, { alarms: 1 })
    expect(await alarms(alarmType.sos)).toMatchObject([{ state: alarmState.open, active: true, times: 1 }])
  })

  it('read hints of one type in one notice, however many cars', async () => {
    await drawn({ level: alarmLevel.hint })
    for (const device of devices) {
      await logInAs(device)
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
    letPass(14 * HOUR)
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
    letPass(91 * DAY)
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
