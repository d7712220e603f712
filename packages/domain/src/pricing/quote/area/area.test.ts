import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { circleRing, insideRing } from '../../../platform/geo/distance.ts'
import { areaHolds } from './area.ts'

describe('positions in a polygon', () => {
  const corner = [
    { lng: 0, lat: 0 },
    { lng: 4, lat: 0 },
    { lng: 4, lat: 2 },
    { lng: 2, lat: 2 },
    { lng: 2, lat: 4 },
    { lng: 0, lat: 4 },
  ]
  it.each([
    [1, 1, true],
    [3, 1, true],
    [1, 3, true],
    [3, 3, false],
    [5, 1, false],
    [-1, 1, false],
  ])('%i, %i in an L-shaped area: %s', (lng, lat, inside) => {
    expect(insideRing({ lng, lat }, corner)).toBe(inside)
  })

  it('has nothing inside an empty area', () => {
    expect(insideRing({ lng: 0, lat: 0 }, [])).toBe(false)
  })
})

describe('a circle around the store', () => {
  const place = fc.record({
    lng: fc.double({ min: 75, max: 134, noNaN: true }),
    lat: fc.double({ min: 18, max: 53, noNaN: true }),
  })
  const radius = fc.double({ min: 0.5, max: 200, noNaN: true })

  it('contains the same points as a polygon drawn around it, except between edges and arc', () => {
    fc.assert(
      fc.property(
        place,
        radius,
        fc.double({ min: 0, max: 2, noNaN: true }),
        fc.integer({ min: 0, max: 359 }),
        (store, km, share, turn) => {
          // With 360 corners, the edges are at most 1 part in 26,000 inside the arc.
          fc.pre(Math.abs(share - 1) > 0.001)
          const point = circleRing(store, km * 1000 * share, 360)[turn]!
          const drawn = circleRing(store, km * 1000, 360)
          const held = areaHolds({ radiusKm: km, polygon: [] }, store, point)
          expect(held).toBe(share < 1)
          expect(areaHolds({ radiusKm: null, polygon: drawn }, store, point)).toBe(held)
        },
      ),
    )
  })

  it('contains nothing while the store has no position', () => {
    const point = { lng: 121.47, lat: 31.23 }
    expect(areaHolds({ radiusKm: 200, polygon: [] }, null, point)).toBe(false)
    expect(areaHolds({ radiusKm: 0.5, polygon: [] }, point, point)).toBe(true)
  })
})
