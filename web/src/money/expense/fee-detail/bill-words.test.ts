import { parseDateTime } from '@cheyi/domain/time'
import { describe, expect, it } from 'vitest'
import { linesOf } from './bill-picture.ts'
import { type Bill, billText, enteredWords, type Flow, flowMark, flowNote, sumsOf } from './bill-words.ts'

const at = (text: string) => parseDateTime(text)!
const now = at('2026-11-20 09:41')

const system = { at: null, by: '', voucherIds: [] }

const bill: Bill = {
  orderId: '9',
  orderKind: 1,
  orderNo: 'D2611170742',
  contactName: '李婉清',
  plate: '沪B7K362',
  groups: [
    {
      group: 'rent',
      name: '租金',
      subtotal: 89400,
      lines: [{ name: '车辆租金', formula: '¥298.00 × 3天', amount: 89400, note: null, ...system }],
    },
    {
      group: 'handover',
      name: '取还车费用',
      subtotal: 5000,
      lines: [{ name: '清洁费', formula: '', amount: 5000, note: '车内污渍', ...system }],
    },
    {
      group: 'reduction',
      name: '优惠减免',
      subtotal: -680,
      lines: [{ name: '手工减免', formula: '', amount: -680, note: null, ...system }],
    },
  ],
  receivable: 93720,
  writeOffs: [],
  offsets: [],
  received: 89400,
  platformHeld: 0,
  refunded: 0,
  refunding: 0,
  owed: 4320,
  prepay: null,
  prepayDue: 0,
  deposits: [
    { kind: 1, name: '租车押金', amount: 300000, state: '已支付', held: 300000 },
    { kind: 2, name: '违章押金', amount: 200000, state: '未支付', held: 0 },
  ],
  flows: [],
}

const flow: Flow = {
  id: '1',
  at: at('2026-11-20 08:40'),
  payKind: 1,
  name: '租金',
  payWay: 3,
  direction: 'in',
  amount: 124000,
  status: 2,
  deductResult: null,
  operatorName: '陈思远',
  voucherIds: ['1', '2'],
  receipt: null,
}

describe('the sums', () => {
  it('have what a platform collected for an order that is not accepted yet', () => {
    const waiting = { ...bill, received: 0, platformHeld: 93720, owed: 0 }
    expect(sumsOf(waiting).map(({ label, fen }) => [label, fen])).toEqual([
      ['应收', 93720],
      ['已收', 0],
      ['平台已收（待接单）', 93720],
      ['已退', 0],
      ['待收', 0],
    ])
  })

  it('say what is still to come, or to go back', () => {
    expect(sumsOf(bill).map(({ label, fen, tone }) => [label, fen, tone])).toEqual([
      ['应收', 93720, 'plain'],
      ['已收', 89400, 'good'],
      ['已退', 0, 'plain'],
      ['待收', 4320, 'late'],
    ])
    expect(sumsOf({ ...bill, owed: -4500 }).at(-1)).toEqual({ label: '待退', fen: 4500, tone: 'late' })
    expect(sumsOf({ ...bill, owed: 0 }).at(-1)).toEqual({ label: '待收', fen: 0, tone: 'plain' })
  })
})

describe('a movement of money', () => {
  it.each<[Partial<Flow>, string, string, string | undefined]>([
    [{}, '+1,240.00', 'good', undefined],
    [{ direction: 'out' }, '−1,240.00', 'plain', undefined],
    [{ direction: 'hold', payWay: null }, '1,240.00', 'plain', undefined],
    [{ status: 0 }, '1,240.00', 'soon', '待支付'],
    [{ direction: 'out', status: 1 }, '1,240.00', 'soon', '处理中'],
    [{ status: 3 }, '1,240.00', 'void', '失败'],
    [{ status: 4 }, '1,240.00', 'void', '关闭'],
    [{ direction: 'out', deductResult: 2 }, '1,240.00', 'plain', undefined],
    [{ direction: 'out', deductResult: 1 }, '1,240.00', 'void', '扣款失败'],
    [{ direction: 'out', deductResult: 3 }, '1,240.00', 'plain', '已退款'],
  ])('%o', (change, amount, look, state) => {
    const mark = flowMark({ ...flow, ...change })
    expect([mark.amount, mark.look, mark.state?.text]).toEqual([amount, look, state])
  })

  it('says how, when, by whom and with what proof', () => {
    expect(flowNote(flow, now)).toBe('现金 · 今天 08:40 · 陈思远')
    expect(flowNote({ ...flow, direction: 'hold', payWay: null, voucherIds: [], operatorName: '系统' }, now)).toBe(
      '线上授权 · 今天 08:40 · 系统',
    )
  })
})

it('reads well in a chat', () => {
  expect(billText(bill, '云途租车')).toBe(`云途租车 费用明细
订单 D2611170742
李婉清 沪B·7K362

【租金】小计 ¥894.00
车辆租金  ¥298.00 × 3天  ¥894.00
【取还车费用】小计 ¥50.00
清洁费  车内污渍  ¥50.00
【优惠减免】小计 −¥6.80
手工减免  −¥6.80

应收 ¥937.20
已收 ¥894.00
待收 ¥43.20

押金（另计）
租车押金 ¥3,000.00（已支付）
违章押金 ¥2,000.00（未支付）`)
})

it('names who charged a line and when; what follows from the rest nobody charged', () => {
  expect(enteredWords({ at: at('2026-11-20 08:40'), by: '陈思远' })).toBe('陈思远 11-20 08:40')
  expect(enteredWords({ at: null, by: '' })).toBe('')
})

it('breaks what is too long for a picture, sign by sign', () => {
  const measure = (text: string) => text.length
  expect(linesOf('车内污渍清洁', 4, measure)).toEqual(['车内污渍', '清洁'])
  expect(linesOf('', 4, measure)).toEqual([''])
  expect(linesOf('宽', 0, measure)).toEqual(['宽'])
})
