import { describe, expect, it } from 'vitest'
import { layoutOf, placesOf } from '../../../platform/table-import/layout.ts'
import { statementResults } from '../codes.ts'
import { resultOf, statementTable } from './columns.ts'
import { planStatement, readStatement, readYuan } from './plan.ts'

const lines = [
  ['平台订单号', '佣金金额', '结算金额（元）', '账单类型'],
  ['A-1', '28.50', '256.50', '结算'],
  ['A-1', '5', '45', '退款'],
  ['A-2', '', '一百', '结算'],
  ['合计', '', '1000', ''],
  ['A-3', '0', '(12.00)', '结算'],
]
const read = () => {
  const layout = layoutOf(statementTable, lines, { remembered: new Map(), chosen: new Map() })!
  const places = placesOf(layout.columns)
  return lines.slice(layout.heading + 1).map((cells) => readStatement(cells, places))
}
const of = { source: 2, month: '2026-11-01', firstLine: 2 }

it('adds up the rows of an order, and leaves out what is no line', () => {
  const plans = planStatement(read(), [], of)
  expect(plans).toMatchObject([
    { action: 'create', line: { channelOrderNo: 'A-1', netFen: 21_150, commissionFen: 2_350 } },
    { action: 'skip', reason: '同一订单，已并入第2行' },
    { action: 'fail' },
    { action: 'skip' },
    { action: 'create', line: { channelOrderNo: 'A-3', netFen: -1_200 } },
  ])
})

it('replaces an open line of the month, and no settled one', () => {
  const known = [
    { source: 2, month: '2026-11-01', channelOrderNo: 'A-1', isOpen: true },
    { source: 2, month: '2026-11-01', channelOrderNo: 'A-3', isOpen: false },
    { source: 3, month: '2026-11-01', channelOrderNo: 'A-3', isOpen: true },
  ]
  expect(planStatement(read(), known, of).map(({ action }) => action)).toEqual([
    'update',
    'skip',
    'fail',
    'skip',
    'skip',
  ])
})

it('plans a part of a table as it plans the whole', () => {
  const whole = planStatement(read(), [], of)
  const parts = [0, 2, 4].flatMap((from) => planStatement(read(), [], { ...of, from, to: from + 2 }))
  expect(parts).toEqual(whole)
})

describe('a line', () => {
  const of = (netFen: number, commissionFen = 0) => ({ netFen, commissionFen })
  it.each([
    [of(100), of(100), '一致'],
    [of(100), of(99), '金额不符'],
    [of(-5), of(5), '金额不符'],
    [of(100), null, '我方缺失'],
    [null, of(100), '渠道缺失'],
    [of(100, 12), of(100, 12), '一致'],
    [of(100, 12), of(100), '金额不符'],
    [of(100), of(100, 12), '金额不符'],
    [{ netFen: 100, commissionFen: null }, of(100, 12), '一致'],
    [{ netFen: 100, commissionFen: null }, of(99, 12), '金额不符'],
  ])('of %j against %j is %s', (theirs, ours, text) => {
    expect(statementResults.text(resultOf(theirs, ours))).toBe(text)
  })
})

it('tells a commission of nothing from one that is not told', () => {
  const told = (cell: string) => {
    const table = [
      ['订单号', '结算金额', '佣金'],
      ['A-1', '45', cell],
    ]
    const layout = layoutOf(statementTable, table, { remembered: new Map(), chosen: new Map() })!
    return readStatement(table[1]!, placesOf(layout.columns))
  }
  expect([told('0'), told('5.00'), told(''), told('五元')]).toMatchObject([
    { commissionFen: 0, commissionTold: true, warnings: [] },
    { commissionFen: 500, commissionTold: true, warnings: [] },
    { commissionTold: false, warnings: [] },
    { commissionTold: false, warnings: [expect.anything()] },
  ])
})

it.each([
  ['1,268.50', 126_850],
  ['¥-50', -5_000],
  ['(3)', -300],
])('reads %s as %i fen', (text, fen) => {
  expect(readYuan(text)).toEqual({ value: fen })
})
