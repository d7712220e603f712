import { advance } from '@cheyi/domain/advance'
import { profileOf } from '@cheyi/domain/booking/order/kinds'
import { orderSteps } from '@cheyi/domain/booking/order/steps'
import { payKind } from '@cheyi/domain/money/payment/codes'
import { formatMoment } from '@cheyi/domain/near'
import { plateOrNo } from '@cheyi/domain/platform/check/plate'
import { notifyLevel, notifyType } from '@cheyi/domain/platform/notify/notice'
import { Refusal } from '@cheyi/domain/refusal'
import { awaitsRenewalPayment, renewalSteps } from '@cheyi/domain/rental/renewal/steps'
import { can } from '@cheyi/domain/step'
import { lockOrder, logOrder, notifyCustomer, type OrderRow, touchOrder } from '../../booking/order/actions.ts'
import { holdShorter } from '../../fleet/stock/actions.ts'
import { type Context, requireFound } from '../../kernel/context.ts'
import type { Jobs } from '../../kernel/process/jobs.ts'
import { screen } from '../../kernel/screen.ts'
import { endLinks, hasOpenLink, registerPaidFirst } from '../../money/payment/actions.ts'
import { revokeLinks } from '../../platform/customer-link/actions.ts'
import { notify } from '../../platform/notify/actions.ts'
import { takeEffect } from './effect.ts'
import * as store from './store.ts'

/*
 * A renewal with online payment reserves its time from the request, and becomes effective when it is paid. Until then the
 * end of the order is unchanged, nothing is billed, and no other step may move the end.
 */

/** @throws Refusal renewalOpen (2202) while a renewal of the order is pending */
export async function refuseOpen(ctx: Context, orderId: string, asked = findOpenRenewal(ctx, orderId)): Promise<void> {
  const open = await asked
  if (open !== undefined) throw new Refusal('renewalOpen')
}

/** The renewal with a pending payment, for the return that would end it; null when there is none. One query. */
export async function openRenewal(ctx: Pick<Context, 'db' | 'query'>, orderId: string) {
  const open = await store.openOf(ctx, orderId)
  return open === undefined
    ? null
    : { returnAt: open.newReturnAt, amount: open.payFen ?? open.amountFen, deadline: open.payDeadline }
}

/** The renewal of an order that waits for its payment or for an answer. */
export const findOpenRenewal = (ctx: Context, orderId: string) => store.openOf(ctx, orderId)

/**
 * The car was returned, or will not be: a renewal with a pending payment is cancelled. The caller holds the lock on `order`,
 * which is still on rent.
 */
export async function lapseOpen(
  ctx: Context,
  order: OrderRow,
  reason: string,
  asked = findOpenRenewal(ctx, order.id),
): Promise<void> {
  const open = await asked
  if (open !== undefined) await giveUp(ctx, order, open, reason, 'lapseRenewal')
}

/**
 * Cancels a renewal that was not paid: its time is released, its payment codes are closed, its link is revoked. A payment
 * that is nevertheless made by a code is refunded.
 * @returns the status that it has now
 */
export async function giveUp(
  ctx: Context,
  order: OrderRow,
  row: store.RenewalRow,
  reason: string,
  action: 'lapseRenewal' | 'cancelRenewal',
) {
  const status = advance(renewalSteps, 'giveUp', row.status)
  await store.end(ctx.db, row.id, { status, endedAt: ctx.now, endReason: reason })
  await holdShorter(ctx, order, order.returnAt)
  endLinks(ctx, order.id, row.id)
  await revokeLinks(ctx.db, 'pay', { refId: row.id }, ctx.now)
  touchOrder(ctx.queue, order.id)
  logOrder(ctx, order, { action, detail: { amount: row.amountFen, reason, dueAt: order.returnAt } })
  return status
}

registerPaidFirst(payKind.renewal, {
  refType: 'renewal',
  async waiting(ctx, order, refId) {
    const row = requireFound(await store.byId(ctx.db, refId))
    if (row.orderId !== order.id) throw new Refusal('notFound', { field: 'refId' })
    if (!awaitsRenewalPayment(row.status) || !can(orderSteps, 'renew', order.status).ok) return null
    // Its price was calculated from the end that the order had then.
    if (row.oldReturnAt !== order.returnAt) return null
    const why = `付款后续租至${formatMoment(row.newReturnAt, ctx.now)}，请在${formatMoment(row.payDeadline!, ctx.now)}前付款`
    return { name: '续租费用', why, amount: row.payFen!, deadline: row.payDeadline! }
  },
  async paid(ctx, order, refId) {
    const row = (await store.byId(ctx.db, refId))!
    await store.setPaid(ctx.db, refId, advance(renewalSteps, 'pay', row.status))
    const { money } = await takeEffect(ctx, order, row)
    endLinks(ctx, order.id, refId)
    return money
  },
})

export const renewalJobs: Jobs = { due: { renewalTimeout } }

/**
 * A renewal that was not paid in time releases its time and the customer is notified, except while the payment provider may
 * still report a success.
 */
async function renewalTimeout(ctx: Context, renewalId: string): Promise<void> {
  const known = await store.byId(ctx.db, renewalId)
  if (known === undefined) return
  const order = await lockOrder(ctx, known.orderId)
  const row = (await store.byId(ctx.db, renewalId))!
  if (!can(renewalSteps, 'giveUp', row.status).ok || row.payDeadline === null || ctx.now < row.payDeadline) return
  if (await hasOpenLink(ctx, order.id, renewalId)) return
  await giveUp(ctx, order, row, '超时未付款', 'lapseRenewal')
  await notifyCustomer(ctx, order, 'modified', { ref: renewalId, what: 'lapsed' })
  notify(ctx, {
    type: notifyType.overdue,
    level: notifyLevel.normal,
    ref: `renewal/${renewalId}`,
    once: true,
    title: `续租未付款 ${plateOrNo(order)}`,
    body: `客户未按时付款，续租已取消，仍应于${formatMoment(order.returnAt, ctx.now)}还车`,
    link: screen(`${profileOf(order.orderKind).feature}.detail`, { orderId: order.id }),
    to: { key: 'order.return', storeIds: [order.returnStoreId] },
  })
}
