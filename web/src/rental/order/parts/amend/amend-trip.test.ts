import { orderKind, source } from '@cheyi/domain/booking/order/codes'
import { agreementStatus, agreementType } from '@cheyi/domain/rental/agreement/codes'
import { DAY, HOUR, parseDateTime } from '@cheyi/domain/time'
import { expect, it } from 'vitest'
import type { OrderDetail } from '../../../../booking/order/parts/order-words.ts'
import { balanceNote, begun, begunByTerm, changeInput, type Trip, whyFixed, withPickupStore } from './amend-trip.ts'

const at = (text: string) => parseDateTime(`2026-11-${text}`)!
const trip: Trip = {
  pickupAt: at('23 22:00'),
  returnAt: at('25 10:00'),
  storeId: '1',
  returnStoreId: '1',
  modelId: '7',
}
const order = {
  orderId: '5',
  pickupAt: trip.pickupAt,
  returnAt: trip.returnAt,
  pickupPlace: { storeId: '1' },
  returnPlace: { storeId: '1' },
  model: { modelId: '7' },
  orderKind: orderKind.short,
  source: source.offline,
  agreements: [],
} as unknown as OrderDetail

it('moves the end along with the day of the begin, not with its hour', () => {
  expect(begun(trip, trip.pickupAt + HOUR).returnAt).toBe(trip.returnAt)
  expect(begun(trip, trip.pickupAt + 2 * HOUR).returnAt).toBe(trip.returnAt + DAY)
  expect(begun(trip, trip.pickupAt - 3 * DAY).returnAt).toBe(trip.returnAt - 3 * DAY)
})

it('brings the car back where it is picked up, unless it was agreed elsewhere', () => {
  expect(withPickupStore(trip, '2')).toMatchObject({ storeId: '2', returnStoreId: '2' })
  expect(withPickupStore({ ...trip, returnStoreId: '3' }, '2')).toMatchObject({ storeId: '2', returnStoreId: '3' })
})

it('asks for no price of what was booked', () => {
  expect(changeInput(order, trip)).toBeNull()
  expect(changeInput(order, { ...trip, modelId: '8' })).toEqual({ orderId: '5', ...trip, modelId: '8' })
})

it('keeps the months of a long order from another begin, and asks for what is named of its price', () => {
  const long = { ...trip, pickupAt: at('23 10:00'), returnAt: parseDateTime('2027-01-23 10:00')! }
  expect(begunByTerm(long, at('30 12:00')).returnAt).toBe(parseDateTime('2027-01-30 12:00'))
  expect(begunByTerm({ ...long, returnAt: long.returnAt + DAY }, at('30 10:00')).returnAt).toBe(long.returnAt + 8 * DAY)
  const sold = { ...order, orderKind: orderKind.long }
  expect(changeInput(sold, trip, { monthlyPrice: undefined })).toBeNull()
  expect(changeInput(sold, trip, { payInterval: 3 })).toEqual({ orderId: '5', ...trip, orderKind: 2, payInterval: 3 })
})

it('says why an order stays as it is', () => {
  expect(whyFixed(order)).toBeNull()
  expect(whyFixed({ ...order, source: 2 })).toContain('渠道')
  const paper = { agreementId: '1', type: agreementType.pickup, at: 0 }
  expect(whyFixed({ ...order, agreements: [{ ...paper, status: agreementStatus.waiting }] })).toBeNull()
  expect(whyFixed({ ...order, agreements: [{ ...paper, status: agreementStatus.signed }] })).toContain('合同')
})

it('tells what is still to be paid, and what stays as a credit', () => {
  expect(balanceNote(100)).toBe('改后待收 ¥1.00，可在订单页收款，或取车时收取')
  expect(balanceNote(-100)).toBe('多收的 ¥1.00 留在订单上，还车结算时退还')
  expect(balanceNote(-100, true)).toContain('抵下一期')
  expect(balanceNote(0)).toBeUndefined()
})
