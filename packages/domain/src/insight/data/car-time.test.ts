import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MINUTE } from '../../time.ts'
import { type CarFacts, type CarUsed, carPieces } from './car-time.ts'

const LENGTH = 400
const begin = Date.parse('2026-11-01T00:00:00+08:00')
const at = (minutes: number) => begin + minutes * MINUTE
const now = at(LENGTH)
const vehicleId = 'V'

/** Ranges of one car, some of them still open. */
const stretches = fc.array(
  fc
    .record({ from: fc.nat(LENGTH), length: fc.option(fc.integer({ min: 1, max: 90 })) })
    .map(({ from, length }) => ({ vehicleId, from: at(from), to: length === null ? null : at(from + length) })),
  { maxLength: 5 },
)
type Held = CarFacts['held'][number]
const heldOf = (rows: readonly CarUsed[]): Held[] =>
  rows.map((one, n) => ({ ...one, orderId: `${n}`, source: 1, kind: 2, km: null }))

/** The idle minutes of a car that stands at two stores in turn. */
function idleMinutes(facts: Omit<CarFacts, 'service'>, usesFrom: number | null): Set<number> {
  const place = { vehicleId, modelId: 'M', usesFrom }
  const service = [
    { ...place, storeId: 'A', from: at(0), to: at(150) },
    { ...place, storeId: 'B', from: at(150), to: null },
  ]
  const minutes = carPieces({ service, ...facts }, now).flatMap(({ what, from, to }) =>
    what === 'idle' ? Array.from({ length: (to - from) / MINUTE }, (_, n) => (from - begin) / MINUTE + n) : [],
  )
  expect(new Set(minutes).size).toBe(minutes.length)
  return new Set(minutes)
}

const firstOf = (uses: readonly CarUsed[]) => (uses.length === 0 ? null : Math.min(...uses.map(({ from }) => from)))
const holds = (rows: readonly CarUsed[], minute: number) =>
  rows.some(({ from, to }) => from <= at(minute) && (to === null || to > at(minute)))
const minutesWhere = (isSo: (minute: number) => boolean) =>
  new Set(Array.from({ length: LENGTH }, (_, n) => n).filter(isSo))

describe('idle time', () => {
  it('is the same by who may move the car and by its rentals and repairs, where nobody else has it', () => {
    fc.assert(
      fc.property(stretches, stretches, (rented, down) => {
        const held = heldOf(rented)
        const uses = [...rented, ...down]
        const byUses = idleMinutes({ held: [], down: [], used: uses }, at(0))
        expect(idleMinutes({ held, down, used: [] }, null)).toEqual(byUses)
        expect(idleMinutes({ held, down, used: uses }, firstOf(uses))).toEqual(byUses)
        expect(byUses).toEqual(minutesWhere((minute) => !holds(uses, minute)))
      }),
    )
  })

  it('follows who may move the car from its first use on, and its rentals and repairs before', () => {
    fc.assert(
      fc.property(stretches, stretches, stretches, (rented, down, used) => {
        const from = firstOf(used)
        expect(idleMinutes({ held: heldOf(rented), down, used }, from)).toEqual(
          minutesWhere((minute) =>
            from === null || at(minute) < from ? !holds([...rented, ...down], minute) : !holds(used, minute),
          ),
        )
      }),
    )
  })
})
