import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Refusal } from '../../refusal.ts'
import { addDays, epochDayOf, weekday } from '../../time.ts'
import { findDayPricer } from '../quote/calendar/day-price.ts'
import { calendar2026, ruleT } from '../quote/testing.ts'
import {
  changesOf,
  checkRange,
  type DayEntry,
  type DayOperation,
  datesOf,
  type Layer,
  stillStand,
  undoOf,
  withChanges,
} from './calendar.ts'

const FIRST = '2026-09-20'
const date = fc.nat(40).map((days) => addDays(FIRST, days))
const fen = fc.integer({ min: 1, max: 9_999_900 })
/** An entry has a price, or closes the date. */
const entry: fc.Arbitrary<DayEntry> = fc.oneof(
  fc.record({ price: fen, stop: fc.boolean() }),
  fc.constant({ price: null, stop: true }),
)
const layer: fc.Arbitrary<Layer> = fc.array(fc.tuple(date, entry), { maxLength: 30 }).map((rows) => new Map(rows))
const operation: fc.Arbitrary<DayOperation> = fc.oneof(
  fen.map((price) => ({ kind: 'price' as const, price })),
  fc.integer({ min: -5000, max: 5000 }).map((bp) => ({ kind: 'adjust' as const, bp })),
  fc.constantFrom({ kind: 'stop' as const }, { kind: 'open' as const }, { kind: 'restore' as const }),
)
const picked = fc
  .record({ from: date, days: fc.nat(20), weekdays: fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { maxLength: 7 }) })
  .map(({ from, days, weekdays }) => ({ from, to: addDays(from, days), weekdays }))
const rows = (one: Layer) => [...one].toSorted(([a], [b]) => (a < b ? -1 : 1))
/** Far from both limits, so that an adjusted price stays valid. */
const priceOf = () => 20_000

describe('operations on ranges', () => {
  it('change only the selected dates', () => {
    fc.assert(
      fc.property(layer, picked, operation, (before, { from, to, weekdays }, op) => {
        const after = withChanges(before, changesOf(before, datesOf(from, to, weekdays), op, priceOf))
        for (let day = -5; day < 70; day++) {
          const one = addDays(FIRST, day)
          const isPicked = one >= from && one <= to && (weekdays.length === 0 || weekdays.includes(weekday(one)))
          if (!isPicked) expect(after.get(one)).toEqual(before.get(one))
        }
      }),
    )
  })

  it('change every selected date as requested', () => {
    fc.assert(
      fc.property(layer, picked, operation, (before, { from, to, weekdays }, op) => {
        const after = withChanges(before, changesOf(before, datesOf(from, to, weekdays), op, priceOf))
        for (const one of datesOf(from, to, weekdays)) {
          const now = after.get(one)
          if (op.kind === 'price') expect(now).toEqual({ price: op.price, stop: before.get(one)?.stop ?? false })
          if (op.kind === 'adjust') expect(now?.price).toBe(Math.round((20_000 * (10_000 + op.bp)) / 10_000))
          if (op.kind === 'stop') expect(now).toEqual({ price: before.get(one)?.price ?? null, stop: true })
          if (op.kind === 'open') expect(now?.stop ?? false).toBe(false)
          if (op.kind === 'restore') expect(now).toBeUndefined()
        }
      }),
    )
  })

  it('change nothing when repeated', () => {
    fc.assert(
      fc.property(layer, picked, operation, (before, { from, to, weekdays }, op) => {
        const dates = datesOf(from, to, weekdays)
        const after = withChanges(before, changesOf(before, dates, op, priceOf))
        expect(changesOf(after, dates, op, priceOf)).toEqual([])
      }),
    )
  })

  it('never leave an empty entry', () => {
    fc.assert(
      fc.property(layer, fc.array(fc.tuple(picked, operation), { maxLength: 6 }), (before, steps) => {
        let now = before
        for (const [{ from, to, weekdays }, op] of steps)
          now = withChanges(now, changesOf(now, datesOf(from, to, weekdays), op, priceOf))
        for (const [, one] of now) expect(one.price !== null || one.stop).toBe(true)
      }),
    )
  })
})

describe('undo', () => {
  it('restores the state before each step', () => {
    fc.assert(
      fc.property(layer, fc.array(fc.tuple(picked, operation), { maxLength: 8 }), (start, steps) => {
        const states = [start]
        const done = steps.map(([{ from, to, weekdays }, op]) => {
          const now = states.at(-1)!
          const changes = changesOf(now, datesOf(from, to, weekdays), op, priceOf)
          states.push(withChanges(now, changes))
          return changes
        })
        let now = states.pop()!
        for (const changes of done.toReversed()) {
          expect(stillStand(now, changes)).toBe(true)
          now = withChanges(now, undoOf(changes))
          expect(rows(now)).toEqual(rows(states.pop()!))
        }
      }),
    )
  })

  it('is refused once a date was changed again', () => {
    const changes = changesOf(new Map(), ['2026-10-01', '2026-10-02'], { kind: 'price', price: 100 })
    const now = withChanges(new Map(), changes)
    const later = withChanges(now, changesOf(now, ['2026-10-02'], { kind: 'stop' }))
    expect(stillStand(now, changes)).toBe(true)
    expect(stillStand(later, changes)).toBe(false)
  })
})

describe('a channel layer over the base layer', () => {
  const source = 2
  const sold = (base: Layer, own: Layer) => {
    const of = (one: Layer, at: number) => [...one].map(([day, now]) => ({ date: day, source: at, ...now }))
    const calendar = [...of(base, 0), ...of(own, source)]
    return findDayPricer({ priceRules: [ruleT], calendar, channel: null, holidays: calendar2026 }, source)!
  }

  it('uses its own price where it has one, else the base price, and is closed where either is closed', () => {
    fc.assert(
      fc.property(layer, layer, (base, own) => {
        const [both, below] = [sold(base, own), sold(base, new Map())]
        for (const one of datesOf(FIRST, addDays(FIRST, 45))) {
          const day = epochDayOf(one)
          expect(both.at(day).published).toBe(own.get(one)?.price ?? below.at(day).published)
          expect(both.at(day).stop).toBe((own.get(one)?.stop ?? false) || (base.get(one)?.stop ?? false))
        }
      }),
    )
  })

  it('sells like the base layer once everything is restored', () => {
    fc.assert(
      fc.property(layer, layer, (base, own) => {
        const all = datesOf(FIRST, addDays(FIRST, 45))
        const restored = withChanges(own, changesOf(own, all, { kind: 'restore' }))
        for (const one of all)
          expect(sold(base, restored).at(epochDayOf(one))).toEqual(sold(base, new Map()).at(epochDayOf(one)))
      }),
    )
  })
})

describe('checkRange', () => {
  const code = (from: string, to: string) => {
    try {
      checkRange(from, to, '2026-11-20')
      return 0
    } catch (error) {
      return (error as Refusal).code
    }
  }
  it('refuses past dates, a reversed range, and more than 180 days', () => {
    expect(code('2026-11-20', '2026-11-20')).toBe(0)
    expect(code('2026-11-20', addDays('2026-11-20', 179))).toBe(0)
    expect(code('2026-11-20', addDays('2026-11-20', 180))).toBe(-2)
    expect(code('2026-11-19', '2026-11-20')).toBe(3203)
    expect(code('2026-11-22', '2026-11-21')).toBe(-2)
  })
})
