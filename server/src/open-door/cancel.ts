import { advance } from '@cheyi/domain/advance'
import { receivedFen } from '@cheyi/domain/debt/paid'
import { afterPenalty } from '@cheyi/domain/order/cancel'
import { cancelReason, responsibility } from '@cheyi/domain/order/codes'
import { awaitsPayment, isCancelled, isCancelling, orderSteps } from '@cheyi/domain/order/steps'
import { found } from '../kernel/context.ts'
import { LeavingRefusal } from '../kernel/process/leaving.ts'
import { lockOrder, type OrderRow, readOrder } from '../order/actions.ts'
import { callOff, cancelRule, outcomeOf } from '../order/cancel/actions.ts'
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
  if (isCancelled(order.status) || isCancelling(order.status))
    return { ...orderShown(ctx, order), refundFen: owedTo(order) }
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
  return { ...orderShown(ctx, await readOrder(ctx, ended.order.id)), refundFen: ended.refund }
}

/** What goes back of an order that was called off before. */
const owedTo = (order: OrderRow): number => afterPenalty(receivedFen(order), order.penaltyFen ?? 0).refund
