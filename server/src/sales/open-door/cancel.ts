import { advance } from '@cheyi/domain/advance'
import { cancelReason, responsibility } from '@cheyi/domain/booking/order/codes'
import { awaitsPayment, isCancelled, isCancelling, orderSteps } from '@cheyi/domain/booking/order/steps'
import { lockOrder, type OrderRow, readOrder } from '../../booking/order/actions.ts'
import { type Context, found } from '../../kernel/context.ts'
import { LeavingRefusal } from '../../kernel/process/leaving.ts'
import { finishWhenPaidBack, recordPlatformRefunds } from '../../money/payment/actions.ts'
import { callOff, cancelRule, outcomeOf } from '../../rental/order/cancel/actions.ts'
import type { OpenHandlerOf } from './implement.ts'
import { orderShown } from './shown.ts'
import * as store from './store.ts'

/** What a cancel by the customer would cost now. */
export const cancelPreview: OpenHandlerOf<'cancelPreview'> = async ({ channelOrderNo }, ctx, { source }) => {
  const orderId = found(await store.orderIdOf(ctx, source, channelOrderNo))
  const { penalty, paid, refund } = await cancelRule({ orderId }, ctx)
  return { penaltyFen: penalty, paidFen: paid, refundFen: refund }
}

/**
 * Calls an order off before its pickup, by the rule that was frozen with it. What was called off before is answered as it is; a
 * number that nobody knows is closed to an order that comes after its cancel.
 * @throws Refusal openStatusRefuses (9208) once the car is out
 */
export const cancelOrder: OpenHandlerOf<'cancelOrder'> = async (input, ctx, key) => {
  const { channelOrderNo, reason = '' } = input
  const orderId = await store.orderIdOf(ctx, key.source, channelOrderNo)
  if (orderId === undefined)
    throw new LeavingRefusal('openStatusRefuses', async (apart) => {
      await store.drop(apart, key, channelOrderNo)
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

/** An order that is called off, by the platform's word now at the latest: what the platform collected for it, it gives back. */
async function calledOff(ctx: Context, order: OrderRow) {
  await recordPlatformRefunds(ctx, order)
  await finishWhenPaidBack(ctx, order)
  const over = await readOrder(ctx, order.id)
  return { ...(await orderShown(ctx, over)), refundFen: await refundOf(ctx, over) }
}

/** What goes back of an order that was called off, whenever that is asked: also what was never booked, since it was not accepted. */
const refundOf = async (ctx: Context, order: OrderRow): Promise<number> =>
  order.platformFen + (await store.refundedSince(ctx, order.id, order.cancelledAt!))
