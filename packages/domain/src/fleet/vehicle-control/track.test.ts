import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { greatCircle } from '../../platform/geo/distance.ts'
import { HOUR, MINUTE } from '../../time.ts'
import { MOST_POINTS, type TrackFix, trackOf } from './track.ts'

const SECOND = 1000
const START = Date.UTC(2026, 10, 20, 2)
const HOME = { lat: 31.2, lng: 121.33 }
/** A fix `north` metres north of home. */
const fix = (at: number, north: number, speed: number): TrackFix => ({
  at: START + at,
  lat: HOME.lat + north / 111_195,
  lng: HOME.lng,
  speed,
})

/** Random trips and halts, reported at intervals. */
const drives = fc
  .array(
    fc.record({
      reports: fc.integer({ min: 1, max: 1500 }),
      every: fc.integer({ min: 1, max: 40 }),
      speed: fc.constantFrom(0, 20, 49, 50, 300, 900),
      turn: fc.double({ min: -0.5, max: 0.5, noNaN: true }),
      silence: fc.constantFrom(0, 0, 0, 20 * 60),
    }),
    { minLength: 1, maxLength: 8 },
  )
  .map((legs) => {
    const fixes: TrackFix[] = []
    let [at, lat, lng, course] = [START, HOME.lat, HOME.lng, 0]
    for (const { reports, every, speed, turn, silence } of legs) {
      at += silence * SECOND
      for (let i = 0; i < reports; i++) {
        at += every * SECOND
        course += turn * Math.sin(i)
        const metres = (speed / 36) * every
        lat += (metres * Math.cos(course)) / 111_195
        lng += (metres * Math.sin(course)) / 95_000
        fixes.push({ at, lat, lng, speed })
      }
    }
    return fixes
  })

describe('a track', () => {
  it('has a limited number of points, in order of time, all reported, including both ends and those of stops', () => {
    fc.assert(
      fc.property(drives, (fixes) => {
        const { points, stops } = trackOf(fixes)
        expect(points.length).toBeLessThanOrEqual(Math.min(MOST_POINTS, fixes.length))
        const known = new Map(fixes.map((one) => [one.at, one]))
        let last = 0
        for (const { apart: _, ...point } of points) {
          expect(point.at).toBeGreaterThan(last)
          expect(known.get(point.at)).toEqual(point)
          last = point.at
        }
        const times = new Set(points.map(({ at }) => at))
        expect(times.has(fixes[0]!.at) && times.has(fixes.at(-1)!.at)).toBe(true)
        for (const { from, to } of stops) expect(times.has(from) && times.has(to)).toBe(true)
      }),
      { numRuns: 60 },
    )
  })

  it('has stops where no report moves, of at least three minutes, one after the other', () => {
    fc.assert(
      fc.property(drives, (fixes) => {
        const { stops } = trackOf(fixes)
        let last = 0
        for (const { from, to } of stops) {
          expect(from).toBeGreaterThan(last)
          expect(to - from).toBeGreaterThanOrEqual(3 * MINUTE)
          expect(fixes.filter(({ at, speed }) => at >= from && at <= to && speed >= 50)).toEqual([])
          last = to
        }
      }),
      { numRuns: 60 },
    )
  })

  it('is as long as its steps while it moves, whatever is thinned out', () => {
    fc.assert(
      fc.property(drives, (fixes) => {
        const { metres, movingS } = trackOf(fixes)
        const steps = fixes.slice(1).map((to, i) => [fixes[i]!, to] as const)
        const moved = steps.filter(([from, to]) => to.speed >= 50 && to.at - from.at <= 10 * MINUTE)
        const sum = moved.reduce((all, [from, to]) => all + Math.round(greatCircle(from, to)), 0)
        expect(metres).toBe(sum)
        expect(movingS).toBe(moved.reduce((all, [from, to]) => all + (to.at - from.at) / SECOND, 0))
      }),
      { numRuns: 60 },
    )
  })

  it('is empty without reports', () => {
    expect(trackOf([])).toEqual({ points: [], stops: [], metres: 0, movingS: 0, fastest: 0 })
  })

  it('a halt of 2:59 is no stop, one of 3:00 is', () => {
    const halted = (still: number) =>
      trackOf([fix(0, 0, 300), fix(10_000, 80, 10), fix(10_000 + still, 80, 0), fix(HOUR, 200, 300)]).stops
    expect(halted(3 * MINUTE - SECOND)).toEqual([])
    expect(halted(3 * MINUTE)).toMatchObject([{ from: START + 10_000, to: START + 10_000 + 3 * MINUTE }])
  })

  it('treats a car that slept in place as one stop, and one that wakes elsewhere as a gap', () => {
    const slept = trackOf([fix(0, 0, 0), fix(MINUTE, 0, 0), fix(5 * HOUR, 40, 0), fix(5 * HOUR + MINUTE, 600, 400)])
    expect(slept.stops).toMatchObject([{ from: START, to: START + 5 * HOUR }])
    expect(slept.points.map(({ apart }) => apart)).toEqual([false, false, false])
    const towed = trackOf([fix(0, 0, 0), fix(4 * MINUTE, 0, 0), fix(HOUR, 5000, 0), fix(HOUR + 4 * MINUTE, 5000, 0)])
    expect(towed.stops).toMatchObject([{ to: START + 4 * MINUTE }, { from: START + HOUR }])
    expect(towed.points.map(({ apart }) => apart)).toEqual([false, false, true, false])
    expect(towed.metres).toBe(0)
  })
})
