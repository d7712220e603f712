import { randomBytes } from 'node:crypto'
import { contract } from '@cheyi/contract/index'
import { alarmLevel, alarmState, alarmType, alarmTypes, fenceRule } from '@cheyi/domain/fleet/vehicle-control/codes'
import { up } from '@cheyi/domain/fleet/vehicle-control/jt808/up'
import { DAY, HOUR, localDate, startOfDate } from '@cheyi/domain/time'
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import { gatewayDatabase, watchDatabase } from '../fleet/vehicle-control/gateway/database.ts'
import { Gateway } from '../fleet/vehicle-control/gateway/gateway.ts'
import { Watcher } from '../fleet/vehicle-control/gateway/watch.ts'
import { type TestApp, testApp } from './app.ts'
import { enterDevices, logIn, type Report, reportBody, type Terminal, terminalAt } from './terminal.ts'
import { makeWorld, type World } from './world/world.ts'

/* Alarms begin and end by what terminals report over TCP to a gateway. */

export let t: TestApp
export let w: World
export let devices: Awaited<ReturnType<typeof enterDevices>>
export let cars: readonly string[]
export let node: Awaited<ReturnType<typeof newNode>>
export let terminal: Terminal
const codeKey = randomBytes(32)
const nodes: { gateway: Gateway; watcher: Watcher }[] = []
export const store = { lat: 31.2304, lng: 121.4737 }
/** Noon of a day in Shanghai; each test has its own, because a terminal reports in order of time. */
export let now = startOfDate('2026-11-20') + 12 * HOUR

export async function newNode() {
  const pool = t.gateway
  const log = t.kernel.log
  const clock = () => now
  const watcher = new Watcher({ database: watchDatabase(pool), log, now: clock, told: () => {} })
  const gateway = new Gateway({ database: gatewayDatabase(pool), log, now: clock, codeKey, watcher })
  await gateway.start()
  nodes.push({ gateway, watcher })
  return { gateway, watcher, port: await gateway.listen(0, '127.0.0.1') }
}

/** A gateway, and a terminal in the first car that is logged in, for each test. */
export function useAlarmScene(): void {
  beforeAll(async () => {
    t = await testApp()
    w = await makeWorld(t)
    cars = w.vehicles.lavida.slice(0, 3).map(({ id }) => id)
    devices = await enterDevices(t, w.merchantId, cars)
    await t.root.query(
      `insert into device_stay (merchant_id, device_id, vehicle_id, role, from_at) select merchant_id, id, vehicle_id, role, '2026-01-01' from device`,
    )
    await t.root.query('update store set lat = $1, lng = $2', [store.lat, store.lng])
    await switchMovement('off')
  })
  afterAll(() => t.close())
  beforeEach(async () => {
    now = startOfDate(localDate(now)) + DAY + 12 * HOUR
    t.clock.set(now)
    node = await newNode()
    await logInAs(devices[0]!)
  })
  afterEach(async () => {
    terminal.end()
    for (const { gateway } of nodes.splice(0)) await gateway.close()
    await t.root.query('update alarm set end_at = start_at, state = $1, told_at = start_at', [alarmState.done])
    await t.root.query('update fence set deleted_at = now()')
    await t.root.query('delete from alarm_rule')
  })
}

/** Another terminal speaks from now on. */
export async function logInAs({ phone, terminalId }: (typeof devices)[number]): Promise<void> {
  terminal?.end()
  terminal = await terminalAt(node.port, phone)
  await logIn(terminal, terminalId)
}

/** Time passes for what is told next. */
export function letPass(ms: number): void {
  now += ms
}

/** The tracks of other alarms move cars that nobody may move. */
export const switchMovement = (to: 'off' | 'on') =>
  t.root.query(
    to === 'on'
      ? 'delete from alarm_off'
      : `insert into alarm_off (merchant_id, vehicle_id, types) select $1, unnest($2::bigint[]), '{${alarmType.unusedMove}, ${alarmType.towed}}'
           on conflict (merchant_id, vehicle_id) do update set types = excluded.types`,
    to === 'on' ? [] : [w.merchantId, cars],
  )
/** A customer takes a car. @returns the assignment */
export const handOut = async (orderId: string, vehicleId: string) =>
  (
    await t.root.query(
      `insert into vehicle_assignment (merchant_id, order_id, vehicle_id, from_at, start_odo)
         select merchant_id, id, $2, pickup_at, 1 from "order" where id = $1 returning id`,
      [orderId, vehicleId],
    )
  ).rows[0].id as string

export const METRE = 1 / 111_195
/** A report `after` ms later, so many metres north of the store; it is compared with the rules before the next. */
export async function told(after: number, report: Partial<Report> & { metres?: number } = {}): Promise<void> {
  now += after
  t.clock.set(now)
  const { metres = 0, ...more } = report
  const body = reportBody({ lat: store.lat + metres * METRE, lng: store.lng, at: now, ...more })
  expect(await terminal.answer(terminal.say(up.position, body))).toBe(0)
  await node.watcher.settled()
}
export const alarms = async (type?: number) =>
  (
    await t.root.query(
      `select type, state, end_at is null as active, level, times, measured, limit_value, order_id, fence_id, vehicle_id, id from alarm
        where state < 2 and ($1::int is null or type = $1) order by id`,
      [type ?? null],
    )
  ).rows
export const names = async () =>
  (await alarms()).map(
    ({ type, active }: { type: number; active: boolean }) => `${active ? '' : '已结束 '}${alarmTypes.text(type)}`,
  )

export const owner = () => ({ token: w.tokens.owner })
export const drawn = (over: object) =>
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
