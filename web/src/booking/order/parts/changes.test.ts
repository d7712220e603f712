import { orderStatus } from '@cheyi/domain/booking/order/codes'
import { expect, it } from 'vitest'
import { changesOf } from './changes.ts'

const order: Parameters<typeof changesOf>[0] = {
  status: orderStatus.confirming,
  vehicle: null,
  pickupAt: 1_795_140_000_000,
  returnAt: 1_795_399_200_000,
  contactName: '周明轩',
  fees: {
    lines: [],
    total: 86400,
    paid: 0,
    refunded: 0,
    owed: 86400,
    prepay: null,
    prepayDue: 0,
    writtenOff: 0,
    offset: 0,
    byPlatform: false,
    commission: null,
  },
  depositStatus: 0,
  depositPayStatus: 0,
  depositLater: null,
  heldDeposit: 0,
}

it('names what is different, and only that', () => {
  expect(changesOf(order, order)).toEqual([])
  const after = {
    ...order,
    status: orderStatus.confirmed,
    fees: { ...order.fees, owed: 0 },
    depositPayStatus: 2,
    heldDeposit: 500000,
  } as const
  expect(changesOf(order, after)).toEqual([
    '状态：确认中 → 已确认',
    '待收：¥864.00 → ¥0.00',
    '押金：押金未收取 → 在押 ¥5,000.00',
  ])
})
