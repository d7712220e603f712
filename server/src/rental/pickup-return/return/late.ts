import { advance } from '@cheyi/domain/advance'
import { profileOf } from '@cheyi/domain/booking/order/kinds'
import { isSoldByTerm } from '@cheyi/domain/booking/order/sold/snapshot'
import { orderSteps } from '@cheyi/domain/booking/order/steps'
import { formatMoney } from '@cheyi/domain/money'
import { lateExpense, lateReturn } from '@cheyi/domain/money/expense/late'
import { plateOrNo } from '@cheyi/domain/platform/check/plate'
import { notifyLevel, notifyType } from '@cheyi/domain/platform/notify/notice'
import { findDayPricer } from '@cheyi/domain/pricing/quote/calendar/day-price'
import { sumOf } from '@cheyi/domain/pricing/quote/lines/lines'
import { termOf } from '@cheyi/domain/pricing/quote/term'
import { Refusal } from '@cheyi/domain/refusal'
import { can } from '@cheyi/domain/step'
import { localDate, MINUTE } from '@cheyi/domain/time'
import {
  lockOrder,
  logOrder,
  type OrderRow,
  readOrder,
  returnTermsOf,
  updateOrder,
} from '../../../booking/order/actions.ts'
import { rollOverdue } from '../../../fleet/stock/actions.ts'
import type { Context, HandlerOf } from '../../../kernel/context.ts'
import type { Jobs } from '../../../kernel/process/jobs.ts'
import { screen } from '../../../kernel/screen.ts'
import { chargeLate } from '../../../money/expense/actions.ts'
import { refreshSettlement } from '../../../money/payment/actions.ts'
import { notify } from '../../../platform/notify/actions.ts'
import { loadRules } from '../../../pricing/quote/actions.ts'
import { refuseOpen, termExtensions } from '../../renewal/actions.ts'
import { isHandedIn } from './handed-in.ts'

/*
 * The interim late fee: the debt of an overdue rental up to now is charged before the car is back, so that deposits and
 * payments can cover it, and the due time moves to the end of the paid time. Staff charge it and no job does, because the
 * customer may be negotiating it by phone.
 */

/** The amount that would be charged now; writes nothing. @throws Refusal orderStatusRefuses (2001) */
export const latePreview: HandlerOf<'pickupReturn', 'latePreview'> = async ({ orderId }, ctx) => {
  const order = await readOrder(ctx, orderId)
  advance(orderSteps, 'chargeLate', order.status)
  const { term, late } = await lateNow(ctx, order)
  return {
    lateMinutes: Math.max(0, Math.round((ctx.now - term.returnAt) / MINUTE)),
    fee: late.fee,
    formula: lateExpense(late)?.formula ?? '',
    returnAt: late.extension?.returnAt ?? term.returnAt,
    charged: sumOf(term.stretches.flatMap(({ kind, lines }) => (kind === 'late' ? lines : []))),
  }
}

/**
 * Charges the late fee up to now (J9) and moves the due time to the end of the charged time. A later fee is calculated as if
 * there were a single fee, without a second grace period.
 * @throws Refusal orderStatusRefuses (2001) within the grace period, renewalOpen (2202), settlementChanged (5010), stale
 *   (-5)
 */
export const postLate: HandlerOf<'pickupReturn', 'chargeLate'> = async ({ orderId, version, expectAmount }, ctx) => {
  const order = await lockOrder(ctx, orderId, version)
  advance(orderSteps, 'chargeLate', order.status)
  await refuseOpen(ctx, orderId)
  const { late } = await lateNow(ctx, order)
  const fee = lateExpense(late)
  if (fee === null || late.extension === null) throw new Refusal('orderStatusRefuses', { 原因: '目前没有超时费可计收' })
  if (late.fee !== expectAmount) throw new Refusal('settlementChanged', { balance: late.fee })

  await chargeLate(ctx, orderId, fee, late.extension)
  const { returnAt, endSlot: days, overHours } = late.extension
  const moved = updateOrder(ctx, order, { returnAt, days, overHours, overdue: false })
  await rollOverdue(ctx, moved)
  await refreshSettlement(ctx, orderId)
  logOrder(ctx, order, { action: 'chargeLate', detail: { amount: late.fee } })
  ctx.audit({
    targetType: 'order',
    targetId: orderId,
    before: { returnAt: order.returnAt },
    after: { returnAt, lateFee: late.fee },
  })
  return { version: moved.version, returnAt }
}

async function lateNow(ctx: Context, order: OrderRow) {
  const sold = order.quoteSnapshot
  if (isSoldByTerm(sold)) throw new Refusal('orderStatusRefuses', { 原因: '长租订单按日期计超时费，还车时一并结算' })
  const [terms, extensions, rules] = await Promise.all([
    returnTermsOf(ctx, order),
    termExtensions(ctx, order.id),
    loadRules(ctx, { ...order, modelIds: [order.modelId], returnAt: Math.max(ctx.now, order.returnAt) }),
  ])
  const term = termOf(sold, extensions)
  const today = findDayPricer(rules.of(order.modelId), order.source)
  return { term, late: lateReturn(term, ctx.now, { overdueMultiplierBp: terms.overdueMultiplierBp, today }) }
}

export const lateJobs: Jobs = { due: { lateProposal } }

/** Notifies the staff of returns every day of the debt of an overdue rental, as long as a deposit can still cover it. */
async function lateProposal(ctx: Context, orderId: string): Promise<void> {
  const order = await readOrder(ctx, orderId)
  if (!can(orderSteps, 'chargeLate', order.status).ok || profileOf(order.orderKind).counts !== 'hours') return
  // After a return by self-service, the time of the submission determines the debt.
  if (await isHandedIn(ctx, orderId)) return
  const { late } = await lateNow(ctx, order)
  if (late.fee === 0) return
  notify(ctx, {
    type: notifyType.overdue,
    level: notifyLevel.important,
    ref: `late/${orderId}/${localDate(ctx.now)}`,
    once: true,
    title: `超时费待计收 ${plateOrNo(order)}`,
    body: `截至现在超时费${formatMoney(late.fee)}，可先计收并从押金扣款`,
    link: screen(`${profileOf(order.orderKind).feature}.detail`, { orderId }),
    to: { key: 'order.return', storeIds: [order.returnStoreId] },
  })
}
