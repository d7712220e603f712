import { advance } from '@cheyi/domain/advance'
import { requireRegularSnapshot } from '@cheyi/domain/booking/order/sold/snapshot'
import { hasCar, orderSteps } from '@cheyi/domain/booking/order/steps'
import { openFen } from '@cheyi/domain/money/debt/due'
import { billChanges, checkShortened } from '@cheyi/domain/pricing/quote/requote'
import { Refusal } from '@cheyi/domain/refusal'
import { DAY, toMinute } from '@cheyi/domain/time'
import { lockOrder, type OrderRow, readOrder, updateOrder } from '../../../booking/order/actions.ts'
import { placeOrder } from '../../../fleet/stock/actions.ts'
import type { Context, HandlerOf } from '../../../kernel/context.ts'
import { priceFrom } from '../../../pricing/quote/actions.ts'
import { withinOrderCredit } from '../../company/actions.ts'
import { requireAmendable, requireNoCredit } from './amend.ts'
import { modifyOrder } from './modify.ts'
import { maxRentDays } from './store.ts'

/** The price of an order with another return time; writes nothing. @throws as {@link movePeriod} */
export const periodPreview: HandlerOf<'order', 'periodPreview'> = async ({ orderId, returnAt }, ctx) => {
  const order = await readOrder(ctx, orderId)
  await requireAmendable(ctx, order, 'order.modify')
  const { sold, snapshot } = await priceUntil(ctx, order, returnAt)
  requireNoCredit(ctx, order, snapshot.total - sold.total)
  const { pickupAt } = snapshot.input
  const changes = billChanges(sold.lines, snapshot.lines).map((change) => ({ ...change }))
  return { pickupAt, returnAt, total: snapshot.total, difference: snapshot.total - sold.total, changes }
}

/**
 * Moves the end of an order before its pickup, at the price for the new period and with the same car. Orders that are only
 * planned on that car are moved to other cars. A period that has already passed starts now.
 * @throws Refusal orderStatusRefuses (2001), returnBeforePickup (3007), lengthOutOfRange (3009), priceChanged (3005) when
 *   the price differs from the one shown to the operator, vehicleTaken (3104), noVehicleLeft (3101), stale (-5)
 */
export const movePeriod: HandlerOf<'order', 'movePeriod'> = async (input, ctx) => {
  const order = await lockOrder(ctx, input.orderId, input.version)
  await requireAmendable(ctx, order, 'order.modify')
  const { sold, snapshot, deposits } = await priceUntil(ctx, order, input.returnAt)
  requireNoCredit(ctx, order, snapshot.total - sold.total)
  if (snapshot.total !== input.expectTotal) throw new Refusal('priceChanged', { total: snapshot.total })
  await withinOrderCredit(ctx, order, snapshot.total - sold.total)
  const modified = await modifyOrder(ctx, order, { snapshot, deposits, reason: '调整租期' })
  const vehicleId = hasCar(order.status) && order.vehicleId !== null ? order.vehicleId : undefined
  const placed = await placeOrder(ctx, { order: modified, vehicleId, pinned: order.pinned, sells: false })
  const after = updateOrder(ctx, modified, { vehicleId: placed.vehicleId, plate: placed.plate })
  const period = (row: OrderRow) => ({ pickupAt: row.pickupAt, returnAt: row.returnAt, total: row.totalFen })
  ctx.audit({ targetType: 'order', targetId: order.id, before: period(order), after: period(after) })
  return { version: after.version, total: after.totalFen, owed: openFen(after) }
}

async function priceUntil(ctx: Context, order: OrderRow, returnAt: number) {
  advance(orderSteps, 'modify', order.status)
  const sold = requireRegularSnapshot(order.quoteSnapshot, 'returnAt', '长租订单不能调整租期，请使用改单或续租')
  const now = toMinute(ctx.now)
  // Who comes late within the period pays from the agreed pickup, as by 改单; only a period that is over begins now.
  const from = now >= order.returnAt ? now : order.pickupAt
  if (returnAt <= Math.max(from, now)) throw new Refusal('returnBeforePickup', { field: 'returnAt' })
  const maxDays = await maxRentDays(ctx, order.storeId)
  if (returnAt - from > maxDays * DAY) throw new Refusal('lengthOutOfRange', { field: 'returnAt', maxDays })
  const until = toMinute(returnAt)
  const { rules, ...priced } = await priceFrom(ctx, sold, from, until)
  checkShortened(sold, from, until, rules)
  return { sold, ...priced }
}
