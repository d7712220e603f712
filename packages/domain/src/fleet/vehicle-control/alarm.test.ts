import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MINUTE } from '../../time.ts'
import { alarmSteps, type OpenAlarm, type Watch, type WatchedCar, type WatchedFix, watchCar } from './alarm.ts'
import { type AlarmRule, alarmFacts, alarmKind, bitTypes, fallbackRule, limitProblem, rulesOf } from './alarm-rule.ts'
import { alarmLevel, alarmState, alarmType, alarmTypes, fenceRule, vehicleUse } from './codes.ts'
import type { Fence } from './fence.ts'
import { car, METRE, store, use } from './testing/watched-car.ts'

/** 12:00 and 02:00 in Shanghai. */
const NOON = Date.UTC(2026, 10, 20, 4)
const NIGHT = Date.UTC(2026, 10, 20, 18)

const rented = (dueAt: number): Partial<WatchedCar> => ({ uses: [use(vehicleUse.order, { dueAt })] })
const fix = (at: number, metres: number, more: Partial<WatchedFix> = {}): WatchedFix => ({
  at,
  latE6: Math.round((store.lat + metres * METRE) * 1e6),
  lngE6: store.lng * 1e6,
  speed: 0,
  alarms: 0,
  rest: null,
  off: null,
  previous: null,
  valid: true,
  live: true,
  stoppedSince: at,
  batteryMv: null,
  odometerJumpM: 0,
  ...more,
})
const ring: Fence = {
  id: '9',
  shape: { center: store, radiusM: 1000 },
  rule: fenceRule.leave,
  limitKmh: null,
  level: alarmLevel.urgent,
  storeId: null,
  vehicleIds: [],
  hours: null,
}
const inner: Fence = { ...ring, id: '8', shape: { center: store, radiusM: 500 }, level: alarmLevel.hint }
const watch = (fences: readonly Fence[] = [], changed: readonly AlarmRule[] = []): Watch => ({
  rules: rulesOf(changed),
  fences,
  stores: [store],
})
const told = (fixes: readonly WatchedFix[], of = car(), by = watch()) =>
  watchCar(fixes, of, by).map(({ type, on }) => `${on ? '+' : '-'}${alarmTypes.text(type)}`)

it('a terminal of 2019 raises what its standard adds of dangerous driving and tyres, and ends it', () => {
  const added = [3, 13, 14, 15, 16, 17].reduce((bits, bit) => bits | (1 << bit), 0)
  expect(told([fix(NOON, 0, { alarms: added })])).toEqual(['+危险驾驶', '+胎压异常'])
  const both = [fix(NOON, 0, { alarms: added }), fix(NOON + 1, 0)]
  expect(told(both)).toEqual(['+危险驾驶', '+胎压异常', '-危险驾驶', '-胎压异常'])
})

describe('each own alarm begins and ends', () => {
  const drives = { speed: 400, stoppedSince: null }
  it.each<[string, WatchedFix[], Partial<WatchedCar>, Watch]>([
    ['进出区域', [fix(NOON, 0), fix(NOON + 1, 1500), fix(NOON + 2, 1020), fix(NOON + 3, 900)], {}, watch([ring])],
    ['超速', [fix(NOON, 0, { speed: 1310 }), fix(NOON + 1, 0, { speed: 1270 }), fix(NOON + 2, 0)], {}, watch()],
    [
      '超速',
      [fix(NOON, 0, { speed: 700 }), fix(NOON + 1, 2000, { speed: 700 })],
      {},
      watch([{ ...ring, rule: fenceRule.speed, limitKmh: 60 }]),
    ],
    [
      '超时未还且移动',
      [fix(NOON, 0, drives), fix(NOON + MINUTE, 0), fix(NOON + 20 * MINUTE, 0, { stoppedSince: NOON + 9 * MINUTE })],
      rented(NOON - 61 * MINUTE),
      watch(),
    ],
    ['驶出城市', [fix(NOON, 100_100), fix(NOON + 1, 99_500), fix(NOON + 2, 98_900)], {}, watch()],
    [
      '门店内异常移动',
      [fix(NIGHT, 10, drives), fix(NIGHT + 1, 3000, drives), fix(NIGHT + 30 * MINUTE, 3000, { stoppedSince: NIGHT })],
      {},
      watch(),
    ],
    [
      '低电量',
      [
        fix(NOON, 0, { batteryMv: 11_400 }),
        fix(NOON + 1, 0, { batteryMv: 11_700 }),
        fix(NOON + 2, 0, { batteryMv: 11_800 }),
      ],
      {},
      watch(),
    ],
    ['里程异常', [fix(NOON, 0, { odometerJumpM: 80_000 }), fix(NOON + 1, 0)], {}, watch()],
  ])('%s', (name, fixes, of, by) => expect(told(fixes, car(of), by)).toEqual([`+${name}`, `-${name}`]))

  it('one of silence ends by any report', () => {
    const open: OpenAlarm[] = [
      { type: alarmType.unplugged, fenceId: null, level: alarmLevel.urgent },
      { type: alarmType.longOffline, fenceId: null, level: alarmLevel.important },
    ]
    expect(told([fix(NOON, 0, { valid: false })], car({ open }))).toEqual(['-设备拔除', '-长时间离线'])
  })
  it.each(bitTypes.filter((type) => fallbackRule(type).active))('bit %i of a terminal', (type) => {
    const on = { alarms: 2 ** type, valid: false }
    const name = alarmTypes.text(type)
    expect(told([fix(NOON, 0, on), fix(NOON + 1, 0, on), fix(NOON + 2, 0)])).toEqual([`+${name}`, `-${name}`])
  })
})

describe('no alarm', () => {
  it.each<[string, WatchedFix, Partial<WatchedCar>, Watch]>([
    ['of a customer within the time', fix(NOON, 0, { speed: 400 }), rented(NOON - 59 * MINUTE), watch()],
    ['at night of a customer', fix(NIGHT, 0, { speed: 400 }), rented(NIGHT + 1), watch()],
    ['at night far from the store', fix(NIGHT, 900, { speed: 400 }), {}, watch()],
    ['by day in the store', fix(NOON, 0, { speed: 400 }), {}, watch()],
    ['of a fence for other cars', fix(NOON, 3000), {}, watch([{ ...ring, vehicleIds: ['2'] }])],
    ['by a position that is not certain', fix(NOON, 200_000, { valid: false }), {}, watch([ring])],
    ['of a zone without engine cuts', fix(NOON, 0, { speed: 900 }), {}, watch([{ ...ring, rule: fenceRule.noCut }])],
    [
      'that the merchant switched off',
      fix(NOON, 0, { alarms: 1 }),
      {},
      watch([], [{ ...fallbackRule(alarmType.sos), active: false }]),
    ],
  ])('%s', (_, one, of, by) => expect(told([one], car(of), by)).toEqual([]))
})

it('carries the level of its fence, what was measured and the threshold', () => {
  const limit = { ...fallbackRule(alarmType.overspeed), limit: 100 }
  expect(watchCar([fix(NOON, 0, { speed: 1204 })], car(), watch([], [limit]))[0]).toMatchObject({
    level: alarmLevel.hint,
    value: 120,
    limit: 100,
    fenceId: null,
  })
  expect(watchCar([fix(NOON, 5000)], car(), watch([ring]))[0]).toMatchObject({ level: alarmLevel.urgent, fenceId: '9' })
})

it('takes the level of a higher fence that the car breaks, and no lower one', () => {
  const metres = [0, 700, 1500, 700, 1500, 400]
  const changes = watchCar(
    metres.map((m, n) => fix(NOON + n * MINUTE, m)),
    car(),
    watch([inner, ring]),
  )
  expect(changes.map(({ on, level, fenceId, at }) => [on, level, fenceId, (at - NOON) / MINUTE])).toEqual([
    [true, alarmLevel.hint, '8', 1],
    [true, alarmLevel.urgent, '9', 2],
    [false, alarmLevel.important, '9', 5],
  ])
})

it('begins and ends by turns, however reports are divided', () => {
  const fixes = fc.array(
    fc
      .record({
        metres: fc.integer({ min: 0, max: 2000 }),
        speed: fc.integer({ min: 0, max: 1500 }),
        alarms: fc.nat(2 ** 20),
        valid: fc.boolean(),
        batteryMv: fc.option(fc.integer({ min: 11_000, max: 13_000 }), { nil: null }),
      })
      .map(
        ({ metres, ...more }) =>
          (at: number) =>
            fix(at, metres, more),
      ),
    { maxLength: 20 },
  )
  fc.assert(
    fc.property(fixes, fc.nat(20), (makers, cut) => {
      const all = makers.map((make, n) => make(NOON + n * 10_000))
      const fences = watch([inner, ring])
      const whole = watchCar(all, car(), fences)
      const first = watchCar(all.slice(0, cut), car(), fences)
      const open: OpenAlarm[] = []
      for (const { type, on, fenceId, level } of first) {
        const at = open.findIndex((one) => one.type === type)
        if (at >= 0) open.splice(at, 1)
        if (on) open.push({ type, fenceId, level })
      }
      expect([...first, ...watchCar(all.slice(cut), car({ open }), fences)]).toEqual(whole)
      for (const type of new Set(whole.map((one) => one.type))) {
        const levels = whole.filter((one) => one.type === type).map(({ on, level }) => (on ? level : 0))
        expect(levels.every((level, n) => (level === 0) === (levels[n - 1] ?? 0) > 0 || level > levels[n - 1]!)).toBe(
          true,
        )
      }
    }),
  )
})

it('every type has a rule, whose threshold is within its range', () => {
  expect(alarmTypes.values).toHaveLength(30)
  for (const type of alarmTypes.values) {
    const { limit } = fallbackRule(type)
    expect(limitProblem(type, limit)).toBeNull()
    if (limit !== null) expect(limitProblem(type, alarmKind(type).limit!.max + 1)).toContain('应为')
  }
  expect(limitProblem(alarmType.lowBattery, 80)).toBe('应为9.0至25.0V')
})

it('is handled once', () => {
  expect(alarmSteps.final).toEqual([alarmState.done, alarmState.mistaken])
})

it.each([
  [alarmType.overspeed, 132, 130, null, null, '车速 132 km/h，限速 130'],
  [alarmType.overspeed, 66, 60, '园区', fenceRule.speed, '围栏「园区」，车速 66 km/h，限速 60'],
  [alarmType.area, 20, null, '上海', fenceRule.leave, '驶出围栏「上海」'],
  [alarmType.lowBattery, 113, 115, null, null, '电瓶 11.3 V'],
  [alarmType.longOffline, 25, 24, null, null, '25 小时没有消息'],
  [alarmType.sos, null, null, null, null, ''],
] as const)('of type %i says what was measured', (type, measured, limit, fenceName, rule, text) =>
  expect(alarmFacts({ type, measured, limit, fenceName, fenceRule: rule })).toBe(text),
)
