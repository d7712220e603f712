import { isPlatform } from '@cheyi/domain/booking/order/codes'
import { profileOf } from '@cheyi/domain/booking/order/kinds'
import { formatMoney } from '@cheyi/domain/money'
import { endOfTerm, monthSpan } from '@cheyi/domain/pricing/quote/long/months'
import type { PayInterval } from '@cheyi/domain/pricing/quote/long/terms'
import { isLease } from '@cheyi/domain/rental/agreement/codes'
import { isBinding } from '@cheyi/domain/rental/agreement/steps'
import { DAY, epochDay, type Instant, localDate } from '@cheyi/domain/time'
import type { OrderDetail } from '../../../../booking/order/parts/order-words.ts'
import type { calls, InputOf } from '../../../../kernel/call/calls.ts'

/* The changes to an order: times, stores and model, beside the booked values. */

/** The fields of a booking that can be changed. */
export interface Trip {
  readonly pickupAt: Instant
  readonly returnAt: Instant
  readonly storeId: string
  readonly returnStoreId: string
  readonly modelId: string
}

/** The further fields of a long order: only the given ones are changed. Fen. */
export interface TermWish {
  readonly monthlyPrice?: number
  readonly total?: number
  readonly payInterval?: PayInterval
}

/** Whether an order is counted by dates, with a term in months. */
export const isByTerm = ({ orderKind }: Pick<OrderDetail, 'orderKind'>): boolean =>
  profileOf(orderKind).counts === 'dates'

/** The length of a trip in whole months; null when days are left over. */
export function wholeMonths({ pickupAt, returnAt }: Pick<Trip, 'pickupAt' | 'returnAt'>): number | null {
  const { months, extraDays } = monthSpan(localDate(pickupAt), localDate(returnAt))
  return extraDays === 0 && months > 0 ? months : null
}

export const bookedTrip = ({ pickupAt, returnAt, pickupPlace, returnPlace, model }: OrderDetail): Trip => ({
  pickupAt,
  returnAt,
  storeId: pickupPlace.storeId,
  returnStoreId: returnPlace.storeId,
  modelId: model.modelId,
})

/** Another start: on another day the end moves by the same number of days, on the same day it stays. */
export const begun = (trip: Trip, pickupAt: Instant): Trip => ({
  ...trip,
  pickupAt,
  returnAt: trip.returnAt + (epochDay(pickupAt) - epochDay(trip.pickupAt)) * DAY,
})

/** The same for a long order: a term of whole months keeps its length. */
export function begunByTerm(trip: Trip, pickupAt: Instant): Trip {
  const months = wholeMonths(trip)
  return months === null ? begun(trip, pickupAt) : { ...trip, pickupAt, returnAt: endOfTerm(pickupAt, months) }
}

/** Another pickup store: a return to the pickup store moves with it. */
export const withPickupStore = (trip: Trip, storeId: string): Trip => ({
  ...trip,
  storeId,
  returnStoreId: trip.returnStoreId === trip.storeId ? storeId : trip.returnStoreId,
})

/** null when nothing has changed. */
export function changeInput(
  order: OrderDetail,
  trip: Trip,
  wish: TermWish = {},
): InputOf<typeof calls.quote.quote> | null {
  const booked = bookedTrip(order)
  const same = (Object.keys(booked) as (keyof Trip)[]).every((name) => booked[name] === trip[name])
  if (same && Object.values(wish).every((value) => value === undefined)) return null
  return { orderId: order.orderId, ...trip, ...(isByTerm(order) && { orderKind: order.orderKind, ...wish }) }
}

/** Why times, stores and model cannot be changed; null when they can. */
export function whyFixed(order: Pick<OrderDetail, 'source' | 'agreements'>): string | null {
  if (isPlatform(order.source)) return '渠道订单请在渠道平台修改'
  const signed = order.agreements.some(({ type, status }) => isLease(type) && isBinding(status))
  return signed ? '合同已签署，请取消后重新下单' : null
}

/** Effect on the balance: fen, a negative amount is a credit of the customer; a payment plan bills it again. */
export function balanceNote(owed: number, planned = false): string | undefined {
  if (owed > 0) return `改后待收 ${formatMoney(owed)}，可在订单页收款，或取车时收取`
  if (owed >= 0) return undefined
  return `多收的 ${formatMoney(-owed)} 留在订单上，${planned ? '到期时抵下一期' : '还车结算时退还'}`
}
