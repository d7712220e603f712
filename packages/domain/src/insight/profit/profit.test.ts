import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DAY } from '../../time.ts'
import {
  type CarSums,
  contributionOf,
  costOf,
  hintsOf,
  incomeOf,
  monthsToPayBack,
  paybackBp,
  profitFigure,
  profitKeys,
} from './profit.ts'

const fen = fc.integer({ min: -50_000, max: 9_000_000 })
const minutes = fc.nat(40_000)
const sums = fc
  .record({
    rent: fen,
    service: fen,
    other: fen,
    running: fen,
    depreciation: fen,
    owner: fen,
    rented: minutes,
    down: minutes,
    idle: minutes,
    otherwise: minutes,
    km: fc.nat(9000),
  })
  .map(({ otherwise, ...one }): CarSums => ({ ...one, fleet: one.rented + one.down + one.idle + otherwise }))
const none: CarSums = {
  rent: 0,
  service: 0,
  other: 0,
  running: 0,
  depreciation: 0,
  owner: 0,
  fleet: 0,
  rented: 0,
  down: 0,
  idle: 0,
  km: 0,
}

describe('figures of a vehicle', () => {
  it('are whole numbers, or none without a divisor, and the parts add up', () => {
    fc.assert(
      fc.property(sums, (one) => {
        for (const key of profitKeys) {
          const value = profitFigure(key).of(one)
          expect(value === null || Number.isSafeInteger(value)).toBe(true)
        }
        expect(contributionOf(one) + costOf(one) + one.owner).toBe(incomeOf(one))
        const [rented, idle, down] = (['rented', 'idle', 'down'] as const).map((key) => profitFigure(key).of(one)!)
        expect(rented! + idle! + down!).toBeLessThanOrEqual(one.fleet)
      }),
    )
    expect(profitFigure('perKm').of(none)).toBeNull()
    expect(profitFigure('utilisation').of({ ...none, fleet: 2880, rented: 720 })).toBe(2500)
  })

  it('say how much of the price is earned back', () => {
    expect(paybackBp({ ...none, rent: 600, running: 100, depreciation: 900 }, 1000)).toBe(5000)
    expect(paybackBp(none, 0)).toBeNull()
  })
})

describe('hints', () => {
  const now = Date.parse('2026-11-20T10:00:00+08:00')
  const facts = { now, idleSince: null, quarter: none, year: none, due: [], dueUntil: '2027-01-19' }

  it('come after more than fourteen days of standing', () => {
    expect(hintsOf({ ...facts, idleSince: now - 15 * DAY + 1 })).toEqual([])
    expect(hintsOf({ ...facts, idleSince: now - 15 * DAY })).toEqual([{ kind: 'idle', days: 15 }])
  })

  it('come when it costs more than it earns', () => {
    const quarter = { ...none, rent: 500, running: 300, depreciation: 201 }
    expect(hintsOf({ ...facts, quarter })).toEqual([{ kind: 'loses', income: 500, cost: 501 }])
  })

  it('come when the next insurance costs more than the vehicle earned in a year', () => {
    const due = (on: string, lastFen: number | null) => [{ what: 'insurance' as const, on, lastFen }]
    const year = { ...none, rent: 1000 }
    expect(hintsOf({ ...facts, year, due: due('2026-12-01', 1001) })).toMatchObject([{ kind: 'dear', fen: 1001 }])
    expect(hintsOf({ ...facts, year, due: due('2026-12-01', 1000) })).toEqual([])
    expect(hintsOf({ ...facts, year, due: due('2027-01-20', 1001) })).toEqual([])
    expect(hintsOf({ ...facts, year, due: due('2026-12-01', null) })).toEqual([])
  })
})

describe('the way to the price', () => {
  const month = { ...none, rent: 30_000, running: 10_000, depreciation: 90_000 }
  it('is as long as the last months brought in their part of what is missing, without depreciation', () => {
    expect(monthsToPayBack(month, 100_000, [month, month, month])).toBe(4)
    expect(monthsToPayBack(month, 110_000, [month, none, month])).toBe(7)
    expect(monthsToPayBack(month, 20_000, [month])).toBe(0)
  })
  it('has no end while nothing comes in', () => {
    expect(monthsToPayBack(none, 100_000, [none, none, none])).toBeNull()
    expect(monthsToPayBack(none, 100_000, [{ ...none, running: 500 }])).toBeNull()
  })
})
