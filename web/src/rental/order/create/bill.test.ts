import { orderItemType } from '@cheyi/domain/booking/order/codes'
import { parseDateTime } from '@cheyi/domain/time'
import { expect, it } from 'vitest'
import type { Quote } from '../../../booking/order/parts/use-quote.ts'
import { billRows, tierRows } from './bill.ts'

const now = parseDateTime('2026-11-20 09:41')!
const day = (priceDate: string, amount: number): Quote['lines'][number] => ({
  itemType: orderItemType.rental,
  code: 'rent',
  name: '租金',
  qty: 1,
  unit: 'day',
  unitPrice: amount,
  amount,
  priceDate,
  formula: '',
})
const fee: Quote['lines'][number] = {
  ...day('', 8000),
  code: 'oneWay',
  name: '异店还车费',
  unit: 'order',
  priceDate: null,
  itemType: orderItemType.extraService,
  formula: '¥80.00',
}

it('adds up days of one price', () => {
  const lines = [day('2026-11-20', 19800), day('2026-11-21', 25800), day('2026-11-22', 25800), fee]
  expect(billRows(lines, now)).toEqual([
    { label: '租金', basis: '¥198.00 × 1天（11-20）', amount: 19800 },
    { label: '租金', basis: '¥258.00 × 2天（11-21、11-22）', amount: 51600 },
    { label: '异店还车费', basis: '¥80.00', amount: 8000 },
  ])
})

it('names many days by their ends', () => {
  const lines = ['20', '21', '22', '23'].map((date) => day(`2026-11-${date}`, 100))
  expect(billRows(lines, now)[0]?.basis).toBe('¥1.00 × 4天（11-20 至 11-23）')
})

it('calls a fee without a name by its kind', () =>
  expect(billRows([{ ...fee, name: '' }], now)[0]?.label).toBe('附加服务'))

it('tells the cancel rule', () => {
  const tier = (minMinutesBefore: number, penalty: number) => ({ minMinutesBefore, rateBp: 0, fixedFen: null, penalty })
  expect(tierRows([tier(0, 68400), tier(1440, 0), tier(120, 34200)])).toEqual([
    { when: '取车前24小时以上', cost: '免费取消' },
    { when: '取车前2小时至24小时', cost: '收 ¥342.00' },
    { when: '取车前2小时内或未到店', cost: '收 ¥684.00' },
  ])
  expect(tierRows([tier(0, 0)])).toEqual([{ when: '任何时候', cost: '免费取消' }])
})
