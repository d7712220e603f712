import { describe, expect, it } from 'vitest'
import { agreedTerm, ask, at, thirtyDaysCovered } from '../../pricing/quote/testing.ts'
import { earlyReturnMode } from '../../pricing/terms/return-terms.ts'
import { type EarlyTerms, earlyExpense, earlyReturn } from './early.ts'

const withFee: EarlyTerms = { mode: earlyReturnMode.withFee, feeBp: 2000, merchantCause: false }
const week = () => agreedTerm(ask('11-02 10:00', '11-09 10:00'))

describe('earlyReturn', () => {
  it('recalculates with the length discount of the used time, and deducts the fee', () => {
    const early = earlyReturn(week(), at('11-06 09:40'), 175300, withFee)
    expect(early).toMatchObject({
      days: 4,
      overHours: 0,
      charged: 175300,
      recalculated: 99500,
      refundable: 75800,
      fee: 15160,
      refund: 60640,
    })
    expect(earlyExpense(early, withFee)).toMatchObject({ code: 14, amount: 15160, formula: '未用部分¥758.00 × 20%' })
  })

  it('refunds less where the charges had been reduced', () => {
    const term = agreedTerm(ask('11-02 10:00', '11-09 10:00', { reduces: [{ reduceType: 5, amount: 17530 }] }))
    expect(earlyReturn(term, at('11-06 09:40'), 157770, withFee)).toMatchObject({
      refundable: 68220,
      fee: 13644,
      refund: 54576,
    })
  })

  it('refunds no insurance that had reached its cap', () => {
    expect(earlyReturn(thirtyDaysCovered(), at('11-05 10:00'), 628100, withFee)).toMatchObject({
      recalculated: 96500,
      refundable: 531600,
      fee: 106320,
      refund: 425280,
    })
  })

  it('refunds nothing where the shorter rental would have cost more', () => {
    const term = agreedTerm(ask('11-02 10:00', '12-02 10:00'))
    expect(earlyReturn(term, at('12-01 10:00'), 607100, withFee)).toMatchObject({
      recalculated: 650900,
      refundable: 0,
      fee: 0,
      refund: 0,
    })
  })

  it.each([
    ['none', { ...withFee, mode: earlyReturnMode.none }, 0, 0],
    ['full', { ...withFee, mode: earlyReturnMode.full }, 0, 75800],
    ['with fee, the merchant being the cause', { ...withFee, merchantCause: true }, 0, 75800],
    ['none, the merchant being the cause', { mode: earlyReturnMode.none, feeBp: 2000, merchantCause: true }, 0, 75800],
  ])('mode %s', (_, terms, fee, refund) => {
    const early = earlyReturn(week(), at('11-06 09:40'), 175300, terms)
    expect([early.fee, early.refund]).toEqual([fee, refund])
    expect(earlyExpense(early, terms)).toBeNull()
  })

  it('refunds no more than was paid', () => {
    expect(earlyReturn(week(), at('11-06 09:40'), 50000, withFee).refund).toBe(50000)
    expect(earlyReturn(week(), at('11-06 09:40'), 0, withFee).refund).toBe(0)
  })

  it('refunds nothing at or after the agreed end, nor within the last paid day', () => {
    for (const back of ['11-09 10:00', '11-12 10:00', '11-08 14:01']) {
      expect(earlyReturn(week(), at(back), 175300, withFee).refundable).toBe(0)
    }
  })

  it('charges at least one day, even when the car came back before the priced pickup', () => {
    expect(earlyReturn(week(), at('11-02 08:00'), 175300, withFee)).toMatchObject({ days: 1, recalculated: 28500 })
  })
})
