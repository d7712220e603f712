import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DAY, HOUR, MINUTE } from '../../time.ts'
import { quoteModified, sellsAnew } from './modify.ts'
import { price, snapshotOf } from './price.ts'
import type { PriceInput, QuoteSnapshot } from './quote.ts'
import type { PriceRules } from './rules.ts'
import {
  ask,
  at,
  atDoor,
  deliveryFee,
  nightFees,
  oneWayFee,
  refusalOf,
  rulesT,
  ruleT,
  store1,
  store2,
} from './testing.ts'

const rules: PriceRules = { ...rulesT, fees: [...nightFees, oneWayFee, deliveryFee], returnStore: store2 }
const sell = (input: PriceInput, by: PriceRules = rules): QuoteSnapshot => snapshotOf(input, by, price(input, by))
const dearer: PriceRules = {
  ...rules,
  priceRules: [{ ...ruleT, basePrice: 50000 }],
  services: rulesT.services.map((item) => ({ ...item, price: item.price * 2 })),
}
const booked = ask('11-04 10:00', '11-06 10:00')
const sold = sell(booked)
const total = (more: Partial<PriceInput>, by: PriceRules = dearer) =>
  quoteModified(sold, { ...booked, ...more }, by).total

describe('modification of an order', () => {
  it('retains sold prices of dates, services and fees when only times move; new dates have present prices', () => {
    expect(total({ pickupAt: at('11-04 09:30') })).toBe(sold.total)
    expect(total({ returnAt: at('11-07 10:00') })).toBe(19000 * 2 + 47500 + 15000 + 3500)
  })

  it('uses present prices with another store or model, and sold prices of its dates while both are the same', () => {
    expect(total({ modelId: 'M2' })).toBe(price({ ...booked, modelId: 'M2' }, dearer).total)
    const oneWay = quoteModified(sold, { ...booked, returnStoreId: 'S2' }, dearer)
    expect(oneWay.lines.filter(({ kind }) => kind === 'rent').map(({ amount }) => amount)).toEqual([20000, 20000])
    expect(oneWay.lines.map(({ code }) => code)).toContain('oneWay')
  })

  it('applies the booking limits to what is new', () => {
    const closed = { ...rules, calendar: [{ source: 0, date: '2026-11-06', price: null, stop: true }] }
    expect(refusalOf(() => quoteModified(sold, { ...booked, returnAt: at('11-07 10:00') }, closed))).toBe('dateStopped')
    expect(refusalOf(() => quoteModified(sold, { ...booked, returnAt: booked.pickupAt }, rules))).toBe(
      'returnBeforePickup',
    )
    expect(
      refusalOf(() =>
        quoteModified(
          sold,
          { ...booked, returnAt: at('12-30 10:00') },
          { ...rules, store: { ...rules.store, maxRentDays: 9 } },
        ),
      ),
    ).toBe('lengthOutOfRange')
    const late = { ...booked, now: booked.pickupAt + DAY }
    expect(refusalOf(() => quoteModified(sold, { ...late, returnAt: at('11-07 10:00') }, rules))).toBeNull()
    expect(refusalOf(() => quoteModified(sold, { ...late, pickupAt: booked.pickupAt + HOUR }, rules))).toBe(
      'pickupInPast',
    )
  })

  it('moves a delivery or a collection only to an hour at which its area is served', () => {
    const daily = [{ weekdays: [1, 2, 3, 4, 5, 6, 7], open: '09:00', close: '18:00' }]
    const area = { name: '市区', kind: 'both' as const, polygon: [], radiusKm: 30, feeConfigId: null, hours: daily }
    const served: PriceRules = {
      ...rules,
      fees: [deliveryFee, { ...deliveryFee, id: 'collect', kind: 'collect' }],
      store: { ...store1, serviceAreas: [area] },
      returnStore: { ...store1, serviceAreas: [area] },
    }
    const home = { ...atDoor, lng: 121.47, lat: 31.24 }
    const asked = ask('11-04 12:00', '11-06 12:00', { pickup: home, return: home })
    const delivered = sell(asked, served)
    const moved =
      (more: Partial<PriceInput>, by = served) =>
      () =>
        quoteModified(delivered, { ...asked, ...more }, by)
    expect(moved({ pickupAt: at('11-04 21:30') })).toThrow(
      expect.objectContaining({ detail: expect.objectContaining({ field: 'pickupAt' }) }),
    )
    expect(moved({ returnAt: at('11-06 22:00') })).toThrow(
      expect.objectContaining({ detail: expect.objectContaining({ field: 'returnAt' }) }),
    )
    expect(moved({ pickupAt: at('11-04 17:00'), returnAt: at('11-07 09:00') })().days).toBe(3)
    // What is not moved was agreed, and so was the place.
    const shorter = [{ ...area, hours: [{ ...daily[0]!, open: '13:00' }] }]
    const now = { ...served, store: { ...store1, serviceAreas: shorter } }
    expect(refusalOf(moved({ returnAt: at('11-07 12:00') }, now))).toBeNull()
    const elsewhere = { ...served, store: { ...store1, serviceAreas: [{ ...area, radiusKm: 0.1 }] } }
    expect(refusalOf(moved({ pickupAt: at('11-04 21:30') }, elsewhere))).toBeNull()
  })

  it('retains a reduction that was given with the permission', () => {
    const given = { ...booked, reduces: [{ reduceType: 5 as const, amount: 20000 }], mayDiscount: true }
    const asked = { ...given, mayDiscount: false, modelId: 'M2' }
    expect(quoteModified(sell(given), asked, rules).total).toBe(price({ ...given, modelId: 'M2' }, rules).total)
  })

  const moment = fc.integer({ min: 0, max: 20 * 24 * 12 }).map((step) => at('11-04 10:00') + step * 5 * MINUTE)
  const stay = fc
    .record({
      from: moment,
      minutes: fc.integer({ min: 24 * 60, max: 20 * 24 * 60 }),
      away: fc.boolean(),
    })
    .map(({ from, minutes, away }) => ({
      ...booked,
      now: booked.pickupAt - DAY,
      pickupAt: from,
      returnAt: from + minutes * MINUTE,
      returnStoreId: away ? 'S2' : booked.returnStoreId,
    }))

  it('costs the same as a new booking while the rules are the same, in both directions', () => {
    fc.assert(
      fc.property(stay, stay, (first, second) => {
        const before = sell(first)
        const after = quoteModified(before, second, rules)
        expect(after.total).toBe(price(second, rules).total)
        expect(quoteModified(after, first, rules).total).toBe(before.total)
      }),
    )
  })

  it('counts as a new sale with other goods, or with a new date', () => {
    expect(sellsAnew(booked, { ...booked, pickupAt: at('11-04 08:00'), returnAt: at('11-06 20:00') })).toBe(false)
    expect(sellsAnew(booked, { ...booked, returnStoreId: 'S2' })).toBe(false)
    expect(sellsAnew(booked, { ...booked, returnAt: at('11-07 01:00') })).toBe(true)
    expect(sellsAnew(booked, { ...booked, pickupAt: at('11-03 20:00') })).toBe(true)
    expect(sellsAnew(booked, { ...booked, modelId: 'M2' })).toBe(true)
  })
})
