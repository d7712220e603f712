import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { responsibility } from '../../booking/order/codes.ts'
import { type EarlyTerms, earlyReturn } from '../../money/expense/early.ts'
import { type LateTerms, lateReturn } from '../../money/expense/late.ts'
import { priceRenewal } from '../../rental/renewal/price.ts'
import { DAY, HOUR, MINUTE } from '../../time.ts'
import { afterPenalty, cancelBasis, cancelOutcome, cancelSeason, defaultCancelRules } from '../terms/cancel.ts'
import { earlyReturnMode } from '../terms/return-terms.ts'
import { dayPricer } from './calendar/day-price.ts'
import { sumOf } from './lines/lines.ts'
import { price, snapshotOf } from './price.ts'
import type { PriceInput, PriceLine } from './quote.ts'
import { billChanges, requote } from './requote.ts'
import type { PriceRule, PriceRules } from './rules.ts'
import { extendTerm, type RentalTerm, slotPrice, termOf } from './term.ts'
import { ask, at, atDoor, childSeat, cover, deliveryFee, nightFees, rulesT, ruleT, store2 } from './testing.ts'

/* Invariants of every rental and rule, checked with random input. */

const fen = fc.integer({ min: 1, max: 999_990 })
const tier = fc.record({ rateBp: fc.integer({ min: 1000, max: 10000 }), fixed: fen, isFixed: fc.boolean() })

const rule: fc.Arbitrary<PriceRule> = fc
  .record({
    basePrice: fen,
    weekendPrice: fc.option(fen),
    holidayPrice: fc.option(fen),
    overHourPrice: fc.option(fen),
    overHourDivisor: fc.integer({ min: 1, max: 24 }),
    discountOnHoliday: fc.boolean(),
    tiers: fc.dictionary(fc.constantFrom('2', '3', '5', '7', '15', '30'), tier),
  })
  .map(({ tiers, ...fields }) => ({
    ...ruleT,
    ...fields,
    tiers: Object.entries(tiers).map(([from, { rateBp, fixed, isFixed }]) => ({
      fromDays: Number(from),
      rateBp: isFixed ? null : rateBp,
      fixedDayPrice: isFixed ? fixed : null,
    })),
  }))

const terms = fc.record({
  graceMinutes: fc.integer({ min: 0, max: 120 }),
  dayAfterMinutes: fc.integer({ min: 60, max: 720 }),
})

const rules: fc.Arbitrary<PriceRules> = fc.record({ rule, terms, calendarPrice: fc.option(fen) }).map((drawn) => ({
  ...rulesT,
  priceRules: [drawn.rule],
  calendar: [{ source: 0, date: '2026-09-26', price: drawn.calendarPrice, stop: false }],
  services: [...rulesT.services, cover, childSeat],
  fees: [...nightFees, deliveryFee],
  returnStore: store2,
  settings: { ...drawn.terms, manualDiscountBp: 2000 },
}))

const START = at('09-18 00:00')
const longest = 45 * 1440
const minutes = fc.integer({ min: 60, max: longest })

const input: fc.Arbitrary<PriceInput> = fc
  .record({
    start: fc.integer({ min: 0, max: 30 * 1440 }),
    length: minutes,
    insured: fc.boolean(),
    seats: fc.integer({ min: 0, max: 2 }),
    delivered: fc.boolean(),
    elsewhere: fc.boolean(),
    coupon: fc.integer({ min: 0, max: 5000 }),
  })
  .map((drawn) => ({
    ...ask('09-18 00:00', '09-19 00:00'),
    now: START,
    pickupAt: START + drawn.start * MINUTE,
    returnAt: START + (drawn.start + drawn.length) * MINUTE,
    returnStoreId: drawn.elsewhere ? 'S2' : 'S1',
    pickup: drawn.delivered ? atDoor : ask('09-18 00:00', '09-19 00:00').pickup,
    services: [
      { code: 'seat', qty: drawn.seats },
      { code: 'cover', qty: drawn.insured ? 1 : 0 },
    ],
    reduces: drawn.coupon > 0 ? [{ reduceType: 1, amount: drawn.coupon }] : [],
    mayDiscount: true,
  }))

const holds = (law: (ask: PriceInput, rules: PriceRules, more: number, further: number) => void) =>
  fc.assert(fc.property(input, rules, minutes, minutes, law), { numRuns: 200 })

const agreedTerm = (asked: PriceInput, by: PriceRules): RentalTerm =>
  termOf(snapshotOf(asked, by, price({ ...asked, reduces: [] }, by)))

const lateTerms = (by: PriceRules): LateTerms => ({ overdueMultiplierBp: 15000, today: dayPricer(by, 1) })

function expectWhole(lines: readonly PriceLine[]): void {
  for (const { amount, unitPrice, qty, kind, formula } of lines) {
    expect(Number.isSafeInteger(amount) && Number.isSafeInteger(unitPrice) && qty > 0).toBe(true)
    expect(amount >= 0 || kind === 'reduce' || kind === 'overHours').toBe(true)
    expect(formula).not.toMatch(/NaN|undefined|null|Infinity/)
  }
}

/** Drops reductions for very cheap rules, because a coupon above the charges is refused. */
const affordable = (asked: PriceInput, by: PriceRules): PriceInput =>
  price({ ...asked, reduces: [] }, by).charges > 5000 ? asked : { ...asked, reduces: [] }

describe('every quote', () => {
  it('adds up, in whole fen, never negative', () => {
    holds((drawn, by) => {
      const quote = price(affordable(drawn, by), by)
      expectWhole(quote.lines)
      expect(sumOf(quote.lines)).toBe(quote.total)
      expect(quote.total).toBeGreaterThanOrEqual(0)
      expect(quote.lines.filter((row) => row.kind === 'rent')).toHaveLength(quote.days)
    })
  })

  it('is deterministic, and its snapshot survives JSON', () => {
    holds((drawn, by) => {
      const asked = affordable(drawn, by)
      const quote = price(asked, by)
      expect(price(asked, by)).toEqual(quote)
      const snapshot = snapshotOf(asked, by, quote)
      expect(JSON.parse(JSON.stringify(snapshot))).toEqual(snapshot)
    })
  })

  it('never costs less with a later return where there is no length discount', () => {
    holds((drawn, by, more) => {
      const flat = { ...by, fees: [deliveryFee], priceRules: by.priceRules.map((row) => ({ ...row, tiers: [] })) }
      const asked = { ...drawn, reduces: [] }
      const later = { ...asked, returnAt: Math.min(asked.returnAt + more * MINUTE, asked.pickupAt + 60 * DAY) }
      expect(price(later, flat).total).toBeGreaterThanOrEqual(price(asked, flat).total)
    })
  })

  it('costs the agreed price after a modification without changes, whatever the day prices are now', () => {
    holds((drawn, by) => {
      const asked = { ...drawn, reduces: [] }
      const snapshot = snapshotOf(asked, by, price(asked, by))
      const dearer = by.priceRules.map((row) => ({
        ...row,
        basePrice: row.basePrice * 2,
        weekendPrice: 7,
        holidayPrice: 9,
      }))
      expect(price(asked, { ...by, priceRules: dearer, calendar: [] }, snapshot).total).toBe(snapshot.total)
    })
  })
})

describe('every order that begins earlier', () => {
  const snapshot = (asked: PriceInput, by: PriceRules) => snapshotOf(asked, by, price(asked, by))

  it('costs the same from the same start, whatever dates, discounts and services cost now', () => {
    holds((drawn, by) => {
      const sold = snapshot(affordable(drawn, by), by)
      const [row] = by.priceRules
      const other = { ...row!, basePrice: row!.basePrice * 2, weekendPrice: 7, tiers: [], overHourPrice: 3 }
      const anew = requote(sold, sold.input.pickupAt, { ...by, priceRules: [other], calendar: [], services: [] })
      expect(anew.lines).toEqual(sold.lines)
      expect(billChanges(sold.lines, anew.lines)).toEqual([])
    })
  })

  it('adds up, in whole fen, never negative, and its snapshot survives JSON', () => {
    holds((drawn, by, more) => {
      const sold = snapshot(affordable(drawn, by), by)
      const anew = requote(sold, sold.input.pickupAt - more * MINUTE, by)
      expectWhole(anew.lines)
      expect(anew.total).toBe(sumOf(anew.lines))
      expect(anew.total).toBeGreaterThanOrEqual(0)
      expect(anew.lines.filter((row) => row.kind === 'rent')).toHaveLength(anew.days)
      expect(JSON.parse(JSON.stringify(anew))).toEqual(anew)
      const changes = billChanges(sold.lines, anew.lines)
      expect(changes.reduce((sum, { before, after }) => sum + after - before, 0)).toBe(anew.total - sold.total)
    })
  })

  it('costs the same in one step or in several, and no less the earlier where there is no length discount', () => {
    holds((drawn, by, more, further) => {
      const flat = {
        ...by,
        fees: [deliveryFee],
        calendar: [],
        priceRules: by.priceRules.map((row) => ({ ...row, weekendPrice: null, holidayPrice: null, tiers: [] })),
      }
      const sold = snapshot({ ...drawn, reduces: [] }, flat)
      const once = requote(sold, sold.input.pickupAt - more * MINUTE, flat)
      const start = once.input.pickupAt - further * MINUTE
      expect(requote(once, start, flat).lines).toEqual(requote(sold, start, flat).lines)
      expect(once.total).toBeGreaterThanOrEqual(sold.total)
      expect(requote(once, start, flat).total).toBeGreaterThanOrEqual(once.total)
    })
  })
})

describe('every late return', () => {
  it('costs nothing until the return is late, and never less the later it is', () => {
    holds((drawn, by, more, further) => {
      const term = agreedTerm(drawn, by)
      const late = lateReturn(term, term.returnAt + more * MINUTE, lateTerms(by))
      const later = lateReturn(term, term.returnAt + (more + further) * MINUTE, lateTerms(by))
      expect(lateReturn(term, late.freeUntil, lateTerms(by)).fee).toBe(0)
      expect(late.fee).toBeGreaterThanOrEqual(0)
      expect(later.fee).toBeGreaterThanOrEqual(late.fee)
      expect(sumOf(late.lines)).toBe(late.fee)
      expectWhole(late.lines)
    })
  })
})

describe('a late fee before the return', () => {
  it('and a second one from its end add up to one fee for the whole time', () => {
    holds((drawn, by, more, further) => {
      const term = agreedTerm(drawn, by)
      const back = term.returnAt + (more + further) * MINUTE
      const first = lateReturn(term, term.returnAt + more * MINUTE, lateTerms(by))
      if (first.extension === null) return
      const rest = lateReturn(extendTerm(term, first.extension), back, lateTerms(by))
      expect(first.fee + rest.fee).toBe(lateReturn(term, back, lateTerms(by)).fee)
    })
  })
})

describe('every early return', () => {
  it('refunds no more than was charged or paid', () => {
    const modes: EarlyTerms[] = [
      { mode: earlyReturnMode.none, feeBp: 2000, merchantCause: false },
      { mode: earlyReturnMode.withFee, feeBp: 2000, merchantCause: false },
      { mode: earlyReturnMode.full, feeBp: 2000, merchantCause: false },
    ]
    holds((drawn, by, more, paid) => {
      const asked = affordable(drawn, by)
      const term = termOf(snapshotOf(asked, by, price(asked, by)))
      for (const mode of modes) {
        const early = earlyReturn(term, term.pickupAt + more * MINUTE, paid, mode)
        expect(early.refundable).toBeGreaterThanOrEqual(0)
        expect(early.refundable).toBeLessThanOrEqual(early.charged)
        expect(early.refund).toBeGreaterThanOrEqual(0)
        expect(early.refund).toBeLessThanOrEqual(paid)
        expect(early.fee).toBeLessThanOrEqual(early.refundable)
        expectWhole(early.lines)
      }
    })
  })

  it('refunds nothing at the agreed end', () => {
    holds((drawn, by) => {
      const term = agreedTerm(drawn, by)
      const full: EarlyTerms = { mode: earlyReturnMode.full, feeBp: 0, merchantCause: false }
      const early = earlyReturn(term, term.returnAt, 1_000_000, full)
      expect([early.recalculated, early.refundable]).toEqual([early.charged, 0])
    })
  })
})

describe('every renewal', () => {
  const renewed = (term: RentalTerm, by: PriceRules, newReturnAt: number) =>
    priceRenewal(term, by, {
      ...{ storeId: 'S1', modelId: 'M1', source: 1, now: START, newReturnAt, services: null },
      ...{ reduces: [], mayDiscount: false },
    })

  it('does not change old slots, in one step or in several', () => {
    holds((drawn, by, more, further) => {
      const term = agreedTerm(drawn, by)
      const first = renewed(term, by, term.returnAt + more * MINUTE)
      const once = extendTerm(term, first.extension)
      const dearer = { ...by, priceRules: by.priceRules.map((row) => ({ ...row, basePrice: row.basePrice * 3 })) }
      const second = renewed(once, dearer, once.returnAt + further * MINUTE)
      const twice = extendTerm(once, second.extension)
      expect(twice.stretches.slice(0, 2)).toEqual(once.stretches)
      const direct = renewed(term, by, once.returnAt + further * MINUTE)
      expect(direct.days).toBe(second.days)
      const slots = twice.stretches.flatMap((stretch) =>
        Array.from({ length: stretch.endSlot - stretch.firstSlot }, (_, k) =>
          slotPrice(stretch, stretch.firstSlot + k),
        ),
      )
      expect(slots.map((slot) => slot?.date)).toEqual([...new Set(slots.map((slot) => slot?.date))])
      expect(slots).toHaveLength(second.days)
      for (const quote of [first, second, direct]) {
        expect(quote.amount).toBeGreaterThanOrEqual(0)
        expect(sumOf(quote.lines)).toBe(quote.amount)
        expectWhole(quote.lines)
      }
    })
  })

  it('costs the same in one step or in two at an unchanged discount', () => {
    holds((drawn, by, more, further) => {
      const flat = { ...by, priceRules: by.priceRules.map((row) => ({ ...row, tiers: [] })) }
      const term = agreedTerm(drawn, flat)
      const end = term.returnAt + (more + further) * MINUTE
      const once = renewed(term, flat, term.returnAt + more * MINUTE)
      const twice = renewed(extendTerm(term, once.extension), flat, end)
      expect(once.amount + twice.amount).toBe(renewed(term, flat, end).amount)
    })
  })
})

describe('every cancellation', () => {
  it('costs at most its base, the first days and the order, and refunds at most what was paid', () => {
    holds((drawn, by, before, paid) => {
      const asked = affordable(drawn, by)
      const snapshot = snapshotOf(asked, by, price(asked, by))
      const basis = cancelBasis(snapshot)
      const slotDates = snapshot.dayPrices.slice(0, snapshot.days).map((day) => day.date)
      const rule = defaultCancelRules[cancelSeason(slotDates, by.holidays)]
      const at = (hours: number) =>
        cancelOutcome({ v: 1, rule, carried: [] }, basis, {
          pickupAt: asked.pickupAt,
          now: asked.pickupAt - hours * HOUR,
          responsibility: responsibility.customer,
          noShow: false,
          waive: false,
        })
      const outcome = { ...at(before / 60), ...afterPenalty(paid, at(before / 60).penalty) }
      const firstDays = basis.dayPrices.slice(0, 3).reduce((sum, day) => sum + day, 0)
      expect(outcome.penalty).toBeLessThanOrEqual(Math.min(Math.max(0, basis.rent), firstDays, snapshot.total))
      expect(outcome.penalty).toBeGreaterThanOrEqual(0)
      expect(outcome.refund).toBe(Math.max(0, paid - outcome.penalty))
      expect(outcome.receivable + paid).toBe(outcome.penalty + outcome.refund)
      expect(at(before / 60 - 1).penalty).toBeGreaterThanOrEqual(outcome.penalty)
    })
  })
})
