import { source } from '@cheyi/domain/booking/order/codes'
import { profileOf } from '@cheyi/domain/booking/order/kinds'
import { formatMoney } from '@cheyi/domain/money'
import { isLease } from '@cheyi/domain/rental/agreement/codes'
import { isBinding } from '@cheyi/domain/rental/agreement/steps'
import { endOfTerm, monthSpan } from '@cheyi/domain/rental/instalment/months'
import type { PayInterval } from '@cheyi/domain/rental/instalment/terms'
import { DAY, epochDay, type Instant, localDate } from '@cheyi/domain/time'
import type { calls, InputOf } from '../../../../kernel/call/calls.ts'
import type { OrderDetail } from '../order-words.ts'

/*
 * What of an order is to be put right: times, stores and model, beside what was booked.
 */

/** What may be changed of a booking. */
export interface Trip {
  readonly pickupAt: Instant
  readonly returnAt: Instant
  readonly storeId: string
  readonly returnStoreId: string
  readonly modelId: string
}

/** What else may be changed of a long order: only what is named is asked for. Fen. */
export interface TermWish {
  readonly monthlyPrice?: number
  readonly total?: number
  readonly payInterval?: PayInterval
}

/** Whether an order is counted by dates, its term by months. */
export const byTerm = ({ orderKind }: Pick<OrderDetail, 'orderKind'>): boolean =>
  profileOf(orderKind).counts === 'dates'

/** The whole months of a trip; null with days beyond them. */
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

/** Another begin: on another day the end moves along by as many days, on the same day it stays. */
export const begun = (trip: Trip, pickupAt: Instant): Trip => ({
  ...trip,
  pickupAt,
  returnAt: trip.returnAt + (epochDay(pickupAt) - epochDay(trip.pickupAt)) * DAY,
})

/** The same of a long order: whole months stay as many. */
export function begunByTerm(trip: Trip, pickupAt: Instant): Trip {
  const months = wholeMonths(trip)
  return months === null ? begun(trip, pickupAt) : { ...trip, pickupAt, returnAt: endOfTerm(pickupAt, months) }
}

/** Another store: a car that was to come back where it was picked up comes back there. */
export const moved = (trip: Trip, storeId: string): Trip => ({
  ...trip,
  storeId,
  returnStoreId: trip.returnStoreId === trip.storeId ? storeId : trip.returnStoreId,
})

/** null where nothing is different. */
export function changeInput(
  order: OrderDetail,
  trip: Trip,
  wish: TermWish = {},
): InputOf<typeof calls.quote.quote> | null {
  const booked = bookedTrip(order)
  const same = (Object.keys(booked) as (keyof Trip)[]).every((name) => booked[name] === trip[name])
  if (same && Object.values(wish).every((value) => value === undefined)) return null
  return { orderId: order.orderId, ...trip, ...(byTerm(order) && { orderKind: order.orderKind, ...wish }) }
}

/** Why times, stores and model of an order stay; null where they may change. */
export function whyFixed(order: Pick<OrderDetail, 'source' | 'agreements'>): string | null {
  if (order.source !== source.offline) return '渠道订单请在渠道平台修改'
  const signed = order.agreements.some(({ type, status }) => isLease(type) && isBinding(status))
  return signed ? '合同已签署，请取消后重新下单' : null
}

/** What becomes of the balance: fen, negative is due to the customer, whom a plan asks for it again. */
export function balanceNote(owed: number, planned = false): string | undefined {
  if (owed > 0) return `改后待收 ${formatMoney(owed)}，可在订单页收款，或取车时收取`
  if (owed >= 0) return undefined
  return `多收的 ${formatMoney(-owed)} 留在订单上，${planned ? '到期时抵下一期' : '还车结算时退还'}`
}
