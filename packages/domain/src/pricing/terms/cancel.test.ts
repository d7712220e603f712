import { describe, expect, it } from 'vitest'
import { responsibility } from '../../booking/order/codes.ts'
import { HOUR, MINUTE } from '../../time.ts'
import { price, snapshotOf } from '../quote/price.ts'
import type { PriceInput } from '../quote/quote.ts'
import { ask, at, calendar2026, rulesT, weekend } from '../quote/testing.ts'
import {
  afterPenalty,
  type CancelRequest,
  type CancelRule,
  type CancelSnapshot,
  cancelBasis,
  cancelOutcome,
  cancelRuleFor,
  cancelSeason,
  cancelTier,
  carryCancel,
  defaultCancelRules,
  noShowFrom,
  tierPenalty,
} from './cancel.ts'
import { cancelBase } from './codes.ts'

/** Cancels a fully paid rental, by the default rule of its season. */
function cancelled(
  input: PriceInput,
  now: number,
  { paid, ...more }: Partial<CancelRequest & { paid: number }> = {},
  rule?: Partial<CancelRule>,
) {
  const snapshot = snapshotOf(input, rulesT, price(input, rulesT))
  const dates = snapshot.dayPrices.slice(0, snapshot.days).map((day) => day.date)
  const season = cancelSeason(dates, calendar2026)
  const terms = { v: 1, rule: { ...defaultCancelRules[season], ...rule }, carried: [] } as const
  const outcome = cancelOutcome(terms, cancelBasis(snapshot), {
    pickupAt: input.pickupAt,
    now,
    responsibility: responsibility.customer,
    noShow: false,
    waive: false,
    ...more,
  })
  return { ...outcome, ...afterPenalty(paid ?? snapshot.total, outcome.penalty) }
}

const month = ask('11-02 10:00', '12-02 10:00')
const national = ask('09-29 10:00', '10-06 10:00')
const reduced = weekend({ reduces: [{ reduceType: 5, amount: 17380 }] })

describe('cancelOutcome', () => {
  it.each<[string, PriceInput, number, Partial<CancelRequest>, number, number]>([
    ['24 h before', weekend(), at('11-05 18:00'), {}, 0, 86900],
    ['a minute less', weekend(), at('11-05 18:01'), {}, 13680, 73220],
    ['5 h before', weekend(), at('11-06 13:00'), {}, 34200, 52700],
    ['1 h before', weekend(), at('11-06 17:00'), {}, 68400, 18500],
    ['exactly 6 h before', weekend(), at('11-06 12:00'), {}, 13680, 73220],
    ['exactly 2 h before', weekend(), at('11-06 16:00'), {}, 34200, 52700],
    ['after the pickup time', weekend(), at('11-06 19:00'), {}, 68400, 18500],
    ['no-show of a month, capped at 3 days', month, at('11-02 15:00'), { noShow: true }, 42000, 565100],
    ['reduced, a minute less than 24 h', reduced, at('11-05 18:01'), {}, 10204, 59316],
    ['holiday, 72 h before', national, national.pickupAt - 72 * HOUR, {}, 0, 274000],
    ['holiday, 50 h before', national, national.pickupAt - 50 * HOUR, {}, 70650, 203350],
    ['holiday, 10 h before', national, national.pickupAt - 10 * HOUR, {}, 75900, 198100],
    ['the merchant is the cause', weekend(), at('11-06 17:00'), { responsibility: 2 }, 0, 86900],
    ['the channel is the cause', weekend(), at('11-06 17:00'), { responsibility: 3 }, 0, 86900],
    ['let off', weekend(), at('11-06 17:00'), { waive: true }, 0, 86900],
  ])('%s', (_, input, now, more, penalty, refund) => {
    expect(cancelled(input, now, more)).toMatchObject({ penalty, refund, receivable: 0 })
  })

  it('cuts seconds: 23:59:30 before is still that minute', () => {
    expect(cancelled(weekend(), at('11-05 18:00') + 30_000).penalty).toBe(0)
    expect(cancelled(weekend(), at('11-05 18:00') + MINUTE).penalty).toBe(13680)
  })

  it('makes the unpaid part of the penalty a receivable', () => {
    expect(cancelled(weekend(), at('11-06 17:00'), { paid: 20000 })).toMatchObject({
      penalty: 68400,
      refund: 0,
      receivable: 48400,
      mayDeductDeposit: false,
    })
  })

  it('returns the waived amount', () => {
    expect(cancelled(weekend(), at('11-06 17:00'), { waive: true }).fullPenalty).toBe(68400)
  })

  it.each<[string, Partial<CancelRule>, number, string]>([
    ['of the first day', { base: cancelBase.firstDay }, 9500, '首日租金¥190.00 × 50%'],
    ['of the order', { base: cancelBase.total }, 43450, '订单总额¥869.00 × 50%'],
    ['capped at a day', { maxPenaltyDays: 1 }, 19000, '租金¥684.00 × 50%，最高按前1天租金¥190.00'],
    ['fixed', { tiers: [{ minMinutesBefore: 0, rateBp: null, fixedFen: 30000 }] }, 30000, '固定¥300.00'],
    [
      'fixed above the order',
      { maxPenaltyDays: null, tiers: [{ minMinutesBefore: 0, rateBp: null, fixedFen: 100000 }] },
      86900,
      '固定¥1,000.00，最高按订单金额¥869.00',
    ],
    ['without tiers', { tiers: [] }, 0, '免费取消'],
  ])('computes a penalty %s', (_, rule, penalty, formula) => {
    expect(cancelled(weekend(), at('11-06 13:00'), {}, rule)).toMatchObject({ penalty, formula })
  })
})

describe('after a modification', () => {
  const { normal } = defaultCancelRules
  const fresh: CancelSnapshot = { v: 1, rule: normal, carried: [] }
  const basis = cancelBasis(snapshotOf(weekend(), rulesT, price(weekend(), rulesT)))
  const penaltyOf = (snapshot: CancelSnapshot, hoursBefore: number) =>
    cancelOutcome(snapshot, basis, {
      pickupAt: weekend().pickupAt,
      now: weekend().pickupAt - hoursBefore * HOUR,
      responsibility: responsibility.customer,
      noShow: false,
      waive: false,
    }).penalty

  it('uses the higher of the two tiers', () => {
    const old = at('11-03 10:00')
    const moved = carryCancel(fresh, old, old - 3 * HOUR, normal)
    expect(penaltyOf(moved, 48)).toBe(34200)
    expect(penaltyOf(moved, 1)).toBe(68400)
  })

  it('is free when it was free at the time of the modification', () => {
    const old = at('11-03 10:00')
    expect(penaltyOf(carryCancel(fresh, old, old - 30 * HOUR, normal), 48)).toBe(0)
  })

  it('uses the highest of several modifications', () => {
    const old = at('11-03 10:00')
    const once = carryCancel(fresh, old, old - 1 * HOUR, normal)
    const twice = carryCancel(once, at('11-20 10:00'), at('11-03 09:30'), normal)
    expect(penaltyOf(twice, 48)).toBe(68400)
  })
})

describe('cancelRuleFor', () => {
  const where = { storeId: 'S1', source: 2, season: 'normal' } as const
  const rule = (name: string, fields: Partial<CancelRule>): CancelRule => ({
    ...defaultCancelRules.normal,
    name,
    ...fields,
  })

  it('uses the most specific rule of the season, else the default', () => {
    const all = rule('all', {})
    const ofSource = rule('source', { sources: [2] })
    const ofStore = rule('store', { storeIds: ['S1'] })
    const both = rule('both', { storeIds: ['S1', 'S2'], sources: [2] })
    expect(cancelRuleFor([all, ofSource, both, ofStore], where).name).toBe('both')
    expect(cancelRuleFor([all, ofSource, ofStore], where).name).toBe('store')
    expect(cancelRuleFor([all, ofSource], where).name).toBe('source')
    expect(cancelRuleFor([all, rule('other', { storeIds: ['S9'] })], where).name).toBe('all')
    expect(cancelRuleFor([rule('holiday', { season: 'holiday' })], where)).toBe(defaultCancelRules.normal)
  })

  it('finds the tier whatever the order of the rows', () => {
    const shuffled = rule('shuffled', { tiers: defaultCancelRules.normal.tiers.toReversed() })
    expect(cancelTier(shuffled, 10 * HOUR, 0)?.rateBp).toBe(2000)
  })

  it('computes each tier for the table on the page', () => {
    const snapshot = snapshotOf(weekend(), rulesT, price(weekend(), rulesT))
    const { normal } = defaultCancelRules
    expect(normal.tiers.map((tier) => tierPenalty(normal, tier, cancelBasis(snapshot)))).toEqual([
      0, 13680, 34200, 68400,
    ])
  })

  it('returns from when a no-show may be confirmed', () => {
    expect(noShowFrom(defaultCancelRules.normal, at('11-06 18:00'))).toBe(at('11-06 22:00'))
  })
})
