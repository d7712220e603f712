import { describe, expect, it } from 'vitest'
import { earlyReturn } from '../../money/expense/early.ts'
import { type LateTerms, lateReturn } from '../../money/expense/late.ts'
import { dayPricer } from '../../pricing/quote/calendar/day-price.ts'
import type { PriceRules } from '../../pricing/quote/rules.ts'
import { extendTerm, type RentalTerm, termLines } from '../../pricing/quote/term.ts'
import { agreedTerm, ask, at, childSeat, cover, refusalOf, rulesT, ruleT } from '../../pricing/quote/testing.ts'
import { earlyReturnMode } from '../../pricing/terms/return-terms.ts'
import { formatDateTime } from '../../time.ts'
import { priceRenewal, type RenewalRequest, renewalStart } from './price.ts'

const late: LateTerms = { overdueMultiplierBp: 15000, today: dayPricer(rulesT, 1) }
const request = (to: string, more: Partial<RenewalRequest> = {}): RenewalRequest => ({
  storeId: 'S1',
  modelId: 'M1',
  source: 1,
  now: at('11-02 12:00'),
  newReturnAt: at(to),
  services: null,
  reduces: [],
  mayDiscount: false,
  ...more,
})
const renew = (term: RentalTerm, to: string, rules: PriceRules = rulesT, more: Partial<RenewalRequest> = {}) =>
  priceRenewal(term, rules, request(to, more))
const term = (to: string, from = '11-02 10:00') => agreedTerm(ask(from, to))
const amounts = (quote: { lines: readonly { name: string; amount: number }[] }) =>
  quote.lines.map(({ name, amount }) => [name, amount])

describe('priceRenewal', () => {
  it.each([
    ['2 days by 3', '11-04 10:00', '11-07 10:00', 72000],
    ['3 days by 5, over a weekend', '11-05 10:00', '11-10 10:00', 125800],
    ['over-hours to a day', '11-03 14:00', '11-04 10:00', 11668],
    ['by two hours', '11-04 10:00', '11-04 12:00', 6666],
    ['28 days into the 30-day discount', '11-30 10:00', '12-03 10:00', 57000],
  ])('%s: %s → %s costs %i', (_, from, to, amount) => {
    expect(renew(term(from), to).amount).toBe(amount)
  })

  it('credits the additional hours that the new end replaces', () => {
    expect(amounts(renew(term('11-03 14:00'), '11-04 10:00'))).toEqual([
      ['租金', 20000],
      ['已收超时费抵扣', -13332],
      ['基础服务费', 5000],
    ])
  })

  it('costs nothing within the paid day', () => {
    expect(renew(term('11-02 13:00'), '11-02 20:00').amount).toBe(0)
  })

  it('extends insurance to its total cap and extras as chosen', () => {
    const rules = { ...rulesT, services: [...rulesT.services, cover, childSeat] }
    const input = ask('11-02 10:00', '11-07 10:00', {
      services: [
        { code: 'cover', qty: 1 },
        { code: 'seat', qty: 2 },
      ],
    })
    const covered = agreedTerm(input, rules)
    const all = renew(covered, '11-11 10:00', rules)
    expect(amounts(all).slice(-3)).toEqual([
      ['基础服务费', 20000],
      ['尊享保障', 6000],
      ['儿童座椅', 16000],
    ])
    const without = renew(covered, '11-11 10:00', rules, { services: [] })
    expect(amounts(without).slice(-2)).toEqual([
      ['基础服务费', 20000],
      ['尊享保障', 6000],
    ])
    const again = renew(extendTerm(covered, all.extension), '11-12 10:00', rules)
    expect(amounts(again).map(([name]) => name)).not.toContain('尊享保障')
  })

  it('sells a new service at the present price for the added days only', () => {
    const rules = { ...rulesT, services: [...rulesT.services, cover] }
    const quote = renew(term('11-04 10:00'), '11-06 10:00', rules, { services: [{ code: 'cover', qty: 1 }] })
    expect(amounts(quote).at(-1)).toEqual(['尊享保障', 6000])
    expect(
      refusalOf(() => renew(term('11-04 10:00'), '11-06 10:00', rulesT, { services: [{ code: 'x', qty: 1 }] })),
    ).toBe('badInput')
  })

  it('uses present prices and ignores closed dates', () => {
    const rules: PriceRules = {
      ...rulesT,
      priceRules: [{ ...ruleT, basePrice: 30000 }],
      calendar: [{ source: 0, date: '2026-11-04', price: null, stop: true }],
    }
    expect(renew(term('11-04 10:00'), '11-05 10:00', rules).lines[0]?.amount).toBe(28500)
  })

  it.each([
    ['less than an hour later', '11-04 10:59', 'badInput'],
    ['the same end', '11-04 10:00', 'badInput'],
    ['an hour later', '11-04 11:00', null],
  ])('with %s', (_, to, key) => {
    expect(refusalOf(() => renew(term('11-04 10:00'), to))).toBe(key)
  })

  it('must extend beyond the current time', () => {
    expect(refusalOf(() => renew(term('11-04 10:00'), '11-04 12:00', rulesT, { now: at('11-04 12:00') }))).toBe(
      'badInput',
    )
  })
})

describe('what follows a renewal', () => {
  const renewed = () => {
    const start = term('11-04 10:00')
    return extendTerm(start, renew(start, '11-07 10:00').extension)
  }

  it('computes a late return from the new end at the new discount', () => {
    // 5 days, tier 3: Saturday 11-07 at 95 %.
    expect(lateReturn(renewed(), at('11-08 10:00'), late).fee).toBe(24700 + 5000)
    expect(lateReturn(renewed(), at('11-07 10:30'), late).fee).toBe(0)
  })

  it('recalculates an early return over all slots', () => {
    // Charged 40000 + 10000 + 3500 and 72000; used 3 days at 95 %.
    const early = earlyReturn(renewed(), at('11-05 09:00'), 125500, {
      mode: earlyReturnMode.full,
      feeBp: 0,
      merchantCause: false,
    })
    expect(early).toMatchObject({ charged: 125500, recalculated: 57000 + 15000 + 3500, refund: 50000 })
  })
})

describe('an overdue renewal', () => {
  it('is priced from the agreed end up to dayAfterMinutes late', () => {
    const start = renewalStart(term('11-04 10:00'), at('11-04 14:00'), late)
    expect(start.late).toBeNull()
    expect(renew(start.term, '11-05 10:00', rulesT, { now: at('11-04 14:00') }).amount).toBe(19000 + 5000)
  })

  it('continues after the slots of the late fee when it is requested later', () => {
    const now = at('11-05 13:00')
    const start = renewalStart(term('11-04 10:00'), now, late)
    expect(start.late?.fee).toBe(40000)
    expect(formatDateTime(start.term.returnAt)).toBe('2026-11-05 13:00')
    const quote = renew(start.term, '11-06 10:00', rulesT, { now })
    expect(amounts(quote)).toEqual([
      ['租金', 19000],
      ['已收超时费抵扣', -15000],
      ['基础服务费', 5000],
    ])
  })

  it('causes no late fee within the paid day', () => {
    expect(renewalStart(term('11-02 13:00'), at('11-03 09:00'), late).late).toBeNull()
  })

  it('does not refund the late fee in a later early return', () => {
    const now = at('11-05 13:00')
    const start = renewalStart(term('11-04 10:00'), now, late)
    const whole = extendTerm(start.term, renew(start.term, '11-08 10:00', rulesT, { now }).extension)
    const early = earlyReturn(whole, at('11-06 10:00'), 1_000_000, {
      mode: earlyReturnMode.full,
      feeBp: 0,
      merchantCause: false,
    })
    const rent = early.lines.filter((row) => row.kind === 'rent').map((row) => row.amount)
    expect(rent).toEqual([19000, 19000, 20000, 19000])
    expect(termLines(whole).length).toBeGreaterThan(early.lines.length)
  })
})
