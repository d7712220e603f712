import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { source, type sources } from '../../booking/order/codes.ts'
import { dueAtBooking } from '../../money/payment/steps.ts'
import {
  checkPrepay,
  MAX_PREPAY_FEN,
  PREPAY_BP,
  type PrepayRule,
  prepayKind,
  prepayOf,
  prepayRules,
  prepayWords,
  splitPrice,
} from './prepay.ts'

const share = (rateBp: number): PrepayRule => ({ kind: prepayKind.share, rateBp, fixedFen: null })
const fixed = (fixedFen: number): PrepayRule => ({ kind: prepayKind.fixed, rateBp: null, fixedFen })
const firstDay: PrepayRule = { kind: prepayKind.firstDay, rateBp: null, fixedFen: null }
const all: PrepayRule = { kind: prepayKind.all, rateBp: null, fixedFen: null }

const fen = fc.integer({ min: 0, max: 200_000_000 })
const rules = fc.oneof(
  fc.constant(null),
  fc.constant(all),
  fc.constant(firstDay),
  fc.integer(PREPAY_BP).map(share),
  fc.integer({ min: 1, max: MAX_PREPAY_FEN }).map(fixed),
)

describe('the prepayment of a booking', () => {
  it('is between zero and the price, and adds up with the rest to the price', () => {
    fc.assert(
      fc.property(rules, fen, fen, (rule, total, day) => {
        const { prepay, rest } = splitPrice(rule, { total, firstDay: day })
        expect(Number.isInteger(prepay) && Number.isInteger(rest)).toBe(true)
        expect(prepay).toBeGreaterThanOrEqual(Math.min(1, total))
        expect(rest).toBeGreaterThanOrEqual(0)
        expect(prepay + rest).toBe(total)
      }),
    )
  })

  it('a more expensive rental never has a lower prepayment by the same rule', () => {
    fc.assert(
      fc.property(rules, fen, fen, fc.nat(1_000_000), (rule, total, day, more) => {
        // A share below one fen makes the whole price due; such prices are excluded here.
        fc.pre(total >= 10_000 && day > 0)
        const before = splitPrice(rule, { total, firstDay: day }).prepay
        expect(splitPrice(rule, { total: total + more, firstDay: day }).prepay).toBeGreaterThanOrEqual(before)
      }),
    )
  })

  it.each([
    ['no rule', null, 86_900, 0],
    ['all', all, 86_900, 0],
    ['30 %', share(3_000), 26_070, 60_830],
    ['33.33 %', share(3_333), 28_964, 57_936],
    ['200 yuan', fixed(20_000), 20_000, 66_900],
    ['more than it costs', fixed(100_000), 86_900, 0],
    ['the first day', firstDay, 22_800, 64_100],
  ])('%s of 869 yuan', (_, rule, prepay, rest) => {
    expect(splitPrice(rule, { total: 86_900, firstDay: 22_800 })).toEqual({ prepay, rest })
  })

  it('a rule that results in zero makes the whole price due; a free rental has no prepayment', () => {
    expect(splitPrice(firstDay, { total: 500, firstDay: 0 })).toEqual({ prepay: 500, rest: 0 })
    expect(splitPrice(share(100), { total: 49, firstDay: 0 })).toEqual({ prepay: 49, rest: 0 })
    expect(splitPrice(share(3_000), { total: 0, firstDay: 100 })).toEqual({ prepay: 0, rest: 0 })
  })

  it('an order stores an amount only when something is left for the pickup', () => {
    expect(prepayOf(share(3_000), { total: 86_900, firstDay: 0 })).toBe(26_070)
    expect(prepayOf(fixed(86_900), { total: 86_900, firstDay: 0 })).toBeNull()
    expect(prepayOf(null, { total: 86_900, firstDay: 0 })).toBeNull()
  })

  it('an order that waits for its payment continues after its prepayment, or after full payment', () => {
    expect(dueAtBooking({ prepayFen: 26_070, prepayDueFen: 26_070, owedFen: 86_900 })).toBe(26_070)
    expect(dueAtBooking({ prepayFen: 26_070, prepayDueFen: 0, owedFen: 60_830 })).toBe(0)
    expect(dueAtBooking({ prepayFen: null, prepayDueFen: 0, owedFen: 86_900 })).toBe(86_900)
  })
})

describe('rules that a merchant sets', () => {
  const of = (rule: PrepayRule, from: (typeof sources.values)[number] = source.offline) => ({ source: from, ...rule })

  it('are read as they were stored; full payment is not stored', () => {
    const stored = checkPrepay([of(share(3_000)), of(fixed(5_000), source.rail), of(all, source.travel)])
    expect(stored).toEqual({ 1: share(3_000), 11: fixed(5_000) })
    expect(prepayRules(JSON.parse(JSON.stringify(stored)))).toEqual(stored)
  })

  it.each([
    ['a source twice', [of(firstDay), of(share(3_000))]],
    ['a share of nothing', [of({ ...share(3_000), rateBp: null })]],
    ['an amount of nothing', [of({ ...fixed(1), fixedFen: null })]],
  ])('refuses %s', (_, chosen) => {
    expect(() => checkPrepay(chosen)).toThrow(/预付/)
  })

  it.each([
    null,
    7,
    { 1: null },
    { 1: share(0) },
    { 1: share(10_000) },
    { 1: fixed(0) },
    { 1: fixed(1.5) },
    { 9: firstDay },
    { x: firstDay },
  ])('uses full payment for an invalid stored rule: %j', (stored) => {
    expect(prepayRules(stored)).toEqual({})
  })

  it('are described as text', () => {
    expect([null, all, share(3_000), share(3_350), fixed(20_000), firstDay].map(prepayWords)).toEqual([
      '全额',
      '全额',
      '30%',
      '33.5%',
      '¥200.00',
      '首日租金',
    ])
  })
})
