import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { HOUR, MINUTE } from '../../time.ts'
import { alarmType } from './codes.ts'
import { type DrivenFix, driveOn, drivingOfAll, noDriving } from './driving.ts'
import { trackOf } from './track.ts'

const LIMIT = 1300
const ALARM = 1 << alarmType.dangerousDriving
const fix = (at: number, speed: number, more: Partial<DrivenFix> = {}): DrivenFix => ({
  at,
  speed,
  lat: 31.2 + at / 1e10,
  lng: 121.4,
  alarms: 0,
  ...more,
})
/** A report each minute with these speeds, km/h. */
const eachMinute = (...speeds: number[]) => speeds.map((kmh, n) => fix(n * MINUTE, kmh * 10))
const drive = (fixes: readonly DrivenFix[]) => driveOn(noDriving, fixes, LIMIT)

const route = fc
  .array(
    fc.record({
      gap: fc.oneof(fc.integer({ min: 1, max: 60_000 }), fc.integer({ min: 1, max: 3 * HOUR })),
      speed: fc.integer({ min: 0, max: 1600 }),
      alarms: fc.constantFrom(0, 0, ALARM),
    }),
    { maxLength: 60 },
  )
  .map((steps) => {
    let at = 0
    return steps.map(({ gap, speed, alarms }) => {
      at += gap
      return fix(at, speed, { alarms })
    })
  })

describe('the driving of an order', () => {
  it('goes on from where its sums stood: in parts as in one, and late repeats change nothing', () => {
    fc.assert(
      fc.property(route, fc.nat(60), fc.nat(60), (fixes, a, b) => {
        const [first, second] = [Math.min(a, b), Math.max(a, b)]
        const parts = [fixes.slice(0, first), fixes.slice(0, second), fixes.slice(first)]
        expect(parts.reduce((sums, part) => driveOn(sums, part, LIMIT), noDriving)).toEqual(drive(fixes))
      }),
    )
  })

  it('has the kilometres and the fastest speed of its track', () => {
    fc.assert(
      fc.property(route, (fixes) => {
        const { metres, movingS, fastest } = trackOf(fixes)
        expect(drive(fixes)).toMatchObject({ metres, movingS, fastest })
      }),
    )
  })

  it('has the longest drive: of all pairs of moving reports without a pause between them', () => {
    fc.assert(
      fc.property(route, (fixes) => {
        const moving = fixes.filter(({ speed }) => speed >= 50).map(({ at }) => at)
        let [longest, from] = [0, moving[0] ?? 0]
        moving.forEach((at, i) => {
          if (i > 0 && at - moving[i - 1]! >= 20 * MINUTE) from = at
          longest = Math.max(longest, at - from)
        })
        expect(drive(fixes).longestMs).toBe(longest)
      }),
    )
  })

  it('ends a drive by a pause of twenty minutes, not by a traffic jam', () => {
    const still = (minutes: number) => Array.from({ length: minutes }, () => 0)
    expect(drive(eachMinute(60, 60, ...still(18), 60, 60)).longestMs).toBe(21 * MINUTE)
    expect(drive(eachMinute(60, 60, ...still(20), 60, 60, 60)).longestMs).toBe(2 * MINUTE)
  })

  it('counts speeding once until the speed is well below the limit again', () => {
    expect(drive(eachMinute(130, 131, 140, 128, 131, 120)).speedings).toBe(1)
    expect(drive(eachMinute(131, 124, 131)).speedings).toBe(2)
    expect(drive(eachMinute(130, 130)).speedings).toBe(0)
  })

  it('counts hard braking by the speed of close reports, or by the alarm of the device, once', () => {
    const at = (...reports: [at: number, kmh: number, alarms?: number][]) =>
      drive(reports.map(([ms, kmh, alarms = 0]) => fix(ms, kmh * 10, { alarms }))).brakings
    expect(at([0, 80], [2000, 50])).toBe(1)
    expect(at([0, 80], [2000, 60])).toBe(0)
    expect(at([0, 80], [10_000, 0])).toBe(0)
    expect(at([0, 80, ALARM], [1000, 20, ALARM], [2000, 0])).toBe(1)
    expect(at([0, 80], [1000, 50, ALARM], [2000, 50], [3000, 50, ALARM])).toBe(2)
  })

  it('of several cars is their sum, and the longest of their drives', () => {
    const one = drive(eachMinute(60, 60, 60))
    const other = drive(eachMinute(140, 60, 60, 60, 60))
    expect(drivingOfAll([one, other])).toEqual({
      metres: one.metres + other.metres,
      movingS: one.movingS + other.movingS,
      longestMs: other.longestMs,
      fastest: 1400,
      speedings: 1,
      brakings: 0,
    })
    expect(drivingOfAll([])).toMatchObject({ metres: 0, longestMs: 0 })
  })
})
