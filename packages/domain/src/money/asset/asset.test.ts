import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type DepreciationPlan, endOfMonth, monthOf } from '../../fleet/cost/spread.ts'
import { addDays, addMonths, type LocalDate } from '../../time.ts'
import { account, balancesOf, type Entry, imbalance } from '../payment/ledger.ts'
import {
  type AssetSums,
  assetAt,
  gainOf,
  isNoSums,
  noSums,
  sumsAdded,
  sumsAt,
  sumsLess,
  taxOfDisposal,
} from './asset.ts'
import { type DisposalTax, disposalTaxes } from './codes.ts'
import { assetDisposalEntry, assetMonthEntry } from './entries.ts'

/** A car with up to three estimates of its life, each of what the one before has left. */
const car = fc
  .record({
    costFen: fc.integer({ min: 1_000_00, max: 900_000_00 }),
    residualBp: fc.integer({ min: 0, max: 9_000 }),
    boughtOn: fc.nat(1500).map((n) => addDays('2022-01-10', n)),
    lives: fc.array(fc.record({ months: fc.integer({ min: 2, max: 90 }), used: fc.integer({ min: 1, max: 60 }) }), {
      minLength: 1,
      maxLength: 3,
    }),
  })
  .map(({ costFen, residualBp, boughtOn, lives }) => {
    const residualFen = Math.floor((costFen * residualBp) / 10_000)
    const plans: DepreciationPlan[] = []
    let firstMonth = addMonths(monthOf(boughtOn), 1)
    let leftFen = costFen - residualFen
    for (const [n, { months, used }] of lives.entries()) {
      const endedMonth =
        n === lives.length - 1 || leftFen < 2 ? null : addMonths(firstMonth, Math.min(used, months - 1))
      if (leftFen < 1) break
      plans.push({ firstMonth, months, totalFen: leftFen, endedMonth })
      if (endedMonth === null) break
      leftFen -= assetAt({ costFen, plans: plans.slice(-1), disposedOn: null }, endedMonth).depreciatedFen
      firstMonth = endedMonth
    }
    return { costFen, residualFen, boughtOn, plans, disposedOn: null as LocalDate | null }
  })

const last = (plans: readonly DepreciationPlan[]) => addMonths(plans.at(-1)!.firstMonth, plans.at(-1)!.months)
const monthsFrom = (first: LocalDate, end: LocalDate): LocalDate[] =>
  first > end ? [] : [first, ...monthsFrom(addMonths(first, 1), end)]

describe('a car as an asset', () => {
  it('loses its cost less the residual value over its life, to the fen, and in no month less than nothing', () => {
    fc.assert(
      fc.property(car, (one) => {
        const end = last(one.plans)
        let sum = 0
        for (const month of monthsFrom(monthOf(one.boughtOn), end)) {
          const at = assetAt(one, month)
          expect(at.monthFen).toBeGreaterThanOrEqual(0)
          sum += at.monthFen
          expect(at.netFen).toBe(one.costFen - sum)
        }
        expect(sum).toBe(one.costFen - one.residualFen)
        expect(assetAt(one, end)).toMatchObject({ netFen: one.residualFen, residualFen: one.residualFen })
      }),
    )
  })

  it('loses nothing in the month of its purchase, and nothing after the month of its disposal', () => {
    fc.assert(
      fc.property(car, fc.nat(2400), (one, days) => {
        const disposedOn = addDays(one.boughtOn, days)
        const sold = { ...one, disposedOn }
        expect(assetAt(sold, monthOf(one.boughtOn)).depreciatedFen).toBe(0)
        expect(assetAt(sold, monthOf(disposedOn))).toEqual(assetAt(one, monthOf(disposedOn)))
        // The disposal ends the plan, and changes nothing of what was estimated.
        const plans = sold.plans.map((plan, n) =>
          n === sold.plans.length - 1 ? { ...plan, endedMonth: addMonths(monthOf(disposedOn), 1) } : plan,
        )
        expect(assetAt({ ...sold, plans }, monthOf(disposedOn))).toEqual(assetAt(sold, monthOf(disposedOn)))
        const after = assetAt(sold, addMonths(disposedOn, 1))
        expect(after.monthFen).toBe(0)
        expect(after.netFen).toBe(assetAt(one, monthOf(disposedOn)).netFen)
      }),
    )
  })
})

const tax = fc.constantFrom(...(disposalTaxes.values as readonly DisposalTax[]))

/** Posts months as closings do: some of them together. */
function post(one: Parameters<typeof sumsAt>[0], from: LocalDate, months: readonly LocalDate[]) {
  let posted: AssetSums = noSums
  const entries: Entry[] = []
  for (const month of months) {
    const next = sumsLess(sumsAt(one, from, month), posted)
    posted = sumsAdded(posted, next)
    if (!isNoSums(next)) entries.push(assetMonthEntry(month, next))
  }
  return { posted, entries }
}

describe('the entries of a car', () => {
  it('have its cost and depreciation once, whatever months were closed', () => {
    fc.assert(
      fc.property(car, fc.nat(60), fc.array(fc.boolean(), { minLength: 5, maxLength: 60 }), (one, start, closes) => {
        const from = addMonths(monthOf(one.boughtOn), start - 20)
        const months = monthsFrom(from, addMonths(from, closes.length)).filter(
          (month, n) => month >= monthOf(one.boughtOn) && closes[n],
        )
        const { entries } = post(one, from, months)
        const { entries: again } = post(one, from, [...months, ...months.slice(-1)])
        expect(again).toEqual(entries)
        for (const entry of entries) expect(imbalance(entry.lines)).toBe(0)
        const end = months.at(-1)
        if (end === undefined) return
        const sums = balancesOf(entries.flatMap(({ lines }) => lines))
        const at = assetAt(one, end)
        expect(sums.get(account.fixedAsset)).toBe(one.costFen)
        expect(sums.get(account.depreciation) ?? 0).toBe(-at.depreciatedFen || 0)
        expect(sums.get(account.carCost) ?? 0).toBe(
          at.depreciatedFen - assetAt(one, addMonths(from, -1)).depreciatedFen,
        )
      }),
    )
  })

  it('end with its disposal: nothing is left, and the gain is the price less tax and net value', () => {
    fc.assert(
      fc.property(car, fc.nat(2000), fc.nat(20_000_000), tax, fc.nat(40), (one, days, proceedsFen, kind, start) => {
        const disposedOn = addDays(one.boughtOn, days)
        const from = addMonths(monthOf(disposedOn), -start)
        const sold = { ...one, disposedOn }
        const months = monthsFrom(from, monthOf(disposedOn)).filter((month) => endOfMonth(month) >= one.boughtOn)
        const { posted, entries } = post(sold, from, months)
        const depreciatedFen = posted.openingFen + posted.depreciationFen
        const taxFen = taxOfDisposal(proceedsFen, kind)
        const netFen = one.costFen - depreciatedFen
        const gainFen = gainOf({ proceedsFen, taxFen, netFen })
        expect(netFen).toBe(assetAt(one, monthOf(disposedOn)).netFen)
        expect(taxFen).toBeLessThanOrEqual(proceedsFen)
        const out = assetDisposalEntry('1', { costFen: one.costFen, depreciatedFen, proceedsFen, taxFen, gainFen })
        expect(imbalance(out.lines)).toBe(0)
        const sums = balancesOf([...entries, out].flatMap(({ lines }) => lines))
        expect(sums.get(account.fixedAsset)).toBeUndefined()
        expect(sums.get(account.depreciation)).toBeUndefined()
        expect((sums.get(account.disposalGain) ?? 0) + (sums.get(account.disposalLoss) ?? 0)).toBe(-gainFen || 0)
        // What a month after it would post is nothing.
        expect(isNoSums(sumsLess(sumsAt(sold, from, addMonths(disposedOn, 3)), posted))).toBe(true)
      }),
    )
  })

  it('never have more depreciation than cost, whatever the price was corrected to', () => {
    fc.assert(
      fc.property(car, fc.nat(900_000_00), fc.nat(100), (one, costFen, n) => {
        const month = addMonths(monthOf(one.boughtOn), n)
        const sums = sumsAt({ ...one, costFen }, monthOf(one.boughtOn), month)
        expect(sums.openingFen + sums.depreciationFen).toBeLessThanOrEqual(costFen)
        expect(assetAt({ ...one, costFen }, month).netFen).toBeGreaterThanOrEqual(0)
      }),
    )
  })

  it('leave out a car that was sold before the books had assets', () => {
    fc.assert(
      fc.property(car, fc.nat(900), (one, days) => {
        const disposedOn = addDays(one.boughtOn, days)
        const from = addMonths(monthOf(disposedOn), 1)
        expect(sumsAt({ ...one, disposedOn }, from, addMonths(from, 5))).toEqual(noSums)
      }),
    )
  })
})

it('the tax of a sale is in its price', () => {
  expect(disposalTaxes.values.map((kind) => taxOfDisposal(103_000_00, kind))).toEqual([
    0, 2_000_00, 1_019_80, 11_849_56,
  ])
})
