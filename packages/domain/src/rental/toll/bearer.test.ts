import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { HOUR, MINUTE } from '../../time.ts'
import type { CarTime } from '../violation/match.ts'
import { bearerOf } from './bearer.ts'

/* A day of a car in minutes, which an independent count walks through. */

const stretch = fc
  .tuple(fc.integer({ min: 0, max: 1439 }), fc.integer({ min: 1, max: 600 }), fc.boolean())
  .map(([from, length, open]) => ({ from: from * MINUTE, to: open ? null : (from + length) * MINUTE }))
const day = fc.record({
  rentals: fc.array(fc.tuple(stretch, fc.constantFrom('1', '2', '3')), { maxLength: 4 }),
  driven: fc.array(stretch, { maxLength: 2 }),
  away: fc.array(stretch, { maxLength: 1 }),
})
const timeOf = ({ rentals, driven, away }: typeof day extends fc.Arbitrary<infer T> ? T : never): CarTime => ({
  rentals: rentals.map(([of, orderId]) => ({ ...of, orderId })),
  driven: driven.map((of) => ({ ...of, accountId: '9' })),
  away,
})

/** Who bears one minute, by walking two hours to both sides. */
function walked(car: CarTime, minute: number): string {
  const covers = ({ from, to }: { from: number; to: number | null }, at: number) =>
    from / MINUTE <= at && (to === null || at < to / MINUTE)
  const orders = new Set(car.rentals.filter((one) => covers(one, minute)).map(({ orderId }) => orderId))
  if (orders.size === 1) return [...orders][0]!
  if (orders.size > 1) return 'person'
  if ([...car.driven, ...car.away].some((one) => covers(one, minute))) return 'merchant'
  for (let off = -120; off <= 120; off++)
    if (car.rentals.some((one) => covers(one, minute + off) || one.to === (minute + off) * MINUTE)) return 'person'
  return 'merchant'
}
const named = (bearer: ReturnType<typeof bearerOf>) =>
  bearer.by === 'order' ? bearer.orderId : bearer.by === 'unknown' ? 'person' : 'merchant'

describe('the bearer of a line', () => {
  it('is the one of its last minute, if the one of its first minute is the same', () => {
    fc.assert(
      fc.property(
        day,
        fc.integer({ min: -200, max: 2200 }),
        fc.option(fc.integer({ min: 0, max: 900 })),
        (of, out, stay) => {
          const car = timeOf(of)
          const [end, begin] = [walked(car, out), stay === null ? null : walked(car, out - stay)]
          const inAt = stay === null ? null : (out - stay) * MINUTE
          const bearer = bearerOf(car, { inAt, outAt: out * MINUTE + 59_000 })
          expect(named(bearer)).toBe(begin === null || begin === end ? end : 'person')
        },
      ),
      { numRuns: 2000 },
    )
  })

  it('is the merchant where no rental is near, and a person decides beside one', () => {
    const car: CarTime = { rentals: [{ orderId: '1', from: 0, to: 5 * HOUR }], driven: [], away: [] }
    const at = (outAt: number) => named(bearerOf(car, { inAt: null, outAt }))
    expect([at(HOUR), at(5 * HOUR), at(7 * HOUR), at(7 * HOUR + MINUTE), at(-2 * HOUR)]).toEqual([
      '1',
      'person',
      'person',
      'merchant',
      'person',
    ])
  })
})
