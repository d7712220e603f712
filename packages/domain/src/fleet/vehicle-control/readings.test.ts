import { expect, it } from 'vitest'
import { readingsOf } from './readings.ts'

const car = { odometerKm: 12_000, tankL: 50 }

it.each([
  ['beyond the last handover', 12_345_900, 12_345],
  ['as at the last handover', 12_000_000, 12_000],
  ['before the last handover', 11_999_999, null],
  ['of another count', 40_000_000, null],
  ['not reported', null, null],
])('proposes the odometer of a terminal: %s', (_, odometerM, km) => {
  expect(readingsOf({ odometerM, fuelDl: null, chargePct: 64 }, car)).toEqual({
    mileageKm: km,
    fuelEighths: null,
    batteryPct: 64,
  })
})

it.each([
  ['a full tank', 500, 50, 8],
  ['more than the tank holds', 530, 50, 8],
  ['half of it', 251, 50, 4],
  ['empty', 0, 50, 0],
  ['of a tank of unknown size', 300, 0, null],
  ['not reported', null, 50, null],
])('proposes the fuel in eighths: %s', (_, fuelDl, tankL, eighths) => {
  expect(readingsOf({ odometerM: null, fuelDl, chargePct: null }, { ...car, tankL }).fuelEighths).toBe(eighths)
})
