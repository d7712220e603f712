import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { applyBp } from '../../money.ts'
import { type AgreedPrice, agreedMonths, agreedText, withAgreed } from './company-prices.ts'
import { sumOf } from './lines/lines.ts'
import { longPriceFor } from './long/price.ts'
import { price } from './price.ts'
import { ask, rulesT } from './testing.ts'

const none: AgreedPrice = { rateBp: null, dayFen: null, monthFen: null }
const stays = fc.constantFrom(
  ['11-02 10:00', '11-03 10:00'],
  ['11-06 18:00', '11-09 18:00'],
  ['10-02 10:00', '10-06 13:00'],
  ['11-02 10:00', '12-20 10:00'],
) as fc.Arbitrary<readonly [string, string]>
const rentOf = (agreed: AgreedPrice | null, [from, to]: readonly [string, string]) =>
  sumOf(price(ask(from, to), withAgreed(rulesT, agreed)).lines, ['rent'])

describe('the agreed price of a company', () => {
  it('of a day is the price of each day, on weekends, holidays and however long the rental is', () => {
    fc.assert(
      fc.property(stays, fc.integer({ min: 1, max: 500_000 }), (stay, dayFen) => {
        const { days } = price(ask(...stay), rulesT)
        expect(rentOf({ ...none, dayFen }, stay)).toBe(days * dayFen)
      }),
    )
  })

  it('by a share is that share of each day of the list price, to the rounding of a day', () => {
    fc.assert(
      fc.property(stays, fc.integer({ min: 1000, max: 10_000 }), (stay, rateBp) => {
        const { days } = price(ask(...stay), rulesT)
        const listed = rentOf(null, stay)
        expect(Math.abs(rentOf({ ...none, rateBp }, stay) - applyBp(listed, rateBp))).toBeLessThanOrEqual(days)
        expect(rentOf({ ...none, rateBp }, stay)).toBeLessThanOrEqual(listed)
      }),
    )
  })

  it('is the list price where nothing was agreed', () => {
    fc.assert(
      fc.property(stays, (stay) => {
        expect(rentOf(none, stay)).toBe(rentOf(null, stay))
      }),
    )
  })

  it('keeps closed dates closed and is named in the bill', () => {
    const calendar = [{ source: 0, date: '2026-11-02', price: 30_000, stop: true }]
    const agreed = { ...none, dayFen: 15_000 }
    expect(() => price(ask('11-02 10:00', '11-03 10:00'), withAgreed({ ...rulesT, calendar }, agreed))).toThrow()
    expect(price(ask('11-02 10:00', '11-03 10:00'), withAgreed(rulesT, agreed)).lines[0]!.formula).toBe('协议价¥150.00')
  })
})

it('a monthly price of a company goes before its share, and needs no list price', () => {
  const listed = [
    { source: 0, fromMonths: 1, monthlyPrice: 400_000 },
    { source: 0, fromMonths: 6, monthlyPrice: 360_000 },
  ]
  expect(longPriceFor(agreedMonths(listed, { ...none, monthFen: 300_000, rateBp: 9000 }), 1, 8)).toBe(300_000)
  expect(longPriceFor(agreedMonths([], { ...none, monthFen: 300_000 }), 1, 1)).toBe(300_000)
  expect(longPriceFor(agreedMonths(listed, { ...none, rateBp: 9000 }), 1, 8)).toBe(324_000)
  expect(longPriceFor(agreedMonths(listed, null), 1, 2)).toBe(400_000)
})

it('says what was agreed', () => {
  expect(agreedText({ ...none, dayFen: 18_000 }, false)).toBe('协议日租¥180.00')
  expect(agreedText({ ...none, dayFen: 18_000, monthFen: 400_000 }, true)).toBe('协议月租¥4,000.00')
  expect(agreedText({ ...none, rateBp: 9000 }, false)).toBe('协议价，按标价的90%')
  expect(agreedText(none, false)).toBeNull()
})
