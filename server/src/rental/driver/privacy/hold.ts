import { readOrder } from '../../../booking/order/actions.ts'
import type { HandlerOf } from '../../../kernel/context.ts'
import * as store from './store.ts'

/**
 * Retains an order and all its data for a legal case, beyond every retention period and deletion request; or ends this
 * retention.
 */
export const holdOrder: HandlerOf<'driver', 'holdOrder'> = async ({ orderId, on, reason }, ctx) => {
  const order = await readOrder(ctx, orderId)
  const held = await store.setHold(ctx, order.id, on ? reason : null)
  ctx.audit({ targetType: 'order', targetId: order.id, after: { legalHold: on, reason } })
  return { held }
}
