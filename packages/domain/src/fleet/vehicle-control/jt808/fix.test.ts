import { describe, expect, it } from 'vitest'
import { type Course, type Judged, judge, noCourse } from './fix.ts'
import type { Position } from './position.ts'

const now = Date.parse('2026-11-26T12:00:00+08:00')
const fixed = { acc: true, fixed: true, oilCut: false, powerCut: false, locked: false, doorOpen: false }

const report = (over: Partial<Position> = {}): Position => ({
  alarms: 0,
  at: now,
  lat: 31.23,
  lng: 121.47,
  altitude: 4,
  speed: 300,
  course: 90,
  status: fixed,
  statusBits: 3,
  items: {},
  whole: true,
  ...over,
})

function fixOf(judged: Judged) {
  if (judged.kind !== 'fix') throw new Error(judged.kind)
  return judged
}

const told = (reports: readonly Position[], backfill = false) => {
  let course: Course = noCourse
  return reports.map((position) => {
    const judged = fixOf(judge(position, course, { now, backfill }))
    course = judged.course
    return judged.fix
  })
}

describe('refused reports', () => {
  it.each([
    [{ at: null }, 'wrong'],
    [{ at: now + 600_001 }, 'wrong'],
    [{ at: Date.parse('2099-01-01') }, 'wrong'],
    [{ lat: 90.000001 }, 'wrong'],
    [{ lng: -180.5 }, 'wrong'],
    [{ at: now - 366 * 86_400_000 }, 'old'],
  ] as const)('%o is %s', (over, kind) => {
    expect(judge(report(over), noCourse, { now, backfill: false }).kind).toBe(kind)
  })

  it('accepts values at the limits', () => {
    expect(judge(report({ at: now + 600_000, lat: -90, lng: 180 }), noCourse, { now, backfill: false }).kind).toBe(
      'fix',
    )
  })
})

describe('live reports', () => {
  it('move forward in time only; of two at the same time the first one counts', () => {
    const [first, same, earlier, later] = told([
      report(),
      report({ lat: 31.2301 }),
      report({ at: now - 1 }),
      report({ at: now + 1 }),
    ])
    expect([first, same, earlier, later].map((fix) => fix!.live)).toEqual([true, false, false, true])
    expect(same!.current).toBe(true)
    expect(earlier!.current).toBe(false)
  })

  it('exclude reports without satellites, at 0/0, and of a backfill; the first kind still updates the state of the car', () => {
    const [dark] = told([report({ status: { ...fixed, fixed: false } })])
    expect(dark).toMatchObject({ valid: false, live: false, current: true })
    expect(told([report({ lat: 0, lng: 0 })])[0]).toMatchObject({ valid: false, live: false })
    expect(told([report()], true)[0]).toMatchObject({ valid: true, live: false, current: false, backfill: true })
  })

  it('exclude positions that are too far away, unless the car stays there', () => {
    const far = { lat: 32.23 }
    const fixes = told([
      report(),
      report({ at: now + 10_000, ...far }),
      report({ at: now + 20_000 }),
      report({ at: now + 30_000, ...far }),
      report({ at: now + 40_000, ...far }),
    ])
    expect(fixes.map(({ valid }) => valid)).toEqual([true, false, true, false, true])
    expect(fixes.map(({ live }) => live)).toEqual([true, false, true, false, true])
  })
})

describe('distance of a report', () => {
  it('counts metres and seconds of a moving car, none of a parked one', () => {
    const start = now - 2_000_000
    const north = (at: number, metres: number, speed: number) =>
      report({ at: start + at * 1000, lat: 31.23 + metres / 111_195, speed })
    const fixes = told([
      north(0, 0, 300),
      north(10, 100, 360),
      north(20, 103, 0),
      north(30, 100, 20),
      north(1000, 900, 300),
    ])
    expect(fixes.map(({ metres }) => metres)).toEqual([0, 100, 0, 0, 0])
    expect(fixes.map(({ movingS }) => movingS)).toEqual([0, 10, 0, 0, 0])
    expect(fixes.map(({ stoppedSince }) => stoppedSince)).toEqual([null, null, start + 20_000, start + 20_000, null])
  })

  it('excludes values that do not fit into their column', () => {
    expect(
      told([report({ speed: 0xffff, course: 361, items: { odometerM: 0xffffffff * 100, pulseSpeed: 0xffff } })])[0],
    ).toMatchObject({
      speed: 0x7fff,
      course: 1,
      odometerM: null,
      pulseSpeed: null,
    })
  })
})
