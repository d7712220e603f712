import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { layoutOf, placesOf } from '../../../platform/table-import/layout.ts'
import { HOUR, startOfDate } from '../../../time.ts'
import { taxpayer } from '../../bookkeeping/codes.ts'
import { inputKind, inputState } from '../codes.ts'
import { amountsProblem, numberProblem, titleProblem } from '../input.ts'
import { inputTable } from './columns.ts'
import { type KnownInputs, planInputs } from './plan.ts'
import { isSoundInput, keyOf, readInput } from './row.ts'
import { basicSheet, lineSheet, OWN } from './testing.ts'

const NOW = startOfDate('2026-11-25') + 10 * HOUR

function read(table: readonly (readonly string[])[]) {
  const layout = layoutOf(inputTable, table)!
  const places = placesOf(layout.columns)
  return table.slice(layout.heading + 1).map((cells) => readInput(cells, places, NOW))
}
const facts = (more: Partial<KnownInputs> = {}): KnownInputs => ({
  grossByKey: new Map(),
  own: OWN,
  taxpayer: taxpayer.general,
  ...more,
})
const plan = (table: readonly (readonly string[])[], more: Partial<KnownInputs> = {}) =>
  planInputs(read(table), facts(more), { firstLine: 2 })

describe('the invoices that 电子税务局 gives out', () => {
  it('are read with number, kind and amounts; what is void is left out, and a red one is negative', () => {
    expect(plan(basicSheet)).toMatchObject([
      {
        action: 'create',
        invoice: {
          ...{ code: '', number: '26312000000123456701', kind: inputKind.special, issuedOn: '2026-11-03' },
          ...{ netFen: 100_000, taxFen: 13_000, grossFen: 113_000, state: inputState.waiting },
        },
      },
      { action: 'create', invoice: { kind: inputKind.usual, state: inputState.none, taxFen: 1_200 } },
      { action: 'create', invoice: { kind: inputKind.vehicle, grossFen: 11_300_000, state: inputState.waiting } },
      { action: 'create', invoice: { netFen: -20_000, taxFen: -2_600, grossFen: -22_600, state: inputState.waiting } },
      { action: 'create', invoice: { code: '031001900204', number: '12345678', kind: inputKind.toll } },
      { action: 'skip', reason: '发票已作废' },
      { action: 'fail', issues: [{ column: '购方识别号' }] },
      { action: 'fail', issues: [{ column: '购买方名称' }] },
      { action: 'skip', reason: '与第2行的号码重复' },
      { action: 'skip', reason: '合计行' },
    ])
  })

  it('are one invoice of all its lines in the table with what was bought', () => {
    expect(plan(lineSheet)).toMatchObject([
      { action: 'create', invoice: { netFen: 150_000, taxFen: 19_500, grossFen: 169_500 } },
      { action: 'skip', reason: '与第2行是同一张发票，已合并' },
      { action: 'create', invoice: { netFen: 10_000 } },
    ])
  })

  it('of a small-scale taxpayer are not deducted, and without a tax number of the merchant none is taken', () => {
    for (const one of plan(basicSheet, { taxpayer: taxpayer.small }))
      if (one.action === 'create') expect(one.invoice.state).toBe(inputState.none)
    for (const one of plan(basicSheet, { own: { ...OWN, taxNo: '' } })) expect(one.action).not.toBe('create')
  })

  it('count once, in whatever tables they stand; the same number with another amount is refused', () => {
    const known = new Map(
      read(basicSheet)
        .filter(isSoundInput)
        .map((row) => [keyOf(row), row.grossFen]),
    )
    for (const one of plan(basicSheet, { grossByKey: known })) expect(one.action).not.toBe('create')
    const other = new Map([['/26312000000123456701', 1]])
    expect(plan(basicSheet, { grossByKey: other })[0]).toMatchObject({
      action: 'fail',
      issues: [{ column: '价税合计' }],
    })
  })
})

it('a piece of a table is planned as a part of the whole', () => {
  const rows = read(lineSheet)
  const all = planInputs(rows, facts(), { firstLine: 2 })
  for (let at = 0; at <= rows.length; at++) {
    const parts = [
      ...planInputs(rows, facts(), { firstLine: 2, from: 0, to: at }),
      ...planInputs(rows, facts(), { firstLine: 2, from: at }),
    ]
    expect(parts).toEqual(all)
  }
})

it('amounts that agree are taken, with either sign, and no others', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 1e9 }),
      fc.integer({ min: 0, max: 1e9 }),
      fc.integer({ min: -5, max: 5 }),
      (net, taxed, off) => {
        const tax = Math.min(taxed, net)
        for (const sign of [1, -1]) {
          const amounts = { netFen: sign * net, taxFen: sign * tax, grossFen: sign * (net + tax) + off }
          expect(amountsProblem(amounts) === null).toBe(off === 0)
        }
      },
    ),
  )
})

it('a number has 20 digits, or 8 with a code', () => {
  expect(numberProblem('', '26312000000123456701')).toBeNull()
  expect(numberProblem('031001900204', '12345678')).toBeNull()
  expect(numberProblem('', '12345678')).toMatchObject({ field: 'code' })
  expect(numberProblem('031001900204', '26312000000123456701')).toMatchObject({ field: 'code' })
  expect(numberProblem('', '2631200')).toMatchObject({ field: 'number' })
})

it('a title is the same whatever brackets and blanks a program writes', () => {
  const own = { name: '驰行（上海）汽车租赁有限公司', taxNo: OWN.taxNo }
  expect(titleProblem(own, { name: '驰行(上海) 汽车租赁有限公司', taxNo: OWN.taxNo.toLowerCase() })).toBeNull()
  expect(titleProblem(own, { name: '驰行汽车租赁有限公司', taxNo: OWN.taxNo })).toMatchObject({ field: 'buyerName' })
  expect(titleProblem(own, { name: own.name, taxNo: '91310000MA1FL00000' })).toMatchObject({ field: 'buyerTaxNo' })
})
