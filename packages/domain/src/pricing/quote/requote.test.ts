import { describe, expect, it } from 'vitest'
import { reduceType } from '../../booking/order/codes.ts'
import { price, snapshotOf } from './price.ts'
import type { PriceInput, QuoteSnapshot } from './quote.ts'
import { billChanges, requote } from './requote.ts'
import type { PriceRules } from './rules.ts'
import { ask, at, atDoor, cover, deliveryFee, nightFees, oneWayFee, rulesT, ruleT, store2 } from './testing.ts'

const sold = (input: PriceInput, rules: PriceRules = rulesT): QuoteSnapshot =>
  snapshotOf(input, rules, price(input, rules))
const amounts = ({ lines }: QuoteSnapshot) => lines.map(({ name, amount }) => [name, amount])
const dearer: PriceRules = { ...rulesT, priceRules: [{ ...ruleT, basePrice: 50000 }] }

/** Wednesday to Friday, 400.00 of rent and 135.00 of services. */
const twoDays = sold(ask('11-04 10:00', '11-06 10:00'))

describe('an order that begins earlier', () => {
  it.each([
    // Up to 30 minutes are free, then each started hour costs a sixth of the return day's price, beyond 4 h a whole
    // day.
    ['11-04 09:30', 2, 0, 53500],
    ['11-04 09:29', 2, 1, 53500 + 3333],
    ['11-04 06:00', 2, 4, 53500 + 13332],
    ['11-04 05:59', 3, 0, 57000 + 15000 + 3500],
    ['11-03 20:00', 3, 0, 75500],
    ['11-03 08:00', 3, 2, 75500 + 2 * 3167],
    ['11-01 10:00', 5, 0, 4 * 19000 + 24700 + 25000 + 3500],
  ])('from %s is %i days and %i hours for %i', (from, days, overHours, total) => {
    const anew = requote(twoDays, at(from), rulesT)
    expect({ days: anew.days, overHours: anew.overHours, total: anew.total }).toEqual({ days, overHours, total })
    expect(anew.input).toEqual({ ...twoDays.input, pickupAt: at(from), now: at(from) })
  })

  it('uses the sold price for booked dates, and the present price for new ones', () => {
    expect(amounts(requote(twoDays, at('11-03 20:00'), dearer))).toEqual([
      ['租金', 47500],
      ['租金', 19000],
      ['租金', 19000],
      ['基础服务费', 15000],
      ['手续费', 3500],
    ])
  })

  it('retains discounts, services and their prices, whatever the merchant changed since', () => {
    const changed: PriceRules = {
      ...rulesT,
      priceRules: [{ ...ruleT, tiers: [], overHourPrice: 9900 }],
      services: [],
      settings: { graceMinutes: 0, dayAfterMinutes: 0, manualDiscountBp: 0 },
    }
    expect(requote(twoDays, at('11-03 08:00'), changed).lines).toEqual(
      requote(twoDays, at('11-03 08:00'), rulesT).lines,
    )
  })

  it('is not refused for a closed date, a missing price, or the longest length', () => {
    const closed = { ...rulesT, calendar: [{ source: 0, date: '2026-11-03', price: null, stop: true }] }
    expect(requote(twoDays, at('11-03 20:00'), closed).total).toBe(75500)
    expect(requote(twoDays, at('11-03 20:00'), { ...rulesT, priceRules: [] }).total).toBe(75500)
    const short = { ...rulesT, store: { ...rulesT.store, maxRentDays: 2 } }
    expect(requote(twoDays, at('11-03 20:00'), short).total).toBe(75500)
  })

  it('retains sold handover fees, applies percentages to the new bill, and adds the night fee of the new hour', () => {
    const rules = { ...rulesT, fees: [...nightFees, oneWayFee, deliveryFee], returnStore: store2 }
    const order = sold(ask('11-04 10:00', '11-06 07:30', { returnStoreId: 'S2', pickup: atDoor }), rules)
    expect(order.lines.slice(-3).map((row) => [row.code, row.amount])).toEqual([
      ['night.return', 5000],
      ['oneWay', 5350],
      ['delivery', 6000],
    ])
    const unpriced = { ...rules, fees: nightFees }
    const anew = requote(order, at('11-03 22:30'), unpriced)
    expect(anew.lines.slice(-4).map(({ code, amount, formula }) => [code, amount, formula])).toEqual([
      ['night.pickup', 5000, '22:30取车，在22:00–08:00内：¥50.00'],
      ['night.return', 5000, '07:30还车，在22:00–08:00内：¥50.00'],
      ['oneWay', 7550, '租金及服务费¥755.00 × 10%'],
      ['delivery', 6000, '¥30.00 + 10 km × ¥3.00'],
    ])
    // During the day, the night fee is not charged any more.
    expect(requote(anew, at('11-03 09:00'), unpriced).lines.map((row) => row.code)).not.toContain('night.pickup')
  })

  it('charges nothing more for insurance at its cap', () => {
    const rules = { ...rulesT, services: [...rulesT.services, cover] }
    const order = sold(ask('11-04 10:00', '11-11 10:00', { services: [{ code: 'cover', qty: 1 }] }), rules)
    const covers = ({ lines }: QuoteSnapshot) => lines.find((row) => row.code === 'cover')?.amount
    expect([covers(order), covers(requote(order, at('11-03 10:00'), rules))]).toEqual([21000, 21000])
  })

  it('retains its reductions, but is never negative', () => {
    const reduces = [
      { reduceType: reduceType.coupon, amount: 20000 },
      { reduceType: reduceType.manual, amount: 30000 },
    ]
    const given = ask('11-04 10:00', '11-06 10:00', { reduces, mayDiscount: true })
    expect(requote(sold(given), at('11-03 20:00'), rulesT).total).toBe(75500 - 50000)
    // From the third day on, a day costs 10 yuan.
    const tiers = [{ fromDays: 3, rateBp: null, fixedDayPrice: 1000 }]
    const cheap = { ...rulesT, priceRules: [{ ...ruleT, tiers }] }
    const anew = requote(sold(given, cheap), at('11-03 20:00'), cheap)
    expect(amounts(anew).slice(-2)).toEqual([
      ['优惠券', -20000],
      ['手工减免', -1500],
    ])
    expect(anew).toMatchObject({ charges: 21500, total: 0 })
  })

  it('can be requested repeatedly, from an even earlier start', () => {
    const once = requote(twoDays, at('11-03 20:00'), rulesT)
    expect(requote(once, at('11-02 12:00'), dearer).lines.map((row) => row.amount)).toEqual([
      ...[47500, 19000, 19000, 19000],
      ...[20000, 3500],
    ])
  })
})

describe('the difference of two bills', () => {
  it('is listed part by part', () => {
    expect(billChanges(twoDays.lines, requote(twoDays, at('11-03 08:00'), rulesT).lines)).toEqual([
      { name: '租金', before: 40000, after: 57000 },
      { name: '基础服务费', before: 10000, after: 15000 },
      { name: '超时费', before: 0, after: 6334 },
    ])
  })

  it('is empty for equal bills', () => {
    expect(billChanges(twoDays.lines, twoDays.lines)).toEqual([])
  })
})
