import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { applyBp } from '../../money.ts'
import { addDays } from '../../time.ts'
import { taxpayer } from '../bookkeeping/codes.ts'
import { monthsIn, periodOf, periodsBefore, periodText } from './period.ts'
import { figureOf, notInvoiced, type RateFacts, type ReturnFacts, returnOf, type TaxTerms } from './return.ts'

const terms: TaxTerms = { thresholdFen: 30_000_000, cityBp: 700, halved: true }
const money = fc.integer({ min: 0, max: 50_000_000 })
const amountAt = (rateBp: number) => money.map((netFen) => ({ netFen, taxFen: applyBp(netFen, rateBp) }))
const rateFacts = (rateBp: number): fc.Arbitrary<RateFacts> =>
  fc.record({
    rateBp: fc.constant(rateBp),
    special: amountAt(rateBp),
    usual: amountAt(rateBp),
    income: amountAt(rateBp),
  })
const input = fc.record({ count: fc.nat(50), netFen: money, taxFen: money })
const facts = (...rates: readonly number[]): fc.Arbitrary<ReturnFacts> =>
  fc.record({
    rates: fc.tuple(...rates.map(rateFacts)),
    inputs: fc.record({ certified: input, other: input, red: input }),
    carryFen: money,
  })
const none = { netFen: 0, taxFen: 0 }
const noInputs = { certified: { ...none, count: 0 }, other: { ...none, count: 0 }, red: { ...none, count: 0 } }

describe('the return of a general taxpayer', () => {
  it('pays the output less the input, and what is more than that is carried to the next period', () => {
    fc.assert(
      fc.property(facts(1300, 600, 100), (of) => {
        const made = returnOf(taxpayer.general, of, terms)
        const main = (no: string) => figureOf(made, 'main', no)
        const output = of.rates[0]!.income.taxFen + of.rates[1]!.income.taxFen
        expect(main('11')).toBe(output)
        expect(main('12') - main('14')).toBe(of.inputs.certified.taxFen + of.inputs.other.taxFen - of.inputs.red.taxFen)
        expect(main('19') - main('20')).toBe(main('11') - main('12') - main('13') + main('14'))
        expect(main('18')).toBe(Math.min(main('17'), main('11')))
        expect(main('20')).toBeGreaterThanOrEqual(0)
        expect(made.payFen).toBe(main('24'))
        expect(main('24')).toBe(main('19') + main('21'))
        expect(figureOf(made, 'input', '12', '税额')).toBe(main('12'))
      }),
    )
  })

  it('states at each rate what was invoiced and what was not, which together is the income', () => {
    fc.assert(
      fc.property(facts(1300, 600), (of) => {
        const made = returnOf(taxpayer.general, of, terms)
        for (const [n, no] of [
          [0, '2'],
          [1, '5'],
        ] as const) {
          const column = (title: string) => figureOf(made, 'output', no, title)
          for (const kind of ['销售额', '税额'] as const)
            expect(column(`专用发票${kind}`) + column(`其他发票${kind}`) + column(`未开发票${kind}`)).toBe(
              column(`合计${kind}`),
            )
          expect(column('价税合计')).toBe(of.rates[n]!.income.netFen + of.rates[n]!.income.taxFen)
        }
      }),
    )
  })

  it('over periods pays all output less all input, whatever is carried between', () => {
    fc.assert(
      fc.property(fc.array(facts(1300), { minLength: 1, maxLength: 8 }), (periods) => {
        let carryFen = 0
        let paid = 0
        for (const of of periods) {
          const made = returnOf(taxpayer.general, { ...of, carryFen }, terms)
          carryFen = made.carryFen
          paid += made.payFen
        }
        const all = periods.reduce(
          (sum, { rates, inputs: { certified, other, red } }) =>
            sum + rates[0]!.income.taxFen - certified.taxFen - other.taxFen + red.taxFen,
          0,
        )
        expect(paid - carryFen).toBe(all)
      }),
    )
  })
})

describe('the return of a small-scale taxpayer', () => {
  it('exempts what is below the threshold, without special invoices', () => {
    const rate = {
      rateBp: 100,
      special: { netFen: 5_000_000, taxFen: 50_000 },
      usual: none,
      income: { netFen: 20_000_000, taxFen: 200_000 },
    }
    const made = returnOf(taxpayer.small, { rates: [rate], inputs: noInputs, carryFen: 0 }, terms)
    const main = (no: string) => figureOf(made, 'main', no)
    expect([main('1'), main('2'), main('10'), main('15'), main('16'), main('18'), main('20')]).toEqual([
      ...[5_000_000, 5_000_000, 15_000_000, 150_000, 100_000, 450_000, 50_000],
    ])
    expect([main('23'), main('24'), main('25')]).toEqual([1_750, 0, 0])
  })

  it('taxes all above it, at the rate that held', () => {
    fc.assert(
      fc.property(facts(100), (of) => {
        const made = returnOf(taxpayer.small, of, terms)
        const main = (no: string) => figureOf(made, 'main', no)
        const [rate] = of.rates
        const sales = rate!.income.netFen
        expect(main('1') + main('9')).toBe(sales)
        expect(notInvoiced(rate!).netFen + rate!.special.netFen + rate!.usual.netFen).toBe(sales)
        expect(main('22')).toBe(main('15') - main('16'))
        if (sales > terms.thresholdFen) {
          expect(main('9')).toBe(0)
          expect(made.payFen).toBe(rate!.income.taxFen)
        } else expect(made.payFen).toBe(rate!.special.taxFen)
      }),
    )
  })
})

it('periods follow each other without a gap, a month or a quarter', () => {
  fc.assert(
    fc.property(fc.nat(3000), fc.constantFrom(taxpayer.small, taxpayer.general), (n, who) => {
      const day = addDays('2024-01-01', n)
      const periods = periodsBefore(who, day, 6)
      expect(periods[0]!.from <= day && day <= periods[0]!.to).toBe(true)
      for (const [at, one] of periods.slice(1).entries()) expect(addDays(one.to, 1)).toBe(periods[at]!.from)
      expect(monthsIn(periods[0]!)).toHaveLength(who === taxpayer.small ? 3 : 1)
    }),
  )
  expect(periodOf(taxpayer.small, '2026-11-25')).toEqual({ from: '2026-10-01', to: '2026-12-31' })
  expect(periodText({ from: '2026-10-01', to: '2026-12-31' })).toBe('2026年第4季度')
})
