import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type ChargeProfile, chargeItemOf, chargeItemProblem, chargeOf, chargeProfileProblems } from './charge.ts'
import { rangeUnit, rangeUnits } from './codes.ts'

const profile = (more: Partial<ChargeProfile> = {}): ChargeProfile => ({
  chargeItem: 'e5',
  chargeScale: 100,
  rangeItem: 'e6',
  rangeScale: 100,
  rangeUnit: rangeUnit.kilometre,
  ...more,
})
const none = { chargePct: null, rangeKm: null }

describe('charge and range', () => {
  it.each<[string, Record<string, number>, Partial<ChargeProfile>, object]>([
    ['as they are', { e5: 76, e6: 312 }, {}, { chargePct: 76, rangeKm: 312 }],
    [
      'in tenths of a percent and metres',
      { e5: 764, e6: 312_900 },
      { chargeScale: 10, rangeUnit: rangeUnit.metre },
      { chargePct: 76, rangeKm: 312 },
    ],
    [
      'in half percents and miles',
      { e5: 153, e6: 100 },
      { chargeScale: 50, rangeUnit: rangeUnit.mile },
      { chargePct: 77, rangeKm: 160 },
    ],
    [
      'by attributes',
      { evSoc: 20.4, evRange: 81.9 },
      { chargeItem: 'evSoc', rangeItem: 'evRange' },
      { chargePct: 20, rangeKm: 81 },
    ],
    ['only one of them', { e5: 0 }, {}, { chargePct: 0, rangeKm: null }],
    ['values that no car has', { e5: 255, e6: 65_535 }, {}, none],
    ['other items', { e7: 5 }, {}, none],
  ])('%s', (_, numbers, more, expected) => {
    expect(chargeOf(numbers, profile(more))).toEqual(expected)
  })

  it('of a device without a profile, or a report without items, are not known', () => {
    expect(chargeOf({ e5: 50 }, null)).toEqual(none)
    expect(chargeOf(undefined, profile())).toEqual(none)
  })

  it('are whole numbers within what a car has, whatever comes', () => {
    const numbers = fc.dictionary(fc.constantFrom('e5', 'e6', 'evSoc'), fc.double())
    const any = fc.record({
      chargeItem: fc.constantFrom('e5', 'evSoc', ''),
      chargeScale: fc.integer({ min: 1, max: 100_000 }),
      rangeItem: fc.constantFrom('e6', 'e5'),
      rangeScale: fc.integer({ min: 1, max: 100_000 }),
      rangeUnit: fc.constantFrom(...rangeUnits.values),
    })
    fc.assert(
      fc.property(numbers, any, (told, of) => {
        const { chargePct, rangeKm } = chargeOf(told, of)
        expect(chargePct === null || (Number.isInteger(chargePct) && chargePct >= 0 && chargePct <= 100)).toBe(true)
        expect(rangeKm === null || (Number.isInteger(rangeKm) && rangeKm >= 0 && rangeKm <= 2000)).toBe(true)
      }),
    )
  })

  it('rise and fall with the number that is told, in every scale', () => {
    const scale = fc.integer({ min: 1, max: 1000 })
    fc.assert(
      fc.property(fc.nat(1000), fc.nat(1000), scale, (a, b, chargeScale) => {
        const of = profile({ chargeScale })
        const [less, more] = [Math.min(a, b), Math.max(a, b)].map((e5) => chargeOf({ e5 }, of).chargePct)
        fc.pre(less != null && more != null)
        expect(less).toBeLessThanOrEqual(more!)
      }),
    )
  })
})

describe('an item', () => {
  it.each([
    ['0xE5', 'e5'],
    ['e5', 'e5'],
    ['evSoc', 'evSoc'],
    [' io113 ', 'io113'],
    ['E', null],
    ['e5f', 'e5f'],
    ['电量', null],
    ['a b c', null],
  ])('%s is stored as %s', (typed, stored) => expect(chargeItemOf(typed)).toBe(stored))

  it('that the standard defines is none, and one of the two is needed', () => {
    expect(chargeItemProblem('01')).toContain('标准')
    expect(chargeItemProblem('e5')).toBeNull()
    expect(chargeProfileProblems({ chargeItem: '', rangeItem: ' ' })).toHaveProperty('chargeItem')
    expect(chargeProfileProblems({ chargeItem: '0xE5', rangeItem: '' })).toEqual({})
    expect(chargeProfileProblems({ chargeItem: 'e5', rangeItem: '?' })).toHaveProperty('rangeItem')
  })
})
