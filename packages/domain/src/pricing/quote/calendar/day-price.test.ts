import { describe, expect, it } from 'vitest'
import { sumOf } from '../lines/lines.ts'
import { price } from '../price.ts'
import type { PriceRules } from '../rules.ts'
import { ask, calendar2026, channel, rulesT, ruleT } from '../testing.ts'

const base19999 = { priceRules: [{ ...ruleT, basePrice: 19999 }] }
describe('day prices', () => {
  const rentOn = (rules: Partial<PriceRules>, source = 1, from = '11-02 10:00', to = '11-03 10:00') =>
    sumOf(price(ask(from, to, { source }), { ...rulesT, ...rules }).lines, ['rent'])
  const own = { ...ruleT, id: 'own', source: 2, basePrice: 23000 }
  const raised = channel({ mode: 2, value: 1000 })
  const day = (source: number, price: number | null) => ({ source, date: '2026-11-02', price, stop: false })

  it.each<[string, number, Partial<PriceRules>, number]>([
    ["takes a channel's own rule as it is", 23000, { priceRules: [ruleT, own], channel: raised }, 2],
    ['marks the general rule up', 22000, { channel: raised }, 2],
    ['marks the general rule down', 18000, { channel: channel({ mode: 3, value: 1000 }) }, 2],
    [
      'never goes below the floor of the channel',
      19000,
      { channel: channel({ mode: 3, value: 1000, minFen: 19000 }) },
      2,
    ],
    ['does not round the same price', 19999, { ...base19999, channel: channel({ mode: 1, roundTo: 100 }) }, 2],
    [
      'falls back when the own rule is disabled',
      22000,
      { priceRules: [ruleT, { ...own, enabled: false }], channel: raised },
      2,
    ],
    ["lets the source's calendar price stand", 30000, { calendar: [day(0, 40000), day(2, 30000)], channel: raised }, 2],
    ['marks a general calendar price up', 44000, { calendar: [day(0, 40000)], channel: raised }, 2],
    ['passes over a calendar row without a price', 20000, { calendar: [day(1, null)] }, 1],
    ["ignores another source's calendar", 20000, { calendar: [day(3, 40000)] }, 1],
    [
      'falls through an empty weekend price',
      20000,
      { priceRules: [{ ...ruleT, weekendPrice: null, weekendDays: [1] }] },
      1,
    ],
    ['knows other weekend days', 26000, { priceRules: [{ ...ruleT, weekendDays: [1] }] }, 1],
  ])('%s', (_, rent, rules, source) => {
    expect(rentOn(rules, source)).toBe(rent)
  })

  it("uses the weekday's price for a holiday without a holiday price", () => {
    const rules = { priceRules: [{ ...ruleT, holidayPrice: null }] }
    expect(rentOn(rules, 1, '10-03 10:00', '10-04 10:00')).toBe(26000)
    expect(rentOn(rules, 1, '10-05 10:00', '10-06 10:00')).toBe(20000)
  })

  const fixed = { ...ruleT, tiers: [{ fromDays: 3, rateBp: null, fixedDayPrice: 15000 }] }
  it('replaces only base prices by a fixed day price', () => {
    expect(rentOn({ priceRules: [fixed] }, 1, '11-06 18:00', '11-09 18:00')).toBe(15000 + 26000 + 26000)
    expect(rentOn({ priceRules: [fixed], channel: raised }, 2, '11-06 18:00', '11-09 18:00')).toBe(16500 + 28600 * 2)
  })

  it('discounts holiday and calendar prices only where the rule allows it', () => {
    const calendar = [{ source: 0, date: '2026-10-08', price: 30000, stop: false }]
    const rules = { calendar, priceRules: [{ ...ruleT, discountOnHoliday: true }] }
    expect(rentOn({ calendar }, 1, '10-06 10:00', '10-09 10:00')).toBe(39900 * 2 + 30000)
    expect(rentOn(rules, 1, '10-06 10:00', '10-09 10:00')).toBe(37905 * 2 + 28500)
  })

  it('uses only weekdays for a year without a published calendar', () => {
    expect(calendar2026.has(2027)).toBe(false)
    expect(rentOn({}, 1, '2027-01-01 10:00', '2027-01-02 10:00')).toBe(20000)
  })
})
