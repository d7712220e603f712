import fc from 'fast-check'
import { expect, it } from 'vitest'
import { fromGcj, isInChina, mapPointOf, storedPointOf, toGcj } from './datum.ts'

it('converts to the coordinates that maps of the mainland draw', () => {
  // Tiananmen and the Oriental Pearl Tower, by the converters of map services.
  const beijing = toGcj({ lng: 116.39123, lat: 39.90723 })
  expect(beijing.lng).toBeCloseTo(116.39747, 4)
  expect(beijing.lat).toBeCloseTo(39.90863, 4)
  const paris = { lng: 2.29, lat: 48.85 }
  expect([toGcj(paris), fromGcj(paris)]).toEqual([paris, paris])
})

it('converts back within a decimetre', () => {
  const mainland = fc.record({
    lng: fc.double({ min: 75, max: 134, noNaN: true }),
    lat: fc.double({ min: 5, max: 53, noNaN: true }),
  })
  fc.assert(
    fc.property(mainland, (point) => {
      expect(isInChina(point)).toBe(true)
      for (const datum of ['wgs84', 'gcj02'] as const) {
        const back = storedPointOf(mapPointOf(point, datum), datum)
        expect(Math.abs(back.lng - point.lng)).toBeLessThan(2e-6)
        expect(Math.abs(back.lat - point.lat)).toBeLessThan(2e-6)
      }
    }),
  )
})
