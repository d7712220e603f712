import { describe, expect, it } from 'vitest'
import { price, snapshotOf } from './price.ts'
import type { PriceInput, QuoteSnapshot } from './quote.ts'
import type { PriceRules } from './rules.ts'
import { ask, refusalOf, rulesT, ruleT } from './testing.ts'

const sold = (input: PriceInput, rules: PriceRules = rulesT): QuoteSnapshot =>
  snapshotOf(input, rules, price(input, rules))
const dearer: PriceRules = { ...rulesT, priceRules: [{ ...ruleT, basePrice: 50000 }] }
const rent = (input: PriceInput, rules: PriceRules, kept?: QuoteSnapshot) =>
  price(input, rules, kept)
    .lines.filter((row) => row.kind === 'rent')
    .map((row) => row.amount)

describe('snapshotOf', () => {
  it('stores the slots and 7 dates after the return', () => {
    const { days, dayPrices } = sold(ask('11-02 10:00', '11-04 13:00'))
    expect(days).toBe(2)
    expect(dayPrices.map((day) => day.date.slice(5))).toEqual([
      ...['11-02', '11-03', '11-04', '11-05', '11-06'],
      ...['11-07', '11-08', '11-09', '11-10', '11-11'],
    ])
  })

  it('survives JSON', () => {
    const snapshot = sold(ask('11-02 10:00', '11-09 12:00', { reduces: [{ reduceType: 5, amount: 100 }] }))
    expect(JSON.parse(JSON.stringify(snapshot))).toEqual(snapshot)
  })
})

describe('a modification', () => {
  const booked = ask('11-02 10:00', '11-04 10:00')

  it('retains the price of booked dates, and uses the present one for new dates', () => {
    expect(rent(ask('11-03 10:00', '11-05 10:00'), dearer, sold(booked))).toEqual([20000, 50000])
  })

  it('discounts by the new length', () => {
    expect(rent(ask('11-02 10:00', '11-05 10:00'), dearer, sold(booked))).toEqual([19000, 19000, 47500])
  })

  it('retains what an earlier modification retained', () => {
    const moved = ask('11-03 10:00', '11-05 10:00')
    const second = snapshotOf(moved, dearer, price(moved, dearer, sold(booked)), sold(booked))
    const dearest = { ...rulesT, priceRules: [{ ...ruleT, basePrice: 90000 }] }
    expect(rent(ask('11-03 10:00', '11-06 10:00'), dearest, second)).toEqual([19000, 47500, 85500])
  })

  it('does not refuse a date that was sold before it was closed', () => {
    const closed = {
      ...rulesT,
      calendar: [{ source: 0, date: '2026-11-03', price: null, stop: true }],
    }
    expect(refusalOf(() => price(ask('11-02 12:00', '11-04 12:00'), closed, sold(booked)))).toBeNull()
    expect(refusalOf(() => price(ask('11-02 12:00', '11-04 12:00'), closed))).toBe('dateStopped')
  })

  it('uses present prices once model, store or source change', () => {
    for (const more of [{ modelId: 'M2' }, { storeId: 'S2', returnStoreId: 'S2' }, { source: 2 }]) {
      expect(rent({ ...booked, ...more }, dearer, sold(booked))).toEqual([50000, 50000])
    }
  })
})
