import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { circleRing, type GeoPoint, greatCircle, insideRing } from '../../platform/geo/distance.ts'
import { fenceRule } from './codes.ts'
import {
  breaks,
  covers,
  type Fence,
  fenceWords,
  fromShape,
  isInside,
  isWithinHours,
  SLACK_M,
  shapeOf,
  shapeProblem,
  storedShape,
} from './fence.ts'

const center = { lng: 121.4, lat: 31.2 }
const METRE = 1 / 111_195
const north = (metres: number): GeoPoint => ({ lng: center.lng, lat: center.lat + metres * METRE })
const circle = { center, radiusM: 1000 }
const fence = (more: Partial<Fence>): Fence => ({
  id: '1',
  shape: circle,
  rule: fenceRule.leave,
  limitKmh: null,
  level: 2,
  storeId: null,
  vehicleIds: [],
  hours: null,
  ...more,
})
const fix = (metres: number, speed = 0, at = 0) => ({ ...north(metres), speed, at })
const points = fc.record({
  lng: fc.double({ min: 121, max: 121.8, noNaN: true }),
  lat: fc.double({ min: 30.8, max: 31.6, noNaN: true }),
})

describe('the distance from an edge', () => {
  it('is negative exactly inside, for a circle and for its polygon', () => {
    fc.assert(
      fc.property(points, fc.integer({ min: 50, max: 40_000 }), (point, radiusM) => {
        const ring = circleRing(center, radiusM, 180)
        expect(fromShape(point, { ring }) < 0).toBe(insideRing(point, ring))
        const [round, drawn] = [fromShape(point, { center, radiusM }), fromShape(point, { ring })]
        // A polygon of 180 corners is within 0.02 % of its circle; far from the edge the plane differs a little more.
        if (Math.abs(round) < 2000) expect(Math.abs(round - drawn)).toBeLessThan(radiusM * 0.0005 + 3)
      }),
    )
  })
  it('never grows faster than the car moves', () => {
    fc.assert(
      fc.property(points, points, fc.integer({ min: 50, max: 40_000 }), (a, b, radiusM) => {
        const shape = { center, radiusM }
        expect(Math.abs(fromShape(a, shape) - fromShape(b, shape))).toBeLessThanOrEqual(greatCircle(a, b) + 0.01)
      }),
    )
  })
})

describe('a car at the edge', () => {
  it('is where it was, within the slack', () => {
    expect(isInside(circle, north(SLACK_M + 990), true)).toBe(true)
    expect(isInside(circle, north(SLACK_M + 990), false)).toBe(false)
    expect(isInside(circle, north(SLACK_M + 1010), true)).toBe(false)
    expect(isInside(circle, north(990), false)).toBe(true)
  })
  it('that trembles by less than the slack leaves and enters at most once', () => {
    const tremble = fc.array(fc.integer({ min: -SLACK_M / 2 + 1, max: SLACK_M / 2 - 1 }), { maxLength: 40 })
    fc.assert(
      fc.property(tremble, fc.integer({ min: 900, max: 1100 }), fc.boolean(), (steps, at, first) => {
        let changes = 0
        let inside = first
        for (const step of steps) {
          const now = isInside(circle, north(at + step), inside)
          if (now !== inside) changes++
          inside = now
        }
        expect(changes).toBeLessThanOrEqual(1)
      }),
    )
  })
})

describe('a rule', () => {
  it.each([
    ['leave', { rule: fenceRule.leave }, fix(2000), true],
    ['leave, inside', { rule: fenceRule.leave }, fix(0), false],
    ['enter', { rule: fenceRule.enter }, fix(0), true],
    ['enter, outside', { rule: fenceRule.enter }, fix(2000), false],
    ['speed', { rule: fenceRule.speed, limitKmh: 60 }, fix(0, 610), true],
    ['speed at the limit', { rule: fenceRule.speed, limitKmh: 60 }, fix(0, 600), false],
    ['speed outside', { rule: fenceRule.speed, limitKmh: 60 }, fix(2000, 900), false],
    ['no cut', { rule: fenceRule.noCut }, fix(0, 900), false],
  ] as const)('%s', (_, more, at, broken) => expect(breaks(fence(more), at, false)).toBe(broken))
  it('of speed ends 5 km/h below the limit', () => {
    const slow = fence({ rule: fenceRule.speed, limitKmh: 60 })
    expect(breaks(slow, fix(0, 560), true)).toBe(true)
    expect(breaks(slow, fix(0, 550), true)).toBe(false)
  })
  it('holds at its hours, also over midnight', () => {
    const at = (hour: number) => Date.UTC(2026, 10, 20, hour - 8)
    const night = { from: 22 * 60, to: 6 * 60 }
    expect([21, 22, 23, 24, 29, 30].map((hour) => isWithinHours(night, at(hour)))).toEqual([
      false,
      true,
      true,
      true,
      true,
      false,
    ])
    expect(isWithinHours({ from: 540, to: 600 }, at(10))).toBe(false)
    expect(breaks(fence({ hours: night }), fix(2000, 0, at(12)), false)).toBe(false)
  })
  it('is for all cars, those of a store, or chosen ones', () => {
    const car = { vehicleId: '7', storeIds: ['1', '2'] }
    expect(covers(fence({}), car)).toBe(true)
    expect(covers(fence({ storeId: '2' }), car)).toBe(true)
    expect(covers(fence({ storeId: '3' }), car)).toBe(false)
    expect(covers(fence({ vehicleIds: ['7'] }), car)).toBe(true)
    expect(covers(fence({ vehicleIds: ['8'] }), car)).toBe(false)
  })
})

it('is stored with the longitude first', () => {
  expect(storedShape(circle)).toEqual({ center: [121.4, 31.2], radiusM: 1000 })
  expect(shapeOf({ ring: [[121.2, 31.1]] })).toEqual({ ring: [{ lat: 31.1, lng: 121.2 }] })
  expect(shapeOf(storedShape(circle))).toEqual(circle)
})

it('says what a shape lacks', () => {
  expect(shapeProblem(circle)).toBeNull()
  expect(shapeProblem({ center, radiusM: 49 })).toBe('半径应为50米至200公里')
  expect(shapeProblem({ ring: [center, north(1)] })).toBe('围栏至少3个点')
})

it('is said in words', () => {
  const leave = { rule: fenceRule.leave, limitKmh: null, hours: { from: 1320, to: 365 } }
  expect(fenceWords({ ...leave, radiusM: 500 })).toBe('驶出 · 半径 500 米 · 22:00–06:05')
  expect(fenceWords({ ...leave, rule: fenceRule.speed, limitKmh: 60, hours: null, radiusM: null })).toBe(
    '限速 60 km/h · 多边形 · 全天',
  )
  expect(fenceWords({ ...leave, rule: fenceRule.noCut, hours: null, radiusM: 1500 })).toBe('禁断油电 · 半径 1.5 公里')
})
