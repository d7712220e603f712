import { describe, expect, it } from 'vitest'
import { planOf } from '../../../rental/instalment/rows.ts'
import { ask, cover, handling, longSettings, refusalOf, rulesT } from '../testing.ts'
import { type LongPriceInput, type LongPriceRules, type LongSnapshot, priceLong, quoteModifiedLong } from './price.ts'

/* A contract that is modified before it begins: L1 is six months from 2027-01-31 at 420000. */

const longPrices = [
  { source: 0, fromMonths: 1, monthlyPrice: 480000 },
  { source: 0, fromMonths: 3, monthlyPrice: 450000 },
  { source: 0, fromMonths: 6, monthlyPrice: 420000 },
  { source: 0, fromMonths: 12, monthlyPrice: 390000 },
]
const rules: LongPriceRules = { ...rulesT, settings: { ...rulesT.settings, ...longSettings }, services: [], longPrices }
/** Half a year later all prices are doubled. */
const dearer: LongPriceRules = {
  ...rules,
  settings: { ...rules.settings, instalmentGraceDays: 0, lateFeeBpPerDay: 50, terminatePenaltyMonths: 3 },
  longPrices: longPrices.map((row) => ({ ...row, monthlyPrice: row.monthlyPrice * 2 })),
}
const long = (from: string, to: string, more: Partial<LongPriceInput> = {}): LongPriceInput => ({
  ...ask(`${from} 10:00`, `${to} 10:00`),
  monthlyPrice: null,
  agreedTotal: null,
  payInterval: 1,
  mayDiscount: false,
  ...more,
})
const sell = (more: Partial<LongPriceInput> = {}, by = rules): LongSnapshot =>
  priceLong(long('2027-01-31', '2027-07-31', more), by).snapshot
const L1 = sell()

describe('a long contract that is modified before it begins', () => {
  it('has the same monthly price and terms for the same number of months', () => {
    const moved = quoteModifiedLong(L1, long('2027-03-01', '2027-09-01', { payInterval: 3 }), dearer)
    expect(moved).toMatchObject({ monthlyPrice: 420000, total: 2520000, startDate: '2027-03-01' })
    expect(moved.terms).toEqual({ ...L1.terms, payInterval: 3 })
    expect(planOf(moved).map(({ dueDate, amount }) => [dueDate, amount])).toEqual([
      ['2027-03-01', 1260000],
      ['2027-06-01', 1260000],
    ])
  })

  it('uses list prices for another term, model or store', () => {
    expect(quoteModifiedLong(L1, long('2027-01-31', '2027-04-30'), rules)).toMatchObject({
      monthlyPrice: 450000,
      total: 1350000,
    })
    expect(quoteModifiedLong(L1, long('2027-01-31', '2028-01-31'), dearer).monthlyPrice).toBe(780000)
    expect(quoteModifiedLong(L1, long('2027-01-31', '2027-07-31', { modelId: '99' }), dearer).monthlyPrice).toBe(840000)
  })

  it('equals a new sale when nothing was agreed by hand and no price changed', () => {
    for (let days = 28; days < 400; days += 13) {
      const end = new Date(Date.UTC(2027, 0, 31 + days)).toISOString().slice(0, 10)
      const wish = long('2027-01-31', end, { payInterval: ([1, 3, 6, 12] as const)[days % 4]! })
      expect(planOf(quoteModifiedLong(L1, wish, rules))).toEqual(planOf(priceLong(wish, rules).snapshot))
    }
  })

  it('has the agreed total for the same term, and the given reductions', () => {
    const agreed = sell({ agreedTotal: 2000000, mayDiscount: true })
    expect(quoteModifiedLong(agreed, long('2027-02-05', '2027-08-05'), rules).total).toBe(2000000)
    expect(quoteModifiedLong(agreed, long('2027-01-31', '2027-04-30'), rules).total).toBe(1350000)
    const reduces = [{ reduceType: 2 as const, amount: 800000 }]
    const reduced = sell({ reduces, mayDiscount: true })
    expect(quoteModifiedLong(reduced, long('2027-02-05', '2027-08-05', { reduces }), rules).total).toBe(1720000)
  })

  it('needs the discount permission to give more away than before, also by another term', () => {
    const cheap = sell({ monthlyPrice: 300000, mayDiscount: true })
    expect(quoteModifiedLong(cheap, long('2027-02-05', '2027-08-05'), rules).monthlyPrice).toBe(300000)
    const raise = long('2027-01-31', '2027-07-31', { monthlyPrice: 310000 })
    expect(quoteModifiedLong(cheap, raise, rules).monthlyPrice).toBe(310000)
    const refused = 'forbidden'
    const lower = { ...raise, monthlyPrice: 290000 }
    expect(refusalOf(() => quoteModifiedLong(cheap, lower, rules))).toBe(refused)
    expect(quoteModifiedLong(cheap, { ...lower, mayDiscount: true }, rules).monthlyPrice).toBe(290000)
    const shorter = long('2027-01-31', '2027-03-31', { monthlyPrice: 300000 })
    expect(refusalOf(() => quoteModifiedLong(cheap, shorter, rules))).toBe(refused)
    const total = long('2027-01-31', '2027-07-31', { agreedTotal: 1700000 })
    expect(refusalOf(() => quoteModifiedLong(cheap, total, rules))).toBe(refused)
  })

  it('has the services as they were sold, and no others unless requested', () => {
    const services = [cover, handling]
    const sold = sell({ services: [{ code: cover.code, qty: 1 }] }, { ...rules, services })
    const raised = services.map((one) => ({ ...one, price: one.price * 2 }))
    const wish = long('2027-02-05', '2027-08-05', { services: [{ code: cover.code, qty: 1 }] })
    expect(quoteModifiedLong(sold, wish, { ...rules, services: raised }).total).toBe(sold.total)
    expect(quoteModifiedLong(sold, wish, { ...rules, services: [] }).services).toEqual(sold.services)
  })

  it('respects the limits of a new sale', () => {
    const refused = (wish: LongPriceInput, by = rules) => refusalOf(() => quoteModifiedLong(L1, wish, by))
    expect(refused(long('2027-01-31', '2027-02-20'))).toBe('lengthOutOfRange')
    expect(refused(long('2027-01-31', '2027-01-30'))).toBe('returnBeforePickup')
    expect(refused(long('2027-01-31', '2028-01-31'), { ...rules, longPrices: [] })).toBe('priceMissing')
  })
})
