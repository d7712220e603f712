import { leaseTypes } from '@cheyi/domain/rental/agreement/codes'
import type { HandoverBefore } from '@cheyi/domain/rental/pickup-return/before'
import { handoverType } from '@cheyi/domain/rental/pickup-return/codes'
import { type OrderRow, updateOrder } from '../../../booking/order/actions.ts'
import { restoreReadings } from '../../../fleet/inventory/actions.ts'
import { undoHandOver } from '../../../fleet/stock/actions.ts'
import type { Context } from '../../../kernel/context.ts'
import { takeBackCharges } from '../../../money/expense/actions.ts'
import { refreshSettlement } from '../../../money/payment/actions.ts'
import { voidAgreement } from '../../agreement/actions.ts'
import { reopenDriverTask } from '../../driver/actions.ts'
import { modifyOrder, snapshotBeforePickup, type TakeBack } from '../../order/modify/actions.ts'
import { rematch } from '../../violation/actions.ts'
import * as store from '../store.ts'

/**
 * Reverses all effects of a pickup: charges, price, terms, document, assignment, readings, task. Payments remain on the
 * order, the record becomes void. The caller holds the lock on `order` and has checked that the undo is allowed; `status` is
 * the target status.
 */
export const takeBackPickup: TakeBack = async (ctx, order, { recordId, before }, status) => {
  const { pinned, termsFixed, agreed } = before.order
  await takeBackCharges(ctx, order.id, handoverType.pickup)
  const back = updateOrder(ctx, order, {
    status,
    actualPickupAt: null,
    pinned: pinned ?? order.pinned,
    returnTerms: termsFixed ? order.returnTerms : null,
  })
  const current = agreed === undefined ? back : await priceBack(ctx, back, agreed)
  await voidAgreement(ctx, order.id, leaseTypes, '撤销取车')
  await undoHandOver(ctx, order, before)
  restoreReadings(ctx, order.vehicleId!, before)
  store.voidRecord(ctx, recordId)
  store.voidAssignment(ctx, order.id)
  reopenDriverTask(ctx, order.id, handoverType.pickup)
  await rematch(ctx, order.vehicleId!, order.id)
  await refreshSettlement(ctx, order.id)
  return current
}

/** Restores the price and terms that an early pickup replaced. */
async function priceBack(
  ctx: Context,
  order: OrderRow,
  { deposits, cancel }: NonNullable<HandoverBefore['order']['agreed']>,
): Promise<OrderRow> {
  const snapshot = await snapshotBeforePickup(ctx, order.id)
  const priced = await modifyOrder(ctx, order, { snapshot, deposits, reason: '撤销提前取车' })
  return updateOrder(ctx, priced, { cancelRuleSnapshot: cancel })
}
