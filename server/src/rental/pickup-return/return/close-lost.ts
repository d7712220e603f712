import { advance } from '@cheyi/domain/advance'
import { orderSteps } from '@cheyi/domain/booking/order/steps'
import { displayPlate } from '@cheyi/domain/platform/check/plate'
import { notifyLevel, notifyType } from '@cheyi/domain/platform/notify/notice'
import { taskKind } from '@cheyi/domain/platform/todo/task'
import { badInput, Refusal } from '@cheyi/domain/refusal'
import { handoverType } from '@cheyi/domain/rental/pickup-return/codes'
import { toMinute } from '@cheyi/domain/time'
import { lockOrder, logOrder, type OrderRow, readOrder, updateOrder } from '../../../booking/order/actions.ts'
import { loseVehicle } from '../../../fleet/inventory/actions.ts'
import { askTakeBack, leaveForGood, takeBack } from '../../../fleet/stock/actions.ts'
import { type Context, type HandlerOf, newId } from '../../../kernel/context.ts'
import { screen } from '../../../kernel/screen.ts'
import { giveBack, keepDeposits } from '../../../money/deposit/actions.ts'
import { chargeExpenses, recordAutos } from '../../../money/expense/actions.ts'
import { refreshSettlement } from '../../../money/payment/actions.ts'
import { secondPerson } from '../../../platform/approval/actions.ts'
import { notify } from '../../../platform/notify/actions.ts'
import { openTask } from '../../../platform/todo/actions.ts'
import { registerDamage } from '../../damage/actions.ts'
import { finishDriverTask } from '../../driver/actions.ts'
import { lapseOpen } from '../../renewal/actions.ts'
import { rematch } from '../../violation/actions.ts'
import { dueOf, moneyAfter, postReturn } from '../confirm.ts'
import { situationOf } from '../facts.ts'
import { settle } from '../settlement.ts'
import * as store from '../store.ts'

/** The charges of a rental whose car does not come back; writes nothing. @throws as {@link closeLost} */
export const lostPreview: HandlerOf<'pickupReturn', 'lostPreview'> = async ({ orderId, lostAt }, ctx) => {
  const order = await readOrder(ctx, orderId)
  advance(orderSteps, 'closeLost', order.status)
  return (await settleLost(ctx, order, lostAt)).settlement.view
}

async function settleLost(ctx: Context, order: OrderRow, lostAt: number) {
  if (lostAt < (order.actualPickupAt ?? order.pickupAt)) throw badInput('lostAt', '计费截止时间不能早于取车时间')
  if (lostAt > ctx.now) throw badInput('lostAt', '计费截止时间不能晚于现在')
  const situation = await situationOf(ctx, order, handoverType.return)
  return { situation, settlement: await settle(ctx, situation, toMinute(lostAt), null) }
}

/**
 * Ends a rental whose car was stolen, embezzled or destroyed. It needs the approval of a second person and has no readings
 * and no photos. The rental is charged in full, plus the late fee up to the given time, and days before its end are not
 * refunded. The amount due remains a debt, which staff may deduct from the deposits; the value of the car becomes a damage
 * case to be assessed, with the documents of the police or the insurer. The car is out of service, and orders planned on it
 * get another car.
 * @throws Refusal orderStatusRefuses (2001), badInput (-2), settlementChanged (5010), approvalNeeded (1036), stale (-5)
 */
export const closeLost: HandlerOf<'pickupReturn', 'closeLost'> = async (input, ctx) => {
  const { orderId, reason, voucherIds } = input
  const order = await lockOrder(ctx, orderId, input.version)
  const status = advance(orderSteps, 'closeLost', order.status)
  const covered = input.insuranceCovered ?? 0
  if (covered > input.worth) throw badInput('insuranceCovered', '保险及第三方承担不能超过车辆价值')
  if (voucherIds.length === 0) throw badInput('voucherIds', '请上传报警回执或保险公司证明')
  const { situation, settlement } = await settleLost(ctx, order, input.lostAt)
  const { balance } = settlement.view
  if (input.expectAmount !== balance) throw new Refusal('settlementChanged', { balance })
  const vehicle = situation.vehicle!
  const stores = [order.storeId, order.returnStoreId]
  await secondPerson(ctx, 'closeLost', { orderNo: order.orderNo, plate: vehicle.plate, reason }, stores)

  await lapseOpen(ctx, order, '车辆未归还结单')
  const actualReturnAt = toMinute(input.lostAt)
  // The car was not returned to any other store.
  const where = { returnStoreId: order.storeId, settledAt: ctx.now, overdue: false }
  const closed = updateOrder(ctx, order, { status, actualReturnAt, ...where })
  const ref = await newId(ctx)
  await registerDamage(ctx, closed, {
    parts: [],
    worth: input.worth,
    downtimeDays: 0,
    downtimeFee: 0,
    depreciationFee: 0,
    otherFee: 0,
    covered,
    liability: input.liability,
    photoIds: voucherIds,
    remark: reason,
  })
  await chargeExpenses(ctx, orderId, await recordAutos(ctx, orderId, settlement.expenses, settlement.autos))
  await (await postReturn(ctx, closed, ref, settlement)).written
  const money = await moneyAfter(ctx, orderId, dueOf(settlement))
  await giveBack(ctx, closed, -money.due, { recordId: ref, releaseAfter: ctx.now })
  await keepDeposits(ctx, orderId)
  await refreshSettlement(ctx, orderId)

  await takeBack(ctx, closed, askTakeBack(ctx, closed))
  loseVehicle(ctx, vehicle.id, vehicle.lifecycle)
  await leaveForGood(ctx, { storeId: vehicle.homeStoreId, modelId: vehicle.modelId }, vehicle.id)
  const lastSeenKm = situation.pickupRecord?.mileageKm ?? vehicle.odometerKm
  await openTask(ctx, {
    kind: taskKind.lost,
    refId: vehicle.id,
    orderId,
    storeId: order.storeId,
    detail: { plate: vehicle.plate },
  })
  store.closeAssignment(ctx, orderId, vehicle.id, actualReturnAt, lastSeenKm)
  finishDriverTask(ctx, orderId, handoverType.return)
  await rematch(ctx, vehicle.id, orderId)
  logOrder(ctx, order, { action: 'closeLost', to: status, detail: { plate: vehicle.plate, balance, reason } })
  ctx.audit({
    targetType: 'order',
    targetId: orderId,
    before: { status: order.status },
    after: { status, balance, reason, plate: vehicle.plate },
  })
  notify(ctx, {
    type: notifyType.overdue,
    level: notifyLevel.important,
    ref: `lost/${orderId}`,
    once: true,
    title: `车辆未归还 ${displayPlate(vehicle.plate)}`,
    body: `订单 ${order.orderNo} 已按未还车结单，车辆已下架，请跟进报案、理赔和处置`,
    link: screen('inventory.list', { keyword: vehicle.plate }),
    to: { key: 'inventory.edit', storeIds: [order.storeId] },
  })
  return { status, version: closed.version, settlement: settlement.view }
}
