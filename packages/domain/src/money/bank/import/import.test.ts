import { describe, expect, it } from 'vitest'
import { layoutOf, placesOf } from '../../../platform/table-import/layout.ts'
import { HOUR, MINUTE, startOfDate } from '../../../time.ts'
import { bankKind } from '../codes.ts'
import { bankTable } from './columns.ts'
import { planBankLines } from './plan.ts'
import { type BankRow, isSoundBankRow, readBankRow } from './row.ts'
import { alipayBill, ccb, cmb, icbc, wechatFunds } from './testing.ts'

const instantOf = (day: string, hours: number, minutes: number) => startOfDate(day) + hours * HOUR + minutes * MINUTE
const NOW = instantOf('2026-11-25', 18, 0)

function read(table: readonly (readonly string[])[]) {
  const layout = layoutOf(bankTable, table)!
  const places = placesOf(layout.columns)
  return table.slice(layout.heading + 1).map((cells) => readBankRow(cells, places, NOW))
}
const sound = (table: readonly (readonly string[])[]) => read(table).filter(isSoundBankRow)
const brief = ({ on, fen, balanceFen, party, partyTail, note, lineNo }: BankRow) =>
  [on, fen, balanceFen, party, partyTail, note, lineNo].join('|')

describe('a statement of', () => {
  it('ICBC', () => {
    expect(sound(icbc).map(brief)).toEqual([
      '2026-11-03|1260000|11260000|云途科技有限公司|7788|转账 租车款|',
      '2026-11-04|-458000|10802000|上海浦江汽车维修有限公司|3021|转账 维修费 沪A12345|',
      '2026-11-05|-1500|10800500|||手续费 对公收费明细入账|',
      '2026-11-05|345000|11145500|||现金存款 虹桥店营业款|',
    ])
    expect(sound(icbc)[0]!.at).toBe(instantOf('2026-11-03', 10, 21))
  })

  it('CMB, whose day and time are two columns', () => {
    expect(sound(cmb).map(brief)).toEqual([
      '2026-11-10|886500|9886500|财付通支付科技有限公司|0001|跨行收款 微信结算款|C0611BK0001',
      '2026-11-10|-147660|9738840|沈国强|5678|网银付款 车主分成 10月|C0611BK0002',
    ])
    expect(sound(cmb)[0]!.at).toBe(instantOf('2026-11-10', 9, 2))
  })

  it('CCB, below its words', () => {
    expect(sound(ccb).map(brief)).toEqual([
      '2026-11-12|4500000|54500000|中国平安财产保险股份有限公司上海分公司|9012|赔款 PA202611|31-20261112-001',
      '2026-11-13|-12000|54488000|国家金库上海市分库|0011|代扣税费|31-20261113-002',
    ])
  })

  it('the funds of WeChat, with backticks and totals', () => {
    expect(read(wechatFunds).slice(-2)).toEqual([{ other: '没有金额' }, { other: '没有金额' }])
    expect(sound(wechatFunds).map(brief)).toEqual([
      '2026-11-09|86900|386900|||交易|4200001',
      '2026-11-09|-521|386379|||扣除交易手续费|4200002',
      '2026-11-09|-10000|376379|||退款 客户取消|4200003',
      '2026-11-10|-376379|0|||提现|4200004',
    ])
  })

  it('Alipay, between lines of words', () => {
    expect(sound(alipayBill).map(brief)).toEqual([
      '2026-11-09|50000|150000|||在线支付 租车订单|202611090001',
      '2026-11-09|-300|149700|||收费 服务费|202611090002',
      '2026-11-10|-149700|0|||提现|202611100003',
    ])
  })
})

it('a wrong cell is named, and neither a day to come nor a row without a day is taken', () => {
  const at = (cells: readonly string[]) => read([['交易日期', '收入', '支出', '余额'], cells])[0]
  expect(at(['2026-11-26', '1', '', ''])).toEqual({
    issues: [{ column: '交易日期', value: '2026-11-26', reason: '日期不能晚于今天' }],
  })
  expect(at(['', '1', '', ''])).toMatchObject({ issues: [{ column: '交易日期' }] })
  expect(at(['2026-11-20', '一百', '', ''])).toMatchObject({ issues: [{ column: '收入金额' }] })
  expect(at(['2026-11-20', '', '', '5'])).toEqual({ other: '没有金额' })
  expect(at(['2026-11-20', '0.00', '', '5'])).toEqual({ other: '金额为0' })
  expect(at(['合计', '100', '', ''])).toEqual({ other: '合计行' })
  expect(at(['2026-11-20', '100', '', '不详'])).toMatchObject({
    fen: 10_000,
    balanceFen: null,
    warnings: [{ column: '余额' }],
  })
})

it.each([
  ['贷', '100', 10_000],
  ['借', '100', -10_000],
  ['支出', '-100', -10_000],
  ['收入', '100', 10_000],
  ['C', '100', 10_000],
  ['', '-100', -10_000],
])('one column of amounts with the side %s: %s is %i', (side, amount, fen) =>
  expect(
    read([
      ['交易日期', '借贷标志', '交易金额'],
      ['20261110', side, amount],
    ])[0],
  ).toMatchObject({ fen }),
)

it('a line counts once, in whatever tables it stands; two that say the same without a number are two', () => {
  const account = { id: '1', kind: bankKind.bank, openingOn: '2026-11-02' } as const
  const heading = ['交易日期', '收入', '对方户名']
  const rows = read([
    heading,
    ['2026-11-01', '5', '早'],
    ['2026-11-10', '100', '王小明'],
    ['2026-11-10', '100', '王小明'],
    ['2026-11-10', '100', '李华'],
  ])
  const known = new Map<string, number>()
  const actions = (from = 0, to = rows.length) =>
    planBankLines(rows, known, account, { from, to }).map((plan) => {
      if (plan.action === 'create') known.set(plan.line.mark, (known.get(plan.line.mark) ?? 0) + 1)
      return plan.action
    })
  expect(actions(0, 2)).toEqual(['skip', 'create'])
  expect(actions(2)).toEqual(['create', 'create'])
  expect(actions()).toEqual(['skip', 'skip', 'skip', 'skip'])
  const numbered = read([
    ['交易日期', '收入', '流水号'],
    ['2026-11-10', '1', 'N1'],
    ['2026-11-10', '1', 'N1'],
    ['2026-11-10', '2', 'N1'],
  ])
  expect(planBankLines(numbered, new Map(), account).map(({ action }) => action)).toEqual(['create', 'skip', 'create'])
})
