import { orderKind, orderStatus as s } from '@cheyi/domain/booking/order/codes'
import { expect, it } from 'vitest'
import { doingsOf } from './doings.ts'

type Found = Parameters<typeof doingsOf>[0][number]

const order = (orderId: string, change: Partial<Found>): Found => ({
  orderId,
  orderNo: `O${orderId}`,
  orderKind: orderKind.short,
  status: s.pickedUp,
  plate: '沪A12345',
  modelName: '大众朗逸',
  contactName: '陈泽宇',
  phone: '139****0000',
  pickupAt: 0,
  ...change,
})
const reach = (...held: string[]) => ({ held: new Set(held), opens: () => true })

it('leads from a plate to what its order waits for, long or short', () => {
  const orders = [order('1', {}), order('2', { status: s.arranged }), order('3', { status: s.returned })]
  const found = doingsOf(orders, reach('order.return', 'order.pickup'))
  expect(found.map(({ label, path }) => [label, path])).toEqual([
    ['还车 · 沪A·12345 · 陈泽宇', '/order/return?orderId=1'],
    ['取车 · 沪A·12345 · 陈泽宇', '/order/pickup?orderId=2'],
  ])
  const long = doingsOf([order('4', { orderKind: orderKind.long })], reach('order.return'))
  expect(long[0]!.path).toBe('/long-order/return?orderId=4')
})

it('offers nothing that the person may not do', () => {
  expect(doingsOf([order('1', {}), order('2', { status: s.arranged })], reach('order.list'))).toEqual([])
})
