import { advance } from '@cheyi/domain/advance'
import { awaitsAcceptance, awaitsPayment, awaitsPickup, orderSteps } from '@cheyi/domain/booking/order/steps'
import { confirmDeadline } from '@cheyi/domain/booking/order/timers'
import { logOrder, notifyCustomer, type OrderRow, updateOrder } from '../../booking/order/actions.ts'
import type { Context } from '../../kernel/context.ts'
import { settingsOf } from '../../platform/merchant/actions.ts'
import type { OrderMoney } from './books.ts'
import * as store from './store.ts'

/**
 * Continues an order that awaits payment once the amount of its booking is paid, whether that is the total or the prepayment: to the
 * confirmation by the store, or directly to vehicle assignment. Any other order is unchanged. `order` is under its lock.
 */
export async function goOnWhenPaid(
  ctx: Context,
  order: OrderRow,
  { dueAtBooking }: Pick<OrderMoney, 'dueAtBooking'>,
): Promise<void> {
  if (dueAtBooking > 0 || !awaitsPayment(order.status)) return
  const settings = await settingsOf(ctx, order.storeId)
  const { autoConfirm } = settings
  const status = advance(orderSteps, 'pay', order.status, { autoConfirm: order.autoConfirm ?? autoConfirm })
  let deadline: number | null = null
  if (awaitsAcceptance(status)) {
    const { hours, holidays } = await store.opening(ctx.db, order.storeId)
    deadline = confirmDeadline(ctx.now, settings.confirmAlarmMinutes, {
      hours,
      exceptions: holidays,
    })
  }
  const paid = updateOrder(ctx, order, {
    status,
    payDeadline: null,
    confirmDeadline: deadline ?? null,
  })
  logOrder(ctx, order, { action: 'pay', to: status })
  if (awaitsPickup(status)) await notifyCustomer(ctx, paid, 'confirmed')
}
