import { greatCircle } from '@cheyi/domain/platform/geo/distance'
import { expect, it } from 'vitest'
import { placeOf, type SimulatedCar } from './drive.ts'

const car = (n: number, drives: boolean): SimulatedCar => ({
  phone: `1${n}`.padEnd(11, '0'),
  terminalId: `S${n}`,
  lat: 31.2,
  lng: 121.4,
  odometerKm: 12_000,
  tankL: 50,
  batteryPct: null,
  drives,
})
const store = { lat: 31.2, lng: 121.4 }

it('drives within some kilometres of its store, as fast as it says and never faster than a car', () => {
  for (let n = 1; n <= 50; n++) {
    let before = placeOf(car(n, true), 0)
    for (let at = 10_000; at < 3_600_000; at += 10_000) {
      const here = placeOf(car(n, true), at)
      const metres = greatCircle(before, here)
      expect(metres).toBeLessThan(10 * 40)
      if (here.acc && before.acc && here.speed > 15 && here.speed < 85)
        expect(metres / 10).toBeGreaterThan(here.speed / 3.6 / 2)
      expect(greatCircle(store, here)).toBeLessThan(4000)
      before = here
    }
  }
})

it('stands, with its engine off, in its yard or between two drives', () => {
  const yard = placeOf(car(3, false), 5)
  expect(placeOf(car(3, false), 9e9)).toEqual(yard)
  expect(yard).toMatchObject({ speed: 0, acc: false })
  expect(greatCircle(store, yard)).toBeLessThan(50)
  const places = Array.from({ length: 48 }, (_, n) => placeOf(car(4, true), n * 60_000))
  expect(places.some(({ speed }) => speed > 0)).toBe(true)
  expect(places.some(({ speed, acc }) => speed === 0 && !acc)).toBe(true)
})
