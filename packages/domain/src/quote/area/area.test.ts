import { describe, expect, it } from 'vitest'
import { insideArea } from './area.ts'

describe('places', () => {
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
    expect(insideArea({ lng, lat }, corner)).toBe(inside)
  })

  it('has nothing inside an empty area', () => {
    expect(insideArea({ lng: 0, lat: 0 }, [])).toBe(false)
  })
})
