import type { contract } from '@cheyi/contract/index'
import type { ParsedOf } from '@cheyi/contract/kernel/call'
import { advance } from '@cheyi/domain/advance'
import { orderSteps } from '@cheyi/domain/booking/order/steps'
import { dueFen } from '@cheyi/domain/money/debt/due'
import { expenseCode } from '@cheyi/domain/money/expense/codes'
import { billingEntry, billingReversalEntry } from '@cheyi/domain/money/payment/ledger'
import { datesBetween } from '@cheyi/domain/pricing/quote/long/months'
import { badInput, Refusal } from '@cheyi/domain/refusal'
import { dueBackOn, earlyEndDates } from '@cheyi/domain/rental/instalment/agreed-end'
import { endByDates } from '@cheyi/domain/rental/pickup-return/ending'
import { type LocalDate, localDate } from '@cheyi/domain/time'
import {
  lockOrder,
  logOrder,
  notifyCustomer,
  type OrderRow,
  readOrder,
  updateOrder,
} from '../../booking/order/actions.ts'
import { askHeld, askLonger, holdLonger, holdShorter } from '../../fleet/stock/actions.ts'
import type { Context, HandlerOf } from '../../kernel/context.ts'
import { endLinks, postAll, refreshSettlement, refundedRent } from '../../money/payment/actions.ts'
import { awaitEndPaper, voidEndPaper } from '../agreement/actions.ts'
import { moveCollection } from '../driver/actions.ts'
import { billDue, billedOf, dropRows, openPlan, refuseEnded, requireLongSnapshot, restoreRows } from './plan.ts'
import { insertTermination, terminationOf, withdrawTermination } from './store-termination.ts'

/*
 * A long contract ends before its last date, agreed up to a month in advance: its stock is free from then on, and its later
 * instalments are cancelled. The return settles the money as for any other end, so there is no second settlement.
 */

type Asked = ParsedOf<(typeof contract.instalment)['terminatePreview']>

export const terminatePreview: HandlerOf<'instalment', 'terminatePreview'> = async (asked, ctx) => {
  const { returnAt, used, penalty, lateFees, owed, dropped } = await costOf(
    ctx,
    await readOrder(ctx, asked.orderId),
    asked,
  )
  return { returnAt, used, penalty, lateFees, owed, dropped }
}

/**
 * @throws Refusal orderStatusRefuses (2001), also for an order with an agreed early end; terminationChanged (4305), badInput
 *   (-2)
 */
export const terminate: HandlerOf<'instalment', 'terminate'> = async ({ expectAmount, reason, ...asked }, ctx) => {
  const { orderId, endOn, merchantCause } = asked
  const order = await lockOrder(ctx, orderId)
  const { sold, returnAt, used, penalty, lateFees, owed, total, refunded } = await costOf(ctx, order, asked)
  if (owed !== expectAmount) throw new Refusal('terminationChanged', { owed })

  const dropped = await dropRows(ctx, orderId, endOn)
  const id = await insertTermination(ctx, {
    orderId,
    endOn,
    merchantCause,
    reason,
    oldReturnAt: order.returnAt,
    totalFen: total,
    refundedFen: refunded,
    usedFen: used,
    penaltyFen: penalty,
    lateFeesFen: lateFees,
    owedFen: owed,
    dropped,
  })
  awaitEndPaper(ctx, orderId, id)
  await postAll(ctx, orderId, [billingReversalEntry(id, billedOf(dropped))])
  await holdShorter(ctx, order, returnAt)
  const days = datesBetween(sold.startDate, endOn)
  const ending = updateOrder(ctx, order, { returnAt, days, overHours: 0, overdue: false })
  await moveCollection(ctx, order, returnAt)
  // A payment link may request an instalment that is cancelled now.
  endLinks(ctx, orderId)
  const money = await refreshSettlement(ctx, orderId)
  await notifyCustomer(ctx, { ...ending, totalFen: money.total }, 'modified', {
    ref: String(ending.version),
    what: 'terminated',
  })
  logOrder(ctx, order, { action: 'terminate', detail: { dueAt: returnAt, amount: owed, reason } })
  ctx.audit({
    targetType: 'order',
    targetId: orderId,
    before: { returnAt: order.returnAt },
    after: { returnAt, merchantCause, owed, reason },
  })
  return { status: ending.status, returnAt, version: ending.version }
}

/**
 * Withdraws an agreed earlier end before the car is due: the car is reserved until the end of the contract, and the
 * cancelled instalments are restored, billed as before. Orders that were planned on the car meanwhile are moved to others.
 * @throws Refusal orderStatusRefuses (2001) where no earlier end is agreed, or its time has come; vehicleTaken (3104) where
 *   the car is promised to an order that cannot be moved
 */
export const withdrawEnd: HandlerOf<'instalment', 'withdrawEnd'> = async ({ orderId, reason }, ctx) => {
  const order = await lockOrder(ctx, orderId)
  const { startDate, terms } = requireLongSnapshot(order)
  const agreed = await terminationOf(ctx.db, orderId)
  if (agreed === undefined) throw new Refusal('orderStatusRefuses', { 原因: '没有约定提前退租' })
  advance(orderSteps, 'withdrawEnd', order.status, { now: ctx.now, returnAt: order.returnAt })
  const { dropped, oldReturnAt: returnAt } = agreed
  if (dropped === null) throw new Refusal('orderStatusRefuses', { 原因: '该约定登记于旧版本' })
  // The refund was for the dates that would not be used; after the withdrawal they would be used without payment.
  if ((await refundedRent(ctx, orderId)) !== agreed.refundedFen)
    throw new Refusal('orderStatusRefuses', { 原因: '约定退租后已退还租金' })

  const moved = await keepCar(ctx, order, returnAt)
  withdrawTermination(ctx, agreed.id)
  await voidEndPaper(ctx, orderId, agreed.id)
  await restoreRows(ctx, orderId, dropped, terms)
  await postAll(ctx, orderId, [
    billingEntry(agreed.id, billedOf(dropped)),
    ...(await billDue(ctx, orderId, localDate(ctx.now))),
  ])
  const days = datesBetween(startDate, localDate(returnAt))
  const going = updateOrder(ctx, order, { returnAt, days, overHours: 0, overdue: false })
  await moveCollection(ctx, order, returnAt)
  const money = await refreshSettlement(ctx, orderId)
  const told = { ref: String(going.version), what: 'goesOn' } as const
  await notifyCustomer(ctx, { ...going, totalFen: money.total }, 'modified', told)
  logOrder(ctx, order, { action: 'withdrawEnd', detail: { dueAt: returnAt, moved, reason } })
  const changed = { before: { returnAt: order.returnAt }, after: { returnAt, reason } }
  ctx.audit({ targetType: 'order', targetId: orderId, ...changed })
  return { status: going.status, returnAt, version: going.version, moved: moved.length }
}

/** @throws Refusal vehicleTaken (3104) */
async function keepCar(ctx: Context, order: OrderRow, returnAt: number) {
  const held = (await askHeld(ctx, order.id))!
  return holdLonger(ctx, order, returnAt, askLonger(ctx, order, held)).catch((error: unknown) => {
    throw error instanceof Refusal && error.key === 'renewalNoVehicle' ? new Refusal('vehicleTaken') : error
  })
}

/**
 * The cost of an end on a date, equal to the settlement of its return on that date if no payment is made until then. Fen.
 * @throws Refusal orderNotFound (2002) for a regular order, orderStatusRefuses (2001), badInput (-2) for an invalid date
 */
async function costOf(ctx: Context, order: OrderRow, { endOn, merchantCause }: Omit<Asked, 'orderId'>) {
  const sold = requireLongSnapshot(order)
  advance(orderSteps, 'terminate', order.status)
  const [plan, refunded] = await Promise.all([openPlan(ctx, order.id, sold.terms, endOn), refundedRent(ctx, order.id)])
  refuseEnded(plan.agreed)
  requireDate(endOn, earlyEndDates(order.returnAt, ctx.now))
  const returnAt = dueBackOn(endOn, order.returnAt, ctx.now)
  const ending = endByDates(sold, returnAt, {
    ...plan,
    returnAt,
    agreed: { contractEnd: localDate(order.returnAt), merchantCause },
    overdueMultiplierBp: 0,
    refunded,
    back: true,
  })
  const charged = (code: number) => ending.items.reduce((sum, item) => sum + (item.code === code ? item.amount : 0), 0)
  const [penalty, lateFees] = [charged(expenseCode.terminate), charged(expenseCode.lateFee)]
  return {
    sold,
    returnAt,
    refunded,
    total: plan.total,
    used: ending.used,
    penalty,
    lateFees,
    owed: dueFen(order) + penalty + lateFees - ending.givenBack,
    dropped: plan.live.filter(({ periodFrom }) => periodFrom >= endOn).map(({ seq }) => seq),
  }
}

function requireDate(endOn: LocalDate, dates: ReturnType<typeof earlyEndDates>): void {
  if (dates === null) throw badInput('endOn', '合同已到期，无需提前退租，请办理还车')
  if (endOn < dates.from || endOn > dates.to) throw badInput('endOn', `退租日期应在${dates.from}至${dates.to}之间`)
}
