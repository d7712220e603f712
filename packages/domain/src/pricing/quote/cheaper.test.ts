import { describe, expect, it } from 'vitest'
import { cheaperLength } from './cheaper.ts'
import { price } from './price.ts'
import type { PriceRules } from './rules.ts'
import { ask, at, atDoor, fee, rulesT, ruleT, store1 } from './testing.ts'

const cheaper = (to: string, rules: PriceRules = rulesT) => {
  const input = ask('11-02 10:00', to)
  return cheaperLength(input, rules, price(input, rules))
}

describe('cheaperLength', () => {
  it('finds the longer rental that costs less', () => {
    expect(cheaper('12-01 10:00')).toEqual({
      days: 30,
      returnAt: at('12-02 10:00'),
      total: 607100,
      saving: 43800,
      text: '租满30天共¥6,071.00，比当前租期少¥438.00',
    })
  })

  it('returns nothing when every longer rental costs more', () => {
    expect(cheaper('11-08 10:00')).toBeNull()
    expect(cheaper('12-02 10:00')).toBeNull()
  })

  it('finds a longer rental at the same price, when additional hours cost as much as a day', () => {
    const priceRules = [{ ...ruleT, overHourPrice: 5000 }]
    expect(cheaper('11-03 14:00', { ...rulesT, priceRules, services: [] })).toEqual({
      days: 2,
      returnAt: at('11-04 10:00'),
      total: price(ask('11-02 10:00', '11-04 10:00'), { ...rulesT, priceRules, services: [] }).total,
      saving: 0,
      text: expect.stringContaining('多用不加价'),
    })
    expect(cheaper('11-03 13:00', { ...rulesT, priceRules, services: [] })).toBeNull()
  })

  it('returns the cheapest of several', () => {
    const tiers = [
      { fromDays: 3, rateBp: 5000, fixedDayPrice: null },
      { fromDays: 4, rateBp: 2000, fixedDayPrice: null },
    ]
    expect(cheaper('11-04 10:00', { ...rulesT, priceRules: [{ ...ruleT, tiers }] })?.days).toBe(4)
  })

  it('includes a reduction that would exceed its limit at the lower price', () => {
    const input = ask('11-02 10:00', '12-01 10:00', { reduces: [{ reduceType: 5, amount: 130180 }] })
    expect(cheaperLength(input, rulesT, price(input, rulesT))?.total).toBe(607100 - 130180)
  })

  it('offers nothing, and fails nothing, where nobody collects the car at the end of the longer rental', () => {
    const daily = [{ weekdays: [1, 2, 3, 4, 5, 6, 7], open: '09:00', close: '18:00' }]
    const area = { name: '市区', kind: 'both' as const, polygon: [], radiusKm: 30, feeConfigId: null, hours: daily }
    const rules = {
      ...rulesT,
      fees: [fee({ kind: 'collect', name: '上门取车费', amount: 4000 })],
      returnStore: { ...store1, serviceAreas: [area] },
    }
    const home = { ...atDoor, lng: 121.47, lat: 31.24 }
    const input = ask('11-02 20:00', '12-01 12:00', { return: home })
    expect(cheaperLength(input, rules, price(input, rules))).toBeNull()
    const early = ask('11-02 10:00', '12-01 10:00', { return: home })
    expect(cheaperLength(early, rules, price(early, rules))?.days).toBe(30)
  })

  it('does not offer a length beyond a limit or over a closed date', () => {
    expect(cheaper('12-01 10:00', { ...rulesT, priceRules: [{ ...ruleT, maxDays: 29 }] })).toBeNull()
    const calendar = [{ source: 0, date: '2026-12-01', price: null, stop: true }]
    expect(cheaper('12-01 10:00', { ...rulesT, calendar })).toBeNull()
  })
})
