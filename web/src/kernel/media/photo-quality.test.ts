import { expect, it } from 'vitest'
import { faultOf, SAMPLE } from './photo-quality.ts'

/** A sample whose value at a place is given. */
const sample = (of: (x: number, y: number) => number) =>
  Array.from({ length: SAMPLE * SAMPLE }, (_, i) => of(i % SAMPLE, Math.floor(i / SAMPLE)))

/** A car on a road: a light body on a grey ground, with its edges. */
const car = sample((x, y) => (x > 12 && x < 52 && y > 24 && y < 44 ? 210 : 110))
/** The same, so far out of focus that one tone goes over into the next. */
const blurred = sample((x) => 110 + x)

it.each([
  ['a car', 1600, 1200, car, null],
  ['on its side', 800, 3000, car, null],
  ['a pixel too small', 1600, 799, car, 'small'],
  ['at night', 1600, 1200, car.map((v) => v / 5), 'dark'],
  ['the darkest that shows something', 1600, 1200, car.map((v) => (v * 41) / mean(car)), null],
  ['against the sun', 1600, 1200, car.map((v) => 236 + v / 20), 'bright'],
  ['out of focus', 1600, 1200, blurred, 'blurred'],
  ['a hand before the lens', 1600, 1200, sample(() => 120), 'blurred'],
  ['small and dark at once', 640, 480, car.map(() => 0), 'small'],
] as const)('%s', (_, width, height, grey, fault) => {
  expect(faultOf(width, height, grey)).toBe(fault)
})

function mean(values: readonly number[]): number {
  return values.reduce((all, v) => all + v, 0) / values.length
}
