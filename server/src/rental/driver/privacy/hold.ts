import { readOrder } from '../../../booking/order/actions.ts'
import type { HandlerOf } from '../../../kernel/context.ts'
import * as store from './store.ts'

/** Keeps an order with all that hangs on it for a case, past every term and request; or lets go of it. */
export const holdOrder: HandlerOf<'driver', 'holdOrder'> = async ({ orderId, on, reason }, ctx) => {
  const order = await readOrder(ctx, orderId)
  const held = await store.setHold(ctx, order.id, on ? reason : null)
  ctx.audit({ targetType: 'order', targetId: order.id, after: { legalHold: on, reason } })
  return { held }
}
