import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatMoney } from '../../money.ts'
import { DAY, localDate } from '../../time.ts'
import { couponKind, couponKinds } from './codes.ts'
import {
  type Coupon,
  codeOf,
  couponAmount,
  couponCodeFault,
  couponFault,
  couponProblem,
  couponText,
  LEAST_LEFT,
  limitTexts,
  useFault,
} from './coupon.ts'

const NOW = Date.parse('2026-11-20T10:00:00+08:00')
const noUses = { all: 0, own: 0 }

const plain: Coupon = {
  ...{ kind: couponKind.sum, fen: 5000, rateBp: 0, leastFen: 0, modelIds: [], mostUses: null },
  ...{ bookFrom: null, bookTo: null, rentFrom: null, rentTo: null, oncePerCustomer: false, isOn: true },
}
const trip = { modelId: '1', pickupAt: NOW + DAY, returnAt: NOW + 3 * DAY, charges: 60_000, now: NOW }

const terms = fc.record({
  kind: fc.constantFrom(...couponKinds.values),
  fen: fc.integer({ min: 0, max: 1_000_000 }),
  rateBp: fc.integer({ min: 0, max: 9000 }),
})

describe('what a coupon takes off', () => {
  it('is never negative, and leaves something to be paid', () => {
    fc.assert(
      fc.property(terms, fc.integer({ min: 0, max: 10_000_000 }), (given, charges) => {
        const amount = couponAmount(given, charges)
        expect(Number.isSafeInteger(amount)).toBe(true)
        expect(amount).toBeGreaterThanOrEqual(0)
        if (amount > 0) expect(charges - amount).toBeGreaterThanOrEqual(LEAST_LEFT)
      }),
    )
  })

  it('is at most its sum, or its share and its maximum', () => {
    fc.assert(
      fc.property(terms, fc.integer({ min: 0, max: 10_000_000 }), (given, charges) => {
        const amount = couponAmount(given, charges)
        if (given.kind === couponKind.sum || given.fen > 0) expect(amount).toBeLessThanOrEqual(given.fen)
        if (given.kind === couponKind.percent)
          expect(amount).toBeLessThanOrEqual(Math.ceil((charges * given.rateBp) / 10_000))
      }),
    )
  })

  it('is no less for a higher price', () => {
    fc.assert(
      fc.property(terms, fc.nat(5_000_000), fc.nat(5_000_000), (given, a, b) => {
        const [low, high] = a < b ? [a, b] : [b, a]
        expect(couponAmount(given, low!)).toBeLessThanOrEqual(couponAmount(given, high!))
      }),
    )
  })
})

describe('whether a coupon counts', () => {
  const day = (shift: number) => localDate(NOW + shift * DAY)
  it.each<[string, Partial<Coupon>, Partial<typeof trip>, Partial<typeof noUses>, string | null]>([
    ['without limits', {}, {}, {}, null],
    ['that is off', { isOn: false }, {}, {}, 'couponUnknown'],
    ['whose days of booking have not begun', { bookFrom: day(1) }, {}, {}, 'couponUnknown'],
    ['on its last day of booking', { bookTo: day(0) }, {}, {}, null],
    ['after its last day of booking', { bookTo: day(-1) }, {}, {}, 'couponUnknown'],
    ['with a pickup before its days', { rentFrom: day(2) }, {}, {}, 'couponDates'],
    ['with a pickup on its last day', { rentTo: day(1) }, {}, {}, null],
    ['of other models', { modelIds: ['2', '3'] }, {}, {}, 'couponModel'],
    ['of this model among others', { modelIds: ['2', '1'] }, {}, {}, null],
    ['one fen below its least total', { leastFen: 60_001 }, {}, {}, 'couponLeast'],
    ['at its least total', { leastFen: 60_000 }, {}, {}, null],
    ['with one use left', { mostUses: 3 }, {}, { all: 2 }, null],
    ['that is used up', { mostUses: 3 }, {}, { all: 3 }, 'couponUsedUp'],
    ['once a customer, used by others', { oncePerCustomer: true }, {}, { all: 9 }, null],
    ['once a customer, used by this one', { oncePerCustomer: true }, {}, { all: 1, own: 1 }, 'couponOnce'],
    ['of a price that is too low for any', {}, { charges: LEAST_LEFT }, {}, 'couponNothing'],
  ])('%s', (_, coupon, other, uses, key) => {
    expect(couponFault({ ...plain, ...coupon }, { ...trip, ...other }, { ...noUses, ...uses })?.key ?? null).toBe(key)
  })

  it('is asked again at the booking: its uses, and whether it is on', () => {
    expect(useFault(plain, noUses)).toBeNull()
    expect(useFault({ ...plain, isOn: false }, noUses)?.key).toBe('couponUnknown')
    expect(useFault({ ...plain, mostUses: 1 }, { all: 1, own: 0 })?.key).toBe('couponUsedUp')
  })
})

describe('a new coupon', () => {
  it.each<[string, Partial<Coupon>, string | null]>([
    ['a sum', {}, null],
    ['a sum of nothing', { fen: 0 }, 'fen'],
    ['a sum with a share', { rateBp: 1000 }, 'rateBp'],
    ['a share of nothing', { kind: couponKind.percent, fen: 0 }, 'rateBp'],
    ['a share with a maximum', { kind: couponKind.percent, rateBp: 1000 }, null],
    ['days of booking that end before they begin', { bookFrom: '2026-12-02', bookTo: '2026-12-01' }, 'bookTo'],
    ['days of pickup that end before they begin', { rentFrom: '2026-12-02', rentTo: '2026-12-01' }, 'rentTo'],
  ])('%s', (_, given, field) => {
    expect(couponProblem({ ...plain, ...given })?.field ?? null).toBe(field)
  })

  it('says what it gives and to whom', () => {
    expect(couponText({ ...plain, leastFen: 30_000 })).toBe(`满${formatMoney(30_000)}减${formatMoney(5000)}`)
    expect(couponText({ ...plain, kind: couponKind.percent, rateBp: 1250 })).toBe(`减12.5%，最多${formatMoney(5000)}`)
    const limited = { ...plain, bookTo: '2026-12-31', rentFrom: '2026-12-01', modelIds: ['1'], mostUses: 5 }
    expect(limitTexts({ ...limited, oncePerCustomer: true })).toEqual([
      '2026-12-31前下单',
      '2026-12-01起取车',
      '限1个车型',
      '共5次',
      '每人一次',
    ])
  })
})

describe('a code', () => {
  it('is compared without spaces and in capitals', () => expect(codeOf(' spring 50\t')).toBe('SPRING50'))
  it.each(['ABC', 'A'.repeat(21), '春天2026', 'A-B-C-D', ''])('refuses %j', (code) => {
    expect(couponCodeFault(code)).not.toBeNull()
  })
  it.each(['ABCD', 'SPRING50', '2026'])('takes %s', (code) => expect(couponCodeFault(code)).toBeNull())
})
