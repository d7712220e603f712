import { expect, it } from 'vitest'
import { handoverType } from '../../rental/pickup-return/codes.ts'
import { type Charge, chargeLines, isCharged, reversalLine } from './charges.ts'
import { orderStatus as o } from './codes.ts'

const day = (amount: number, formula: string): Charge => ({
  code: 'rent',
  name: '租金',
  unit: 'day',
  unitPrice: amount,
  amount,
  formula,
})

it('puts days of the same price on one line', () => {
  const over: Charge = {
    code: 'overHours',
    name: '超时费',
    unit: 'hour',
    unitPrice: 3333,
    amount: 6666,
    formula: '超时2小时',
  }
  const service: Charge = {
    code: 'base',
    name: '基础服务费',
    unit: 'day',
    unitPrice: 5000,
    amount: 15000,
    formula: '¥50.00 × 3天',
  }
  const coupon: Charge = { code: 'coupon', name: '优惠券', unit: 'order', unitPrice: -500, amount: -500, formula: '' }
  expect(
    chargeLines([
      day(20000, '平日价¥200.00'),
      day(26000, '周末价¥260.00'),
      day(20000, '日历价¥200.00'),
      over,
      service,
      coupon,
    ]),
  ).toEqual([
    { name: '租金', formula: '¥200.00 × 2天', amount: 40000 },
    { name: '租金', formula: '周末价¥260.00', amount: 26000 },
    { name: '超时费', formula: '超时2小时', amount: 6666 },
    { name: '基础服务费', formula: '¥50.00 × 3天', amount: 15000 },
    { name: '优惠券', formula: '', amount: -500 },
  ])
  expect(chargeLines([])).toEqual([])
})

it('charges for a handover once it is confirmed', () => {
  const charged = (status: number) => [handoverType.pickup, handoverType.return].map((type) => isCharged(type, status))
  expect(charged(o.arranged)).toEqual([false, false])
  expect(charged(o.pickedUp)).toEqual([true, false])
  expect(charged(o.returned)).toEqual([true, true])
})

it('shows what a cancellation or an early return reversed', () => {
  expect(reversalLine(o.cancelled, 100580, 13680)).toEqual({ name: '取消订单冲销', formula: '', amount: -86900 })
  expect(reversalLine(o.returned, 190460, 114660)).toEqual({ name: '提前还车退还', formula: '', amount: -75800 })
  expect(reversalLine(o.returned, 100, 100)).toBeNull()
  expect(reversalLine(o.notSubmitted, 100, 0)).toBeNull()
  expect(reversalLine(o.pickedUp, 100, 50)).toBeNull()
})
