import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DAY, HOUR, MINUTE, startOfDate } from '../../time.ts'
import { type BridgeFacts, reasonsOf, ruleFenOf } from './bridge.ts'

const from = startOfDate('2026-09-20')
const facts: BridgeFacts = {
  sold: [{ period: { from, to: from + 30 * DAY }, rentFen: 300_000, serviceFen: 30_000 }],
  pickedUpAt: from,
  returnedAt: from + 30 * DAY,
  postedFen: 330_000,
  wholeFen: 330_000,
  long: false,
  renewed: false,
  cars: 1,
  reversed: false,
}

it('a month has what its days earned, and that of the return what is left', () => {
  expect(ruleFenOf(facts, '2026-08')).toBe(0)
  expect(ruleFenOf(facts, '2026-09')).toBe(121_000)
  expect(ruleFenOf(facts, '2026-10')).toBe(209_000)
  expect(ruleFenOf({ ...facts, returnedAt: from + 12 * DAY }, '2026-10')).toBe(209_000)
  expect(ruleFenOf({ ...facts, returnedAt: from + 5 * DAY }, '2026-09')).toBe(330_000)
  expect(ruleFenOf({ ...facts, pickedUpAt: null, returnedAt: null }, '2026-09')).toBe(0)
})

it('the months of any rental that is over come to what was posted of it', () => {
  const hours = (most: number) => fc.integer({ min: 0, max: most * 24 }).map((n) => from + n * HOUR + 7 * MINUTE)
  const months = ['2026-08', '2026-09', '2026-10', '2026-11', '2026-12', '2027-01']
  fc.assert(
    fc.property(hours(30), hours(60), fc.nat(900_000), fc.nat(90_000), (out, back, rentFen, wholeFen) => {
      const one = {
        ...facts,
        sold: [{ ...facts.sold[0]!, rentFen }],
        pickedUpAt: Math.min(out, back),
        returnedAt: Math.max(out, back),
        wholeFen,
      }
      expect(months.reduce((sum, month) => sum + ruleFenOf(one, month), 0)).toBe(wholeFen)
    }),
  )
})

describe('the reasons', () => {
  const reasons = (more: Partial<BridgeFacts>, month = '2026-09') => reasonsOf({ ...facts, ...more }, month)
  it.each([
    [{}, ['spread']],
    [{ returnedAt: from + 8 * DAY }, ['early']],
    [{ returnedAt: from + 30 * DAY - 20 * MINUTE }, ['spread']],
    [{ long: true, renewed: true, cars: 2 }, ['long', 'renewal', 'swap']],
    [{ reversed: true, returnedAt: null }, ['undone']],
    [{ returnedAt: null, pickedUpAt: null }, ['elsewhere']],
  ] as const)('of %j are %j', (more, expected) => {
    expect(reasons(more)).toEqual(expected)
  })
  it('name a car that was out for longer than agreed, and a month without its rental', () => {
    expect(reasons({ returnedAt: null }, '2026-10')).toEqual(['late'])
    expect(reasons({ returnedAt: from + 31 * DAY }, '2026-10')).toEqual(['late'])
    expect(reasons({}, '2026-12')).toEqual(['elsewhere'])
  })
})
