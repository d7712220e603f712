import { advance } from '@cheyi/domain/advance'
import { cancelReason, responsibility } from '@cheyi/domain/booking/order/codes'
import { awaitsPayment, isCancelled, isCancelling, orderSteps } from '@cheyi/domain/booking/order/steps'
import { lockOrder, type OrderRow, readOrder } from '../../booking/order/actions.ts'
import { releasePlace } from '../../fleet/stock/actions.ts'
import { type Context, found } from '../../kernel/context.ts'
import { Restart } from '../../kernel/db/restart.ts'
import { LeavingRefusal } from '../../kernel/process/leaving.ts'
import { finishWhenPaidBack, recordPlatformRefunds } from '../../money/payment/actions.ts'
import { callOff, cancelRule, outcomeOf } from '../../rental/order/cancel/actions.ts'
import type { OpenHandlerOf } from './implement.ts'
import { orderShown } from './shown.ts'
import * as store from './store.ts'

/** The present cost of a cancel by the customer. */
export const cancelPreview: OpenHandlerOf<'cancelPreview'> = async ({ channelOrderNo }, ctx, { source }) => {
  const orderId = found(await store.orderIdOf(ctx, source, channelOrderNo))
  const { penalty, paid, refund } = await cancelRule({ orderId }, ctx)
  return { penaltyFen: penalty, paidFen: paid, refundFen: refund }
}

/**
 * Cancels an order before its pickup, by the cancel rule that was frozen in the order. A repeated cancel gets the same
 * answer; an unknown number is blocked for an order that arrives after its cancel.
 * @throws Refusal openStatusRefuses (9208) once the car is out
 */
export const cancelOrder: OpenHandlerOf<'cancelOrder'> = async (input, ctx, key) => {
  const { channelOrderNo, reason = '' } = input
  const orderId = await store.orderIdOf(ctx, key.source, channelOrderNo)
  if (orderId === undefined)
    throw new LeavingRefusal('openStatusRefuses', async (apart) => {
      // It was created after this transaction had ended: the cancel finds it now.
      if ((await store.orderIdOf(apart, key.source, channelOrderNo)) !== undefined) throw new Restart({})
      const placeId = await store.drop(apart, key, channelOrderNo)
      if (placeId !== null) releasePlace(apart, placeId)
      return { known: false }
    })
  const order = await lockOrder(ctx, orderId)
  if (isCancelled(order.status) || isCancelling(order.status)) return calledOff(ctx, order)
  const status = advance(orderSteps, 'cancel', order.status)
  const byChannel = input.responsibility === 'channel'
  const due = awaitsPayment(order.status)
    ? { penalty: 0, fullPenalty: 0, mayDeductDeposit: false }
    : outcomeOf(ctx, order, {
        responsibility: byChannel ? responsibility.channel : responsibility.customer,
        noShow: false,
        waive: byChannel,
      })
  const ended = await callOff(ctx, order, {
    action: 'cancel',
    status,
    reason: cancelReason.tripOff,
    by: byChannel ? 'channel' : 'customer',
    note: `渠道接口取消${reason === '' ? '' : `：${reason}`}`,
    penalty: due.penalty,
    penaltyFromDeposit: due.mayDeductDeposit,
  })
  return calledOff(ctx, ended.order)
}

/**
 * An order that the platform has cancelled: the platform itself refunds what it collected for the order, which is
 * recorded now at the latest.
 */
async function calledOff(ctx: Context, order: OrderRow) {
  await recordPlatformRefunds(ctx, order)
  await finishWhenPaidBack(ctx, order)
  const over = await readOrder(ctx, order.id)
  return { ...(await orderShown(ctx, over)), refundFen: await refundOf(ctx, over) }
}

/** The refund of a cancelled order, at any later time; it includes money that was never booked because the order was not accepted. */
const refundOf = async (ctx: Context, order: OrderRow): Promise<number> =>
  order.platformFen + (await store.refundedSince(ctx, order.id, order.cancelledAt!))
