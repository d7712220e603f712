import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays, epochDayOf, weekday } from '../../time.ts'
import {
  agingKinds,
  cashAhead,
  type Expectation,
  endOfWeeks,
  isTooOld,
  mondayOf,
  OLD_DAYS,
  WEEKS,
  weekOf,
} from './ahead.ts'
import { cashKind, cashKinds, wayOf } from './codes.ts'
import { meanOf, monthsPaidWithin, usualLateDays } from './estimate.ts'

const day = fc.nat(1200).map((n) => addDays('2026-01-01', n))
const today = day
/** What is due around a day: overdue for long, within the weeks, and after them. */
const expectationsAt = (now: string) =>
  fc.array(
    fc.record({
      kind: fc.constantFrom(...cashKinds.values),
      dueOn: fc.integer({ min: -400, max: 150 }).map((n) => addDays(now, n)),
      lateDays: fc.nat(40),
      fen: fc.integer({ min: -500, max: 9_000_000 }),
      estimateFen: fc.nat(500),
      count: fc.integer({ min: 1, max: 40 }),
    }),
    { maxLength: 60 },
  )
const facts = today.chain((now) =>
  fc.record({
    today: fc.constant(now),
    openingFen: fc.integer({ min: -9_000_000, max: 90_000_000 }),
    depositsFen: fc.nat(9_000_000),
    expected: expectationsAt(now),
  }),
)
const sum = (all: readonly { readonly fen: number }[]) => all.reduce((whole, { fen }) => whole + fen, 0)

describe('thirteen weeks', () => {
  it('begin on the Monday of today, follow each other, and are all weeks until their end', () => {
    fc.assert(
      fc.property(facts, (one) => {
        const { weeks } = cashAhead(one)
        expect(weeks).toHaveLength(WEEKS)
        expect(weeks[0]!.from <= one.today && one.today <= weeks[0]!.to).toBe(true)
        for (const [n, { from, to }] of weeks.entries()) {
          expect(weekday(from)).toBe(1)
          expect(epochDayOf(to) - epochDayOf(from)).toBe(6)
          expect(from).toBe(addDays(mondayOf(one.today), 7 * n))
        }
        expect(addDays(weeks.at(-1)!.to, 1)).toBe(endOfWeeks(one.today))
      }),
    )
  })

  it('have everything once that is expected until their end, and nothing else', () => {
    fc.assert(
      fc.property(facts, (one) => {
        const { weeks, totals, old } = cashAhead(one)
        const within = one.expected.filter(
          (each) => !isTooOld(each, one.today) && addDays(each.dueOn, each.lateDays) < endOfWeeks(one.today),
        )
        const cells = weeks.flatMap((week) => week.cells)
        expect(sum(cells)).toBe(sum(within))
        expect(sum(totals)).toBe(sum(within))
        expect(cells.reduce((n, { count }) => n + count, 0)).toBe(within.reduce((n, { count }) => n + count, 0))
        expect(old.fen).toBe(sum(one.expected.filter((each) => isTooOld(each, one.today))))
      }),
    )
  })

  it('carry each balance to the next week, and deposits beside it', () => {
    fc.assert(
      fc.property(facts, (one) => {
        let [balance, held] = [one.openingFen, one.depositsFen]
        const { weeks, lowest } = cashAhead(one)
        for (const week of weeks) {
          for (const { kind, fen } of week.cells) {
            balance += wayOf(kind) === 'in' ? fen : -fen
            if (wayOf(kind) === 'deposit') held -= fen
          }
          expect([week.closingFen, week.depositsFen]).toEqual([balance, held])
        }
        const closings = weeks.map(({ closingFen }) => closingFen)
        expect(closings[lowest]).toBe(Math.min(...closings))
        expect(closings.indexOf(closings[lowest]!)).toBe(lowest)
      }),
    )
  })

  it('have the same figures however what is expected is sorted or summed up', () => {
    fc.assert(
      fc.property(facts, (one) => {
        const halves = one.expected.flatMap((each): Expectation[] => [
          { ...each, fen: 0, estimateFen: 0 },
          { ...each, count: 0 },
        ])
        expect(cashAhead({ ...one, expected: one.expected.toReversed() })).toEqual(cashAhead(one))
        expect(cashAhead({ ...one, expected: halves })).toEqual(cashAhead(one))
      }),
    )
  })

  it('have in the first one what is overdue, and only there', () => {
    fc.assert(
      fc.property(facts, (one) => {
        for (const [n, { cells }] of cashAhead(one).weeks.entries()) {
          const overdue = one.expected.filter(
            (each) =>
              each.dueOn < one.today &&
              !isTooOld(each, one.today) &&
              weekOf(one.today, addDays(each.dueOn, each.lateDays)) === n,
          )
          expect(cells.reduce((all, { overdueFen }) => all + overdueFen, 0)).toBe(sum(overdue))
        }
      }),
    )
  })

  it('do not count on debts of customers that are old, and pay every debt to others', () => {
    const now = '2026-11-29'
    for (const kind of cashKinds.values) {
      const at = (days: number) => isTooOld({ kind, dueOn: addDays(now, -days) }, now)
      expect([at(OLD_DAYS), at(OLD_DAYS + 1)]).toEqual([false, agingKinds.includes(kind)])
    }
    expect(agingKinds.every((kind) => wayOf(kind) === 'in')).toBe(true)
  })

  it('put a company bill where it is usually paid', () => {
    const bill = { kind: cashKind.company, dueOn: '2026-12-01', lateDays: 9, fen: 100, estimateFen: 0, count: 1 }
    const { weeks } = cashAhead({ today: '2026-11-29', openingFen: 5, depositsFen: 0, expected: [bill] })
    expect(weeks.map(({ receiptsFen }) => receiptsFen).indexOf(100)).toBe(2)
    expect(weeks[2]).toMatchObject({ from: '2026-12-07', closingFen: 105, cells: [{ overdueFen: 0 }] })
  })
})

describe('what is not known yet', () => {
  it('is late as the company was, or as all are where it paid fewer than three bills', () => {
    expect(usualLateDays({ bills: 3, medianDays: 9 }, { bills: 40, medianDays: 2 })).toBe(9)
    expect(usualLateDays({ bills: 2, medianDays: 9 }, { bills: 40, medianDays: 2 })).toBe(2)
    expect(usualLateDays(undefined, { bills: 2, medianDays: 2 })).toBe(0)
    expect(usualLateDays(undefined, undefined)).toBe(0)
  })

  it('is the mean of the newest three months, and never money that comes back', () => {
    expect(meanOf([300, 200, 101, 9000])).toBe(200)
    expect(meanOf([100])).toBe(100)
    expect(meanOf([])).toBe(0)
    expect(meanOf([-500, 100])).toBe(0)
  })

  it('is paid once for each month, on its day', () => {
    expect(monthsPaidWithin('2026-11-29', '2027-02-21', 10)).toEqual([
      { month: '2026-11-01', payOn: '2026-12-10' },
      { month: '2026-12-01', payOn: '2027-01-10' },
      { month: '2027-01-01', payOn: '2027-02-10' },
    ])
    fc.assert(
      fc.property(day, fc.nat(100), fc.integer({ min: 1, max: 28 }), (from, length, payDay) => {
        const to = addDays(from, length)
        const days = monthsPaidWithin(from, to, payDay).map(({ payOn }) => payOn)
        const expected = Array.from({ length: length + 1 }, (_, n) => addDays(from, n)).filter(
          (one) => Number(one.slice(8)) === payDay,
        )
        expect(days).toEqual(expected)
      }),
    )
  })
})
