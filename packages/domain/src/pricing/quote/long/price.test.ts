import { describe, expect, it } from 'vitest'
import { cancelOutcome, defaultCancelRules, longCancelBasis } from '../../terms/cancel.ts'
import { ask, at, cover, fee, handling, longSettings, refusalOf, rulesT } from '../testing.ts'
import { monthSpan, periods } from './months.ts'
import { type LongPriceInput, type LongPriceRules, longPriceFor, priceLong } from './price.ts'

const longPrices = [
  { source: 0, fromMonths: 1, monthlyPrice: 480000 },
  { source: 0, fromMonths: 3, monthlyPrice: 450000 },
  { source: 0, fromMonths: 6, monthlyPrice: 420000 },
  { source: 0, fromMonths: 12, monthlyPrice: 390000 },
]
const rules: LongPriceRules = { ...rulesT, settings: { ...rulesT.settings, ...longSettings }, services: [], longPrices }
const long = (from: string, to: string, more: Partial<LongPriceInput> = {}): LongPriceInput => ({
  ...ask(`${from} 10:00`, `${to} 10:00`),
  monthlyPrice: null,
  agreedTotal: null,
  payInterval: 1,
  ...more,
})

describe('months', () => {
  it.each([
    ['2027-01-31', '2027-07-31', 6, 0],
    ['2027-01-31', '2027-05-10', 3, 10],
    ['2027-11-30', '2028-03-30', 4, 0],
    ['2026-11-30', '2027-02-28', 3, 0],
    ['2027-01-31', '2027-02-27', 0, 27],
    ['2027-01-31', '2027-02-28', 1, 0],
    ['2027-01-31', '2027-03-30', 1, 30],
    ['2027-12-15', '2028-01-14', 0, 30],
    ['2027-01-31', '2027-01-31', 0, 0],
    ['2027-01-31', '2027-01-01', 0, 0],
  ])('%s to %s is %i months and %i days', (from, to, months, extraDays) => {
    expect(monthSpan(from, to)).toEqual({ months, extraDays })
  })

  it('counts periods from the original start', () => {
    expect(periods('2027-01-31', '2027-01-31', '2027-07-31', 1).map((period) => period.from)).toEqual([
      '2027-01-31',
      '2027-02-28',
      '2027-03-31',
      '2027-04-30',
      '2027-05-31',
      '2027-06-30',
    ])
    expect(periods('2027-11-30', '2027-11-30', '2028-03-30', 1).map((period) => period.to)).toEqual([
      '2027-12-30',
      '2028-01-30',
      '2028-02-29',
      '2028-03-30',
    ])
  })
})

describe('priceLong', () => {
  it.each([
    ['L1', '2027-01-31', '2027-07-31', 2520000],
    ['L2', '2027-01-31', '2027-05-10', 1500000],
    ['L3', '2027-11-30', '2028-03-30', 1800000],
    ['L12', '2026-11-30', '2027-02-28', 1350000],
    ['days capped at a month', '2027-01-31', '2027-03-30', 960000],
  ])('%s: %s to %s costs %i', (_, from, to, total) => {
    expect(priceLong(long(from, to), rules).total).toBe(total)
  })

  it('bills months and days on separate lines', () => {
    const quote = priceLong(long('2027-01-31', '2027-05-10'), rules)
    expect(quote.lines.map(({ name, qty, unit, amount, formula }) => [name, qty, unit, amount, formula])).toEqual([
      ['月租金', 3, 'month', 1350000, '¥4,500.00 × 3个月'],
      ['月租金（零散天数）', 10, 'day', 150000, '¥150.00 × 10天'],
    ])
  })

  it('charges day-priced services per month and the others once', () => {
    const services = [...rulesT.services, cover]
    const quote = priceLong(long('2027-01-31', '2027-05-10', { services: [{ code: 'cover', qty: 1 }] }), {
      ...rules,
      services,
      fees: [fee({ kind: 'night', amount: 5000, windowFrom: '09:00', windowTo: '10:01' })],
    })
    expect(quote.lines.slice(2).map(({ name, amount }) => [name, amount])).toEqual([
      ['基础服务费', 450000],
      ['基础服务费（零散天数）', 50000],
      ['尊享保障', 63000],
      ['尊享保障（零散天数）', 7000],
      ['手续费', handling.price],
      ['night（取车）', 5000],
      ['night（还车）', 5000],
    ])
  })

  it('prefers the rows of the source to those of all sources', () => {
    const rows = [...longPrices, { source: 2, fromMonths: 6, monthlyPrice: 500000 }]
    expect(longPriceFor(rows, 2, 12)).toBe(500000)
    expect(longPriceFor(rows, 3, 12)).toBe(390000)
    expect(refusalOf(() => longPriceFor(rows, 2, 5))).toBe('priceMissing')
  })

  it.each<[string, Partial<LongPriceInput>, string | null]>([
    ['a term under a month', { returnAt: at('2027-02-27 10:00') }, 'lengthOutOfRange'],
    ['36 months', { returnAt: at('2030-01-31 10:00') }, null],
    ['a day more than 36 months', { returnAt: at('2030-02-01 10:00') }, 'lengthOutOfRange'],
    ['an end before the start', { returnAt: at('2027-01-30 10:00') }, 'returnBeforePickup'],
    ['a start in the past', { now: at('2027-01-31 10:31') }, 'pickupInPast'],
    ['a fifth below the list', { monthlyPrice: 336000 }, null],
    ['more than a fifth below', { monthlyPrice: 335999 }, 'forbidden'],
    ['more than a fifth below by who may', { monthlyPrice: 335999, mayDiscount: true }, null],
  ])('with %s', (_, more, key) => {
    expect(refusalOf(() => priceLong(long('2027-01-31', '2027-07-31', more), rules))).toBe(key)
  })

  it('cancels by the first month, a day being a thirtieth', () => {
    const { snapshot } = priceLong(long('2027-01-31', '2027-07-31'), rules)
    const rule = defaultCancelRules.normal
    const { penalty } = cancelOutcome({ v: 1, rule, carried: [] }, longCancelBasis(snapshot), {
      pickupAt: snapshot.input.pickupAt,
      now: snapshot.input.pickupAt,
      responsibility: 1,
      noShow: false,
      waive: false,
    })
    expect(penalty).toBe(3 * 14000)
  })
})
