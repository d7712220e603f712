import { describe, expect, it } from 'vitest'
import { MINUTE } from '../../time.ts'
import { type OpenAlarm, watchCar } from './alarm.ts'
import { alarmFacts, fallbackRule, rulesOf } from './alarm-rule.ts'
import { alarmLevel, alarmType, alarmTypes, vehicleUse } from './codes.ts'
import { type Course, courseFrom, type Fix, judge, noCourse } from './jt808/fix.ts'
import type { Position } from './jt808/position.ts'
import { car, METRE, store, use } from './testing/watched-car.ts'

/* Tracks of cars that move while nobody, or somebody, may move them. */

/** 12:00 and 00:00 in Shanghai. */
const NOON = Date.UTC(2026, 10, 20, 4)
const NIGHT = Date.UTC(2026, 10, 20, 16)

/** Minutes since the start, metres north of the store, km/h, and whether the ignition is on. */
type Point = readonly [minute: number, metres: number, kmh: number, on: boolean]

function fixesOf(points: readonly Point[], from = NOON, course: Course = noCourse): Fix[] {
  let now = course
  return points.map(([minute, metres, kmh, on]) => {
    const at = from + minute * MINUTE
    const position: Position = {
      alarms: 0,
      at,
      lat: store.lat + metres * METRE,
      lng: store.lng,
      altitude: 0,
      speed: kmh * 10,
      course: 0,
      status: { acc: on, fixed: true, oilCut: false, powerCut: false, locked: false, doorOpen: false },
      statusBits: on ? 3 : 2,
      items: {},
      whole: true,
    }
    const judged = judge(position, now, { now: at, backfill: false })
    if (judged.kind !== 'fix') throw new Error(judged.kind)
    now = judged.course
    return judged.fix
  })
}

const watch = { rules: rulesOf([]), fences: [], stores: [store] }
const changes = (fixes: readonly Fix[], of = car()) => watchCar(fixes, of, watch)
const told = (fixes: readonly Fix[], of = car()) =>
  changes(fixes, of).map(({ type, on, level }) => `${on ? '+' : '-'}${alarmTypes.text(type)}${on ? ` ${level}` : ''}`)

/** Parked two kilometres from its store for an hour. */
const parked: Point[] = [0, 20, 40, 60].map((minute): Point => [minute, 2000, 0, false])
const minutes = (from: number, points: readonly (readonly [metres: number, kmh: number, on?: boolean])[]): Point[] =>
  points.map(([metres, kmh, on = true], n): Point => [from + n, metres, kmh, on])
/** It is driven two kilometres away, waits at a traffic light, and is parked there. */
const driven: Point[] = [
  ...minutes(61, [
    [2100, 30],
    [2500, 40],
    [2900, 30],
    [3100, 0],
    [3100, 0],
    [3500, 40],
    [4000, 20],
    [4000, 0],
  ]),
  [90, 4000, 0, false],
  [110, 4000, 0, false],
]
const towed: Point[] = [
  ...minutes(61, [
    [2030, 8, false],
    [2090, 20, false],
    [2300, 30, false],
    [2800, 40, false],
    [3500, 0, false],
  ]),
  [75, 3500, 0, false],
  [90, 3500, 0, false],
]

describe('无单移动', () => {
  it('is raised once by a movement at noon that nobody may make, and ends once the car rests', () => {
    expect(told(fixesOf([...parked, ...driven]))).toEqual(['+无单移动 3', '-无单移动'])
    const [first] = changes(fixesOf([...parked, ...driven]))
    expect(first).toMatchObject({ value: 500, limit: 300, at: NOON + 63 * MINUTE })
    expect(
      alarmFacts({ type: first!.type, measured: first!.value, limit: 300, fenceName: null, fenceRule: null }),
    ).toBe('移动 500 米')
  })
  it('is raised again by the next movement', () => {
    const later = driven.map(([minute, metres, kmh, on]): Point => [minute + 60, metres + 2000, kmh, on])
    expect(told(fixesOf([...parked, ...driven, ...later]))).toEqual([
      '+无单移动 3',
      '-无单移动',
      '+无单移动 3',
      '-无单移动',
    ])
  })
  it.each(Object.entries(vehicleUse))('is not raised while somebody has the car: %s', (_, kind) =>
    expect(told(fixesOf([...parked, ...driven]), car({ uses: [use(kind)] }))).toEqual([]),
  )
  it('ends when somebody gets the right to move it', () => {
    const since = NOON + 65 * MINUTE
    expect(told(fixesOf([...parked, ...driven]), car({ uses: [use(vehicleUse.relocation, { since })] }))).toEqual([
      '+无单移动 3',
      '-无单移动',
    ])
  })
  it.each<[string, Point[]]>([
    [
      'under 300 m',
      minutes(61, [
        [2100, 20],
        [2290, 20],
        [2290, 0],
        [2290, 0],
      ]),
    ],
    [
      'by positions that vary',
      minutes(61, [
        [2080, 0],
        [1930, 0],
        [2100, 0],
        [1990, 0],
        [2050, 0],
      ]),
    ],
    [
      'by one wrong position',
      minutes(61, [
        [2000, 0],
        [2400, 0],
        [2000, 0],
        [2010, 0],
      ]),
    ],
  ])('is not raised %s', (_, points) => expect(told(fixesOf([...parked, ...points]))).toEqual([]))
  it('is a hint within the yard, and urgent once the car leaves it', () => {
    const home = parked.map(([minute, , kmh, on]): Point => [minute, 0, kmh, on])
    const inYard = minutes(61, [
      [150, 20],
      [320, 20],
      [400, 20],
      [400, 0],
    ])
    expect(told(fixesOf([...home, ...inYard]))).toEqual(['+无单移动 1'])
    expect(
      told(
        fixesOf([
          ...home,
          ...inYard,
          ...minutes(65, [
            [600, 30],
            [900, 30],
          ]),
        ]),
      ),
    ).toEqual(['+无单移动 1', '+无单移动 3'])
    // At night a movement in the yard is an alarm of its own, and no second one.
    expect(told(fixesOf([...home, ...inYard], NIGHT))).toEqual(['+门店内异常移动 3'])
  })
  it('is measured from where the last use ended, not from where the car rested before it', () => {
    // The customer drives it home and returns it two minutes after it stops; staff park it 200 m away.
    const drive = minutes(61, [
      [4000, 60],
      [6000, 60],
      [6000, 0],
      [6000, 0],
    ])
    const returned = NOON + 65 * MINUTE
    const of = car({
      uses: [use(vehicleUse.order, { until: returned })],
      freed: { at: returned, lng: store.lng, lat: store.lat + 6000 * METRE },
    })
    expect(
      told(
        fixesOf([
          ...parked,
          ...drive,
          ...minutes(66, [
            [6100, 20],
            [6200, 20],
            [6200, 0],
          ]),
        ]),
        of,
      ),
    ).toEqual([])
    expect(
      told(
        fixesOf([
          ...parked,
          ...drive,
          ...minutes(66, [
            [6200, 30],
            [6500, 30],
            [6800, 30],
          ]),
        ]),
        of,
      ),
    ).toEqual(['+无单移动 3'])
  })
  it('is raised for a car that was silent while it moved', () => {
    expect(told(fixesOf([...parked, [9 * 60, 30_000, 0, true], [9 * 60 + 1, 30_000, 0, true]]))).toContain(
      '+无单移动 3',
    )
  })
})

describe('拖车', () => {
  it('is raised once by a movement with the ignition off, beside the movement itself, and ends once the car rests', () => {
    expect(told(fixesOf([...parked, ...towed])).filter((one) => one.includes('拖车'))).toEqual(['+拖车 3', '-拖车'])
  })
  it('is raised for a customer, who may have parked it where it was towed away', () => {
    expect(told(fixesOf([...parked, ...towed]), car({ uses: [use(vehicleUse.order)] }))).toEqual(['+拖车 3', '-拖车'])
  })
  it.each([vehicleUse.relocation, vehicleUse.work])('is not raised for a carrier or a garage: %i', (kind) =>
    expect(told(fixesOf([...parked, ...towed]), car({ uses: [use(kind)] }))).toEqual([]),
  )
  it('is not raised by a customer who parks after a drive, nor under 100 m, nor by positions that vary', () => {
    const of = car({ uses: [use(vehicleUse.order)] })
    const parks: Point[] = [...driven, [111, 4000, 0, false], [112, 4010, 0, false]]
    expect(told(fixesOf([...parked, ...parks]), of)).toEqual([])
    expect(
      told(
        fixesOf([
          ...parked,
          ...minutes(61, [
            [2040, 6, false],
            [2090, 6, false],
            [2090, 0, false],
          ]),
        ]),
        of,
      ),
    ).toEqual([])
    expect(
      told(
        fixesOf([
          ...parked,
          ...minutes(61, [
            [2120, 0, false],
            [2000, 0, false],
            [1880, 0, false],
            [2010, 0, false],
          ]),
        ]),
        of,
      ),
    ).toEqual([])
  })
})

it('is switched off for one car', () => {
  const off = [alarmType.unusedMove, alarmType.towed]
  expect(
    told(
      fixesOf([...parked, ...driven, ...towed.map(([m, x, k, on]): Point => [m + 60, x + 2000, k, on])]),
      car({ off }),
    ),
  ).toEqual([])
  const open: OpenAlarm[] = [{ type: alarmType.towed, fenceId: null, level: alarmLevel.urgent }]
  expect(told(fixesOf(parked), car({ off, open }))).toEqual(['-拖车'])
})

it('is the same however the reports are divided, and when the terminal connects again in between', () => {
  const points = [...parked, ...driven]
  const whole = told(fixesOf(points))
  for (let n = 1; n < points.length; n++) {
    const before = fixesOf(points.slice(0, n))
    const last = before.at(-1)!
    const course = courseFrom({
      at: last.at,
      lat: last.latE6 / 1e6,
      lng: last.lngE6 / 1e6,
      stoppedSince: last.stoppedSince,
      acc: (last.status & 1) === 1,
      restAt: last.rest?.at ?? null,
      restLat: last.rest?.lat ?? null,
      restLng: last.rest?.lng ?? null,
    })
    const first = changes(before)
    const open = first.some(({ on }) => on) && first.at(-1)!.on
    const of = car({ open: open ? [{ type: alarmType.unusedMove, fenceId: null, level: alarmLevel.urgent }] : [] })
    expect([...told(before), ...told(fixesOf(points.slice(n), NOON, course), of)]).toEqual(whole)
  }
})

it('both are on unless a merchant says otherwise', () => {
  for (const type of [alarmType.unusedMove, alarmType.towed])
    expect(fallbackRule(type)).toMatchObject({ active: true, notify: true, level: alarmLevel.urgent })
})
