import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type GeoPoint, insideRing } from './distance.ts'
import { ringProblem } from './ring.ts'

const ring = (...corners: readonly (readonly [number, number])[]): GeoPoint[] =>
  corners.map(([lng, lat]) => ({ lng, lat }))

it.each([
  [ring([0, 0], [1, 0], [0, 1]), null],
  [ring([0, 0], [1, 0]), '送取范围至少3个点'],
  [[], '送取范围至少3个点'],
  [ring([0, 0], [0, 0], [1, 0], [0, 1]), '送取范围有重复的点'],
  [ring([0, 0], [1, 0], [0, 1], [0, 0]), '送取范围有重复的点'],
  [ring([0, 0], [1, 1], [1, 0], [0, 1]), '送取范围的边线不能交叉'],
  // A concave corner is no crossing; a corner on another edge, and an edge that turns straight back, are.
  [ring([0, 0], [4, 0], [4, 4], [2, 1], [0, 4]), null],
  [ring([0, 0], [4, 0], [4, 4], [2, 0], [0, 4]), '送取范围的边线不能交叉'],
  [ring([0, 0], [4, 0], [2, 0]), '送取范围的边线不能交叉'],
])('%j: %s', (points, problem) => expect(ringProblem(points, '送取范围')).toBe(problem))

it('accepts 200 corners and refuses 201', () => {
  const circle = (n: number) =>
    Array.from({ length: n }, (_, i) => ({
      lng: Math.cos((2 * Math.PI * i) / n),
      lat: Math.sin((2 * Math.PI * i) / n),
    }))
  expect(ringProblem(circle(200), '送取范围')).toBeNull()
  expect(ringProblem(circle(201), '送取范围')).toBe('送取范围最多200个点')
})

describe('any star-shaped ring around a point', () => {
  /** Edges between corners that are sorted by angle never cross, whatever their distances. */
  const star = fc.array(fc.integer({ min: 1, max: 50 }), { minLength: 3, maxLength: 40 }).map((radii) =>
    radii.map((r, i) => ({
      lng: 121 + (r / 1000) * Math.cos((2 * Math.PI * i) / radii.length),
      lat: 31 + (r / 1000) * Math.sin((2 * Math.PI * i) / radii.length),
    })),
  )
  it('is valid, whatever its first corner, and contains its centre', () => {
    fc.assert(
      fc.property(star, fc.nat(40), (corners, turn) => {
        const cut = turn % corners.length
        const turned = [...corners.slice(cut), ...corners.slice(0, cut)]
        expect(ringProblem(turned, '送取范围')).toBeNull()
        expect(insideRing({ lng: 121, lat: 31 }, turned)).toBe(true)
      }),
    )
  })
  it('is invalid once two corners that are not neighbours are exchanged', () => {
    const square = ring([0, 0], [3, 0], [3, 3], [0, 3])
    expect(ringProblem(square, '送取范围')).toBeNull()
    expect(ringProblem([square[1]!, square[0]!, square[2]!, square[3]!], '送取范围')).toBe('送取范围的边线不能交叉')
  })
})
