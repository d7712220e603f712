import { describe, expect, it } from 'vitest'
import { dayPricer } from '../../pricing/quote/calendar/day-price.ts'
import { agreedTerm, ask, at, handling, rulesT, ruleT, thirtyDaysCovered } from '../../pricing/quote/testing.ts'
import { formatDateTime } from '../../time.ts'
import { freeUntil, type LateTerms, lateExpense, lateReturn } from './late.ts'

const terms: LateTerms = { overdueMultiplierBp: 15000, today: dayPricer(rulesT, 1) }

describe('lateReturn', () => {
  it.each([
    ['within grace', '11-02 10:00', '11-04 10:00', '11-04 10:25', 0],
    ['at the end of grace', '11-02 10:00', '11-04 10:00', '11-04 10:30', 0],
    ['a minute after grace', '11-02 10:00', '11-04 10:00', '11-04 10:31', 3333],
    ['four hours', '11-02 10:00', '11-04 10:00', '11-04 13:20', 13332],
    ['two days, the second raised', '11-02 10:00', '11-04 10:00', '11-05 15:00', 60000],
    ['a day and raised hours', '11-02 10:00', '11-04 10:00', '11-05 13:00', 40000],
    ['hours of a day that begins 21 h after the agreed return', '11-02 10:00', '11-04 13:00', '11-05 15:00', 40001],
    ['over-hours already paid', '11-02 10:00', '11-03 10:31', '11-03 15:00', 21667],
    ['three hours agreed, in grace', '11-02 10:00', '11-03 13:00', '11-03 13:30', 0],
    ['three hours agreed, after grace', '11-02 10:00', '11-03 13:00', '11-03 13:31', 3333],
    ['grace used by the agreed length', '11-02 10:00', '11-03 10:30', '11-03 10:45', 3333],
    ['inside the day that is paid', '11-02 10:00', '11-02 13:00', '11-02 20:00', 0],
    ['early', '11-02 10:00', '11-04 10:00', '11-03 10:00', 0],
  ])('%s: %s → %s, back %s costs %i', (_, from, to, back, fee) => {
    expect(lateReturn(agreedTerm(ask(from, to)), at(back), terms).fee).toBe(fee)
  })

  it('returns until when a late return is free', () => {
    const until = (to: string) => formatDateTime(freeUntil(agreedTerm(ask('11-02 10:00', to)))).slice(5)
    expect([until('11-03 10:00'), until('11-03 10:20'), until('11-03 10:31')]).toEqual([
      '11-03 10:30',
      '11-03 10:30',
      '11-03 11:01',
    ])
  })

  it('uses the discount as sold: a late return does not reach a cheaper tier', () => {
    // 2 days agreed at 20000; a third day would have been 5 % off had it been booked.
    expect(lateReturn(agreedTerm(ask('11-02 10:00', '11-04 10:00')), at('11-05 10:00'), terms).lines[0]?.amount).toBe(
      20000,
    )
  })

  it('adds nothing for insurance at its cap', () => {
    const late = lateReturn(thirtyDaysCovered(), at('12-03 10:00'), terms)
    // 2026-12-02 at 70 % and a day of basic service.
    expect(late.fee).toBe(14000 + 5000)
  })

  it("prices dates beyond the snapshot by today's prices, at the discount as sold", () => {
    const term = agreedTerm(ask('11-02 10:00', '11-05 10:00'))
    const today = dayPricer({ ...rulesT, priceRules: [{ ...ruleT, basePrice: 40000, tiers: [] }] }, 1)
    const late = lateReturn(term, at('11-16 10:00'), { overdueMultiplierBp: 10000, today })
    const byDate = new Map(late.lines.filter((row) => row.kind === 'rent').map((row) => [row.priceDate, row.amount]))
    expect(byDate.get('2026-11-12')).toBe(19000)
    expect(byDate.get('2026-11-13')).toBe(38000)
    const noRule = lateReturn(term, at('11-16 10:00'), { overdueMultiplierBp: 10000, today: null })
    expect(noRule.lines.find((row) => row.priceDate === '2026-11-13')?.amount).toBe(19000)
  })

  it('is one charge with an explanation', () => {
    const late = lateReturn(agreedTerm(ask('11-02 10:00', '11-04 10:00')), at('11-05 13:00'), terms)
    expect(lateExpense(late)).toEqual({
      code: 1,
      name: '超时费',
      qty: 1,
      unitPrice: 40000,
      amount: 40000,
      formula: '租金（11-04）：平日价¥200.00；超时费（11-05）：超时3小时 × ¥50.00；基础服务费：¥50.00 × 1天',
    })
    expect(lateExpense(lateReturn(agreedTerm(ask('11-02 10:00', '11-04 10:00')), at('11-04 10:30'), terms))).toBeNull()
  })

  it('names the raised share', () => {
    const late = lateReturn(agreedTerm(ask('11-02 10:00', '11-04 10:00')), at('11-05 15:00'), terms)
    expect(late.lines.map((row) => row.formula)).toEqual(['平日价¥200.00', '平日价¥200.00 × 150%', '¥50.00 × 2天'])
  })

  it('caps hours at the raised rate by the raised day', () => {
    const rules = { ...rulesT, services: [handling], priceRules: [{ ...ruleT, overHourPrice: 9000 }] }
    const late = lateReturn(agreedTerm(ask('11-02 10:00', '11-04 10:00'), rules), at('11-05 14:00'), terms)
    expect(late.fee).toBe(20000 + 30000)
  })
})
