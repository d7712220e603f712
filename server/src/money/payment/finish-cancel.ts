import { advance } from '@cheyi/domain/advance'
import { orderSteps } from '@cheyi/domain/booking/order/steps'
import { can, startsAt } from '@cheyi/domain/step'
import { logOrder, type OrderRow, updateOrder } from '../../booking/order/actions.ts'
import type { Context } from '../../kernel/context.ts'
import { openPayouts } from './refund.ts'

/**
 * Completes the cancellation of an order once no refund is pending; any other order is unchanged. `order` is under its lock.
 * @param open the number of pending refunds, where it is known
 * @returns the order after the change
 */
export async function finishWhenPaidBack(ctx: Context, order: OrderRow, open?: number): Promise<OrderRow> {
  if (!startsAt(orderSteps, 'finishCancel', order.status)) return order
  const moneyOutOpen = open ?? (await openPayouts(ctx, order.id))
  if (!can(orderSteps, 'finishCancel', order.status, { moneyOutOpen }).ok) return order
  const status = advance(orderSteps, 'finishCancel', order.status, { moneyOutOpen })
  logOrder(ctx, order, { action: 'finishCancel', to: status })
  return updateOrder(ctx, order, { status })
}
