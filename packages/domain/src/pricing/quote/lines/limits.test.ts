import { describe, expect, it } from 'vitest'
import { source } from '../../../booking/order/codes.ts'
import type { RefusalKey } from '../../../refusal.ts'
import { price } from '../price.ts'
import type { PriceInput } from '../quote.ts'
import type { PriceRules } from '../rules.ts'
import { ask, at, atDoor, channel, deliveryFee, refusalOf, rulesT, ruleT, store2, weekend } from '../testing.ts'

const stopped = (date: string, source: number) => ({ calendar: [{ source, date, price: null, stop: true }] })

describe('price refuses', () => {
  const cases: [string, RefusalKey | null, PriceInput, Partial<PriceRules>?][] = [
    ['a return at the pickup', 'returnBeforePickup', ask('11-02 10:00', '11-02 10:00')],
    ['a return before the pickup', 'returnBeforePickup', ask('11-02 10:00', '11-02 09:00')],
    ['a model without a rule', 'priceMissing', weekend(), { priceRules: [] }],
    ['a model whose rule is disabled', 'priceMissing', weekend(), { priceRules: [{ ...ruleT, enabled: false }] }],
    [
      'a channel of own prices without a rule',
      'priceMissing',
      weekend({ source: 2 }),
      { channel: channel({ mode: 4 }) },
    ],
    ['a closed date', 'dateStopped', weekend(), stopped('2026-11-08', 1)],
    ['a date closed for all', 'dateStopped', weekend(), stopped('2026-11-08', 0)],
    ['no date closed for another source', null, weekend(), stopped('2026-11-08', 2)],
    ['no closed return date that is no slot', null, weekend(), stopped('2026-11-09', 1)],
    ['a closed date of the hours over', 'dateStopped', ask('11-02 10:00', '11-03 12:00'), stopped('2026-11-03', 1)],
    ['more than the manual share', 'forbidden', weekend({ reduces: [{ reduceType: 5, amount: 17381 }] })],
    [
      'no more than the manual share in two',
      null,
      weekend({
        reduces: [
          { reduceType: 5, amount: 17000 },
          { reduceType: 6, amount: 380 },
        ],
      }),
    ],
    [
      'two that exceed the manual share together',
      'forbidden',
      weekend({
        reduces: [
          { reduceType: 2, amount: 17000 },
          { reduceType: 6, amount: 381 },
        ],
      }),
    ],
    ['a coupon by hand', 'forbidden', weekend({ reduces: [{ reduceType: 1, amount: 1 }] })],
    ["a member's discount by hand", 'forbidden', weekend({ reduces: [{ reduceType: 4, amount: 1 }] })],
    ['a subsidy by hand', 'forbidden', weekend({ source: 2, reduces: [{ reduceType: 3, amount: 1 }] })],
    ['no coupon of a holder', null, weekend({ mayDiscount: true, reduces: [{ reduceType: 1, amount: 80000 }] })],
    ['no member', null, weekend({ mayDiscount: true, reduces: [{ reduceType: 4, amount: 80000 }] })],
    ['no subsidy', null, weekend({ source: 2, mayDiscount: true, reduces: [{ reduceType: 3, amount: 80000 }] })],
    [
      'a subsidy without a channel',
      'badInput',
      weekend({ mayDiscount: true, reduces: [{ reduceType: 3, amount: 1 }] }),
    ],
    [
      "a subsidy on the merchant's own page, which no platform would pay",
      'badInput',
      weekend({ source: source.own, mayDiscount: true, reduces: [{ reduceType: 3, amount: 1 }] }),
    ],
    [
      'no manual reduction of a holder of order.discount',
      null,
      weekend({ mayDiscount: true, reduces: [{ reduceType: 5, amount: 86900 }] }),
    ],
    ['more than the charges', 'badInput', weekend({ mayDiscount: true, reduces: [{ reduceType: 5, amount: 86901 }] })],
    ['a reduction of nothing', 'badInput', weekend({ reduces: [{ reduceType: 5, amount: 0 }] })],
    ['a service not on offer', 'badInput', weekend({ services: [{ code: 'cover', qty: 1 }] })],
    ['more pieces than allowed', 'badInput', weekend({ services: [{ code: 'base', qty: 2 }] })],
    ['less than the minimal hours', 'lengthOutOfRange', ask('11-02 10:00', '11-02 10:59')],
    ['a minute beyond the longest rental', 'lengthOutOfRange', ask('11-02 10:00', '2027-01-01 10:01')],
    ['not the longest rental', null, ask('11-02 10:00', '2027-01-01 10:00')],
    [
      'fewer days than the rule asks',
      'lengthOutOfRange',
      ask('11-02 10:00', '11-03 14:00'),
      { priceRules: [{ ...ruleT, minDays: 2 }] },
    ],
    ['more days than the rule allows', 'lengthOutOfRange', weekend(), { priceRules: [{ ...ruleT, maxDays: 2 }] }],
    [
      'more days than the channel allows',
      'lengthOutOfRange',
      weekend({ source: 2 }),
      { channel: channel({ maxDays: 2 }) },
    ],
    ['a channel inside the lead time', 'advanceTooShort', weekend({ source: 2, now: at('11-06 16:01') })],
    ['not a channel at the lead time', null, weekend({ source: 2, now: at('11-06 16:00') })],
    [
      'a channel inside its own lead time',
      'advanceTooShort',
      weekend({ source: 2, now: at('11-06 15:00') }),
      { channel: channel({ minLeadMinutes: 240 }) },
    ],
    [
      "a channel inside the rule's lead time",
      'advanceTooShort',
      weekend({ source: 2, now: at('11-06 15:00') }),
      { priceRules: [{ ...ruleT, advanceMinMinutes: 181 }] },
    ],
    ['staff never for lead time', null, weekend({ now: at('11-06 17:59') })],
    ['no walk-in within the grace minutes', null, weekend({ now: at('11-06 18:30') })],
    ['a walk-in later', 'pickupInPast', weekend({ now: at('11-06 18:31') })],
    ['a channel a minute late', 'pickupInPast', weekend({ source: 2, now: at('11-06 18:01') })],
    ['a pickup too far ahead', 'badInput', weekend({ now: at('05-10 17:59') })],
    ['delivery that the store has no price for', 'outOfServiceRange', weekend({ pickup: atDoor })],
    [
      'delivery without an address',
      'badInput',
      weekend({ pickup: { ...atDoor, metres: null } }),
      { fees: [deliveryFee] },
    ],
    [
      'delivery beyond the farthest km',
      'outOfServiceRange',
      weekend({ pickup: { ...atDoor, metres: 30001 } }),
      { fees: [deliveryFee] },
    ],
    [
      'not delivery at the farthest km',
      null,
      weekend({ pickup: { ...atDoor, metres: 30000 } }),
      { fees: [deliveryFee] },
    ],
    [
      'another city without a price for the pair',
      'outOfServiceRange',
      weekend({ returnStoreId: 'S2' }),
      { returnStore: { ...store2, cityCode: '330100' } },
    ],
    [
      'a store that takes no cars of this one',
      'outOfServiceRange',
      weekend({ returnStoreId: 'S2' }),
      { returnStore: store2, store: { ...rulesT.store, oneWayStoreIds: [] } },
    ],
  ]
  it.each(cases)('%s (%s)', (_, key, input, rules) => {
    expect(refusalOf(() => price(input, { ...rulesT, ...rules }))).toBe(key)
  })
})

describe('hints', () => {
  it('shows staff that the lead time is too short', () => {
    expect(price(weekend({ now: at('11-06 16:01') }), rulesT).hints).toEqual([
      { kind: 'leadTime', text: '未提前2小时预订，请确认能按时备车' },
    ])
    expect(price(weekend({ now: at('11-06 16:00') }), rulesT).hints).toEqual([])
  })
  it('shows nothing for a pickup at once', () => {
    expect(price(weekend({ now: at('11-06 18:00') }), rulesT).hints).toEqual([])
    expect(price(weekend({ now: at('11-06 18:04') }), rulesT).hints).toEqual([])
  })
})
