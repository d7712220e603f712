import { describe, expect, it } from 'vitest'
import { layoutOf, placesOf } from '../../../platform/table-import/layout.ts'
import { tollTable } from './columns.ts'
import { repeats } from './plan.ts'
import { readToll } from './row.ts'

const NOW = Date.parse('2026-11-20T19:00:00+08:00')
function read(...table: string[][]) {
  const layout = layoutOf(tollTable, table)!
  expect(layout.missing).toEqual([])
  return table.slice(layout.heading + 1).map((cells) => readToll(cells, placesOf(layout.columns), NOW))
}

describe('bills of providers', () => {
  it.each([
    [
      'an ETC card',
      ['ETC卡号', '车牌号码', '入口站名', '入口时间', '出口站名', '出口时间', '交易金额', '交易流水号'],
      1,
    ],
    ['a car park', ['车牌', '入场时间', '离场时间', '停车场名称', '实收金额', '订单号'], 2],
    ['a charger', ['充电站名称', '开始充电时间', '结束充电时间', '车牌号', '总费用', '充电订单号'], 3],
  ])('of %s are read by their titles', (_, heading, kind) => {
    const values: Record<string, string> = {
      时间: '2026-11-20 12:30',
      金额: '12.5',
      费用: '12.5',
      车牌: '沪A·1234 5',
      卡号: '31010001',
    }
    const row = heading.map((title) => {
      if (/入|开始/.test(title) && /时间/.test(title)) return '2026/11/20 11:05:10'
      return Object.entries(values).find(([word]) => title.includes(word))?.[1] ?? '甲'
    })
    expect(read(heading, row)).toMatchObject([
      { kind, plate: '沪A12345', fen: 1250, lineNo: '甲', inAt: Date.parse('2026-11-20T11:05:00+08:00') },
    ])
  })

  it('have money back as a negative amount, which may name the number of its line', () => {
    const heading = ['车牌号', '通行时间', '金额', '交易流水号', '原交易流水号']
    expect(
      read(
        heading,
        ['沪A12345', '2026-11-20 12:00', '-12.5', 'R1', 'T1'],
        ['沪A12345', '2026-11-20 12:00', '-12.5', 'R2', ''],
        ['沪A12345', '2026-11-20 12:00', '12.5', 'T1', ''],
      ),
    ).toMatchObject([
      { kind: 1, fen: -1250, lineNo: 'T1' },
      { kind: 1, fen: -1250, lineNo: 'R2' },
      { kind: 1, fen: 1250, lineNo: 'T1' },
    ])
  })

  it('name what is wrong with a row, and leave out totals and lines of nothing', () => {
    const heading = ['车牌号', '卡号', '类型', '进入时间', '离开时间', '金额']
    expect(
      read(
        heading,
        ['', '', '停车', '', '2026-11-20 12:00', '5'],
        ['沪A12345', '', '洗车', '', '2026-11-20 12:00', '5'],
        ['沪A12345', '', '停车', '2026-11-20 13:00', '2026-11-20 12:00', '5'],
        ['沪A12345', '', '停车', '', '2026-11-21 12:00', '5'],
        ['沪A12345', '', '停车', '', '2026-11-20 12:00', '0'],
        ['合计', '', '', '', '', '20'],
      ),
    ).toMatchObject([
      { issues: [{ column: '车牌号', reason: '请填写车牌号或卡号' }] },
      { issues: [{ column: '类型', reason: '类型无法识别，应为过路费、停车、充电' }] },
      { issues: [{ column: '进入时间', reason: '进入时间不能晚于离开时间' }] },
      { issues: [{ column: '离开时间', reason: '时间不能晚于现在' }] },
      { other: '金额为0' },
      { other: '合计行' },
    ])
  })
})

it('a line repeats the same number of its provider, and without a number the same plate, time, amount and place', () => {
  const line = {
    provider: '甲',
    lineNo: '1' as string | null,
    plate: '沪A12345',
    cardNo: '',
    outAt: NOW,
    fen: 500,
    place: '站',
  }
  const known = repeats<number>()
  known.add(line, 1)
  known.add({ ...line, lineNo: null, outAt: NOW + 60_000 }, 2)
  expect(known.of({ ...line, place: '别处', fen: 9 })).toBe(1)
  expect(known.of({ ...line, lineNo: '2' })).toBeUndefined()
  expect(known.of({ ...line, provider: '乙' })).toBeUndefined()
  expect(known.of({ ...line, lineNo: null })).toBe(1)
  expect(known.of({ ...line, lineNo: '3', outAt: NOW + 60_000 })).toBe(2)
  expect(known.of({ ...line, lineNo: null, fen: 501 })).toBeUndefined()
  expect(known.of({ ...line, fen: -500 })).toBeUndefined()
})
