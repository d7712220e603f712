import { earlyReturnEntry, earningEntry, extraFuelEntry } from '@cheyi/domain/money/payment/ledger'
import { agreementType } from '@cheyi/domain/rental/agreement/codes'
import { handoverType } from '@cheyi/domain/rental/pickup-return/codes'
import { updateOrder } from '../../../booking/order/actions.ts'
import { restoreReadings } from '../../../fleet/inventory/actions.ts'
import { undoTakeBack } from '../../../fleet/stock/actions.ts'
import { takeBackReleases } from '../../../money/deposit/actions.ts'
import { takeBackCharges } from '../../../money/expense/actions.ts'
import { refreshSettlement, reverseEntries, withdrawRefunds } from '../../../money/payment/actions.ts'
import { voidAgreement } from '../../agreement/actions.ts'
import { reopenDriverTask } from '../../driver/actions.ts'
import type { TakeBack } from '../../order/modify/actions.ts'
import { rematch } from '../../violation/actions.ts'
import * as store from '../store.ts'

/**
 * Reverses all effects of a return: settlement, charges, releases and refunds that were not sent yet, assignment, readings,
 * document, task. Payments remain on the order as credit, the record becomes void. The caller holds the lock on `order` and
 * has checked that the undo is allowed.
 */
export const takeBackReturn: TakeBack = async (ctx, order, { recordId, before }, status) => {
  const { returnStoreId, overdue } = before.order
  await takeBackCharges(ctx, order.id, handoverType.return, await store.earlierMarks(ctx.db, order.id, recordId))
  await reverseEntries(ctx, order.id, [
    earlyReturnEntry(recordId, 0).idemKey,
    extraFuelEntry(recordId, 0).idemKey,
    earningEntry(recordId, 'settlement', { rentFen: 0, serviceFen: 0 }).idemKey,
  ])
  await withdrawRefunds(ctx, order.id)
  await takeBackReleases(ctx, order.id)
  const back = updateOrder(ctx, order, {
    status,
    actualReturnAt: null,
    settledAt: null,
    returnStoreId: returnStoreId ?? order.returnStoreId,
    overdue: overdue ?? false,
  })
  await voidAgreement(ctx, order.id, agreementType.return, '撤销还车')
  await undoTakeBack(ctx, back, before)
  restoreReadings(ctx, order.vehicleId!, before)
  store.voidRecord(ctx, recordId)
  store.reopenAssignment(ctx, order.id, order.vehicleId!)
  reopenDriverTask(ctx, order.id, handoverType.return)
  await rematch(ctx, order.vehicleId!, order.id)
  await refreshSettlement(ctx, order.id)
  return back
}
