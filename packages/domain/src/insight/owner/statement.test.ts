import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { costKind } from '../../fleet/cost/codes.ts'
import { sharesByMonth } from '../../fleet/cost/spread.ts'
import { ownerships } from '../../fleet/inventory/codes.ts'
import { applyBp } from '../../money.ts'
import { addDays, addMonths, epochDayOf, type LocalDate } from '../../time.ts'
import { agreementProblem, termsText } from './agreement.ts'
import { borneKinds, ownerAgreementKind, ownerAgreementKinds } from './codes.ts'
import {
  addedParts,
  type CarPart,
  carPart,
  carryOverOf,
  costsOfPart,
  daysWithin,
  dueOf,
  incomeOfPart,
  type OwnerTerms,
  partDifference,
  payDayOf,
} from './statement.ts'

const NOVEMBER = { from: '2026-11-01', to: '2026-11-30' }
const terms: OwnerTerms = {
  kind: ownerAgreementKind.share,
  shareBp: 7000,
  afterCosts: true,
  rentFen: 0,
  feeFen: 0,
  feeBp: 0,
  costKinds: [costKind.repair, costKind.insurance],
}
const income = { rent: 300_000, service: 20_000, other: 5_000 }
const repair = { kind: costKind.repair, fen: 60_000, from: '2026-11-08', to: '2026-11-08' }
const parking = { kind: costKind.parking, fen: 9_000, from: '2026-11-01', to: '2026-11-30' }

describe('the part of an owner', () => {
  it('is a share of the income less the costs that the owner bears', () => {
    const part = carPart(terms, NOVEMBER, income, [repair, parking])
    expect(part).toEqual({
      ...income,
      fixed: 0,
      fee: 0,
      costs: [{ kind: costKind.repair, fen: 60_000 }],
      owner: 185_500,
    })
  })

  it('may be a share of the whole income, from which costs are taken afterwards', () => {
    expect(carPart({ ...terms, afterCosts: false, feeBp: 500 }, NOVEMBER, income, [repair]).owner).toBe(
      227_500 - 60_000 - 16_250,
    )
  })

  it('is a fixed rent by days, whatever was earned', () => {
    const rent = { ...terms, kind: ownerAgreementKind.rent, shareBp: 0, rentFen: 300_000, costKinds: [] }
    expect(carPart(rent, NOVEMBER, income, [repair]).owner).toBe(300_000)
    expect(carPart(rent, { from: '2026-11-21', to: '2026-11-30' }, income, [repair]).owner).toBe(100_000)
  })

  it('is a debt where the owner of an affiliated car only owes the fee', () => {
    const affiliated = { ...terms, kind: ownerAgreementKind.affiliated, shareBp: 0, feeFen: 80_000 }
    const none = { rent: 0, service: 0, other: 0 }
    const { owner } = carPart(affiliated, NOVEMBER, none, [])
    expect(owner).toBe(-80_000)
    expect(dueOf({ carriedFen: carryOverOf(owner), ownerFen: 50_000, correctionFen: 0 })).toBe(-30_000)
    expect(carryOverOf(20_000)).toBe(0)
  })

  it('counts only the days of the agreement, and is due in the next month', () => {
    expect(daysWithin('2026-11-01', '2026-11-10', null)).toEqual({ from: '2026-11-10', to: '2026-11-30' })
    expect(daysWithin('2026-11-01', '2026-01-01', '2026-11-09')).toEqual({ from: '2026-11-01', to: '2026-11-09' })
    expect(daysWithin('2026-11-01', '2026-12-01', null)).toBeNull()
    expect(payDayOf('2026-12-01', 10)).toBe('2027-01-10')
  })
})

const day = (from: LocalDate, days: number) => fc.nat(days).map((n) => addDays(from, n))
const anyTerms: fc.Arbitrary<OwnerTerms> = fc.record({
  kind: fc.constantFrom(...ownerAgreementKinds.values),
  shareBp: fc.nat(10_000),
  afterCosts: fc.boolean(),
  rentFen: fc.nat(900_000),
  feeFen: fc.nat(90_000),
  feeBp: fc.nat(10_000),
  costKinds: fc.subarray([...borneKinds]),
})
const anyIncome = fc.record({
  rent: fc.integer({ min: -99_999, max: 9_999_999 }),
  service: fc.integer({ min: -99_999, max: 999_999 }),
  other: fc.nat(999_999),
})
const anyCosts = fc.array(
  fc
    .tuple(
      fc.constantFrom(...borneKinds),
      fc.integer({ min: -99_999, max: 999_999 }),
      day('2026-09-01', 150),
      fc.nat(400),
    )
    .map(([kind, fen, from, days]) => ({ kind, fen, from, to: addDays(from, days) })),
  { maxLength: 8 },
)

describe('for any terms, income and costs', () => {
  it('what the owner gets and what the merchant keeps are the income less the costs of the owner, to the fen', () =>
    fc.assert(
      fc.property(anyTerms, anyIncome, anyCosts, (of, earned, costs) => {
        const part = carPart(of, NOVEMBER, earned, costs)
        const [all, spent] = [incomeOfPart(part), part.fee + costsOfPart(part)]
        const keeps =
          of.kind === ownerAgreementKind.affiliated
            ? part.fee
            : of.kind === ownerAgreementKind.rent
              ? all - part.fixed + part.fee
              : of.afterCosts
                ? all - spent - applyBp(all - spent, of.shareBp) + part.fee
                : all - applyBp(all, of.shareBp) + part.fee
        expect(part.owner + keeps).toBe(all - costsOfPart(part))
      }),
    ))

  it('costs of a whole month are the parts of that month in the costs of the car', () =>
    fc.assert(
      fc.property(anyCosts, (costs) => {
        const { costs: borne } = carPart({ ...terms, costKinds: borneKinds }, NOVEMBER, income, costs)
        for (const kind of borneKinds) {
          const shares = costs
            .filter((one) => one.kind === kind)
            .flatMap(({ fen, from, to }) => sharesByMonth(fen, from, to))
          const sum = shares.filter(({ month }) => month === NOVEMBER.from).reduce((all, { fen }) => all + fen, 0)
          expect(borne.find((one) => one.kind === kind)?.fen ?? 0).toBe(sum)
        }
      }),
    ))

  it('rent, fee and costs of agreements that follow each other in a month add up to the month', () =>
    fc.assert(
      fc.property(anyTerms, anyCosts, fc.integer({ min: 0, max: 28 }), (of, costs, at) => {
        const none = { rent: 0, service: 0, other: 0 }
        const cut = addDays(NOVEMBER.from, at)
        const whole = carPart(of, NOVEMBER, none, costs)
        const parts = [
          carPart(of, { from: NOVEMBER.from, to: cut }, none, costs),
          carPart(of, { from: addDays(cut, 1), to: NOVEMBER.to }, none, costs),
        ]
        const sum = addedParts(parts)
        expect({ ...sum, owner: 0 }).toEqual({ ...whole, owner: 0 })
        // A share is rounded for each part.
        expect(Math.abs(sum.owner - whole.owner)).toBeLessThanOrEqual(1)
      }),
    ))

  it('what was settled and what has changed since add up to what is true now', () =>
    fc.assert(
      fc.property(anyTerms, fc.array(fc.tuple(anyIncome, anyCosts), { minLength: 1, maxLength: 5 }), (of, states) => {
        const settled: CarPart[] = []
        for (const [earned, costs] of states) {
          const now = carPart(of, NOVEMBER, earned, costs)
          const difference = partDifference(now, addedParts(settled))
          if (difference !== null) settled.push(difference)
          expect(addedParts(settled)).toEqual(now)
          expect(partDifference(now, addedParts(settled))).toBeNull()
        }
      }),
    ))

  it('days within months are those of the agreement, once each', () =>
    fc.assert(
      fc.property(day('2026-01-01', 300), fc.nat(300), (from, length) => {
        const to = addDays(from, length)
        let days = 0
        for (let month = '2025-12-01'; month < '2027-12-01'; month = addMonths(month, 1)) {
          const within = daysWithin(month, from, to)
          if (within !== null) days += epochDayOf(within.to) - epochDayOf(within.from) + 1
        }
        expect(days).toBe(length + 1)
      }),
    ))
})

describe('an agreement', () => {
  const facts = { ...terms, from: '2026-11-01', to: null, ownership: ownerships.code.cooperation }
  it.each([
    [{}, null],
    [{ ownership: ownerships.code.own }, 'vehicleId'],
    [{ to: '2026-10-31' }, 'to'],
    [{ shareBp: 0 }, 'shareBp'],
    [{ kind: ownerAgreementKind.rent }, 'rent'],
  ])('with %o is wrong in %s', (change, field) => {
    expect(agreementProblem({ ...facts, ...change })?.field ?? null).toBe(field)
  })

  it('says its terms in one line', () => {
    expect(termsText({ ...terms, feeFen: 20_000 })).toBe(
      '托管分成，扣除费用后的70%，管理费每月¥200.00，车主承担维修、保险',
    )
  })
})
