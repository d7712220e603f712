import { expect, it } from 'vitest'
import { price } from '../quote/price.ts'
import { ask, rulesT, ruleT } from '../quote/testing.ts'
import { benchOf, type SoldOrder } from './bench.ts'

const sold = (from: string, to: string): SoldOrder => {
  const input = ask(from, to)
  return { input, lines: price(input, rulesT).lines }
}
/** Monday to Tuesday, and a week from that Monday. */
const day = sold('11-02 10:00', '11-03 10:00')
const week = sold('11-02 10:00', '11-09 10:00')
const next = sold('11-03 10:00', '11-04 10:00')
const by = (more: object) => () => ({ saved: rulesT, draft: { ...rulesT, priceRules: [{ ...ruleT, ...more }] } })

it('returns what orders would have earned, by the day of their pickup', () => {
  const bench = benchOf([next, day], by({ basePrice: 25_000 }))
  expect(bench).toEqual({
    orders: 2,
    sold: 40_000,
    saved: 40_000,
    draft: 50_000,
    unsold: 0,
    unsoldRent: 0,
    left: 0,
    days: [
      { day: '2026-11-02', orders: 1, sold: 20_000, saved: 20_000, draft: 25_000, unsold: 0, unsoldRent: 0 },
      { day: '2026-11-03', orders: 1, sold: 20_000, saved: 20_000, draft: 25_000, unsold: 0, unsoldRent: 0 },
    ],
  })
})

it('counts orders separately that could not have been sold at their length', () => {
  const bench = benchOf([day, week], by({ minDays: 2 }))
  expect(bench).toMatchObject({ orders: 2, unsold: 1, unsoldRent: 20_000, draft: bench.saved - 20_000 })
})

it('ignores orders that the saved prices cannot sell either', () => {
  const closed = { ...rulesT, calendar: [{ source: 0, date: '2026-11-02', price: null, stop: true }] }
  expect(benchOf([day, next], () => ({ saved: closed, draft: closed }))).toMatchObject({ orders: 1, left: 1 })
})

it('is zero without orders', () => {
  expect(benchOf([], by({}))).toEqual({
    orders: 0,
    sold: 0,
    saved: 0,
    draft: 0,
    unsold: 0,
    unsoldRent: 0,
    left: 0,
    days: [],
  })
})
