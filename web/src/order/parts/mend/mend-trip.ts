import { agreementType } from '@cheyi/domain/agreement/codes'
import { isBinding } from '@cheyi/domain/agreement/steps'
import { formatMoney } from '@cheyi/domain/money'
import { source } from '@cheyi/domain/order/codes'
import { profileOf } from '@cheyi/domain/order/kinds'
import { DAY, epochDay, type Instant } from '@cheyi/domain/time'
import type { calls, InputOf } from '../../../kernel/call/calls.ts'
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

/** Another store: a car that was to come back where it was picked up comes back there. */
export const moved = (trip: Trip, storeId: string): Trip => ({
  ...trip,
  storeId,
  returnStoreId: trip.returnStoreId === trip.storeId ? storeId : trip.returnStoreId,
})

/** null where nothing is different. */
export function changeInput(order: OrderDetail, trip: Trip): InputOf<typeof calls.quote.quote> | null {
  const booked = bookedTrip(order)
  const same = (Object.keys(booked) as (keyof Trip)[]).every((name) => booked[name] === trip[name])
  return same ? null : { orderId: order.orderId, ...trip }
}

/** Why times, stores and model of an order stay; null where they may change. */
export function whyFixed(order: Pick<OrderDetail, 'orderKind' | 'source' | 'agreements'>): string | null {
  if (profileOf(order.orderKind).counts !== 'hours') return '长租订单请取消后重新下单'
  if (order.source !== source.offline) return '渠道订单请在渠道平台修改'
  const signed = order.agreements.some(({ type, status }) => type === agreementType.pickup && isBinding(status))
  return signed ? '合同已签署，请取消后重新下单' : null
}

/** What becomes of the balance: fen, negative is due to the customer. */
export function balanceNote(owed: number): string | undefined {
  if (owed > 0) return `改后待收 ${formatMoney(owed)}，可在订单页收款，或取车时收取`
  return owed < 0 ? `多收的 ${formatMoney(-owed)} 留在订单上，还车结算时退还` : undefined
}
