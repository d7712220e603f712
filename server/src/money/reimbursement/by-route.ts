import { advance } from '@cheyi/domain/advance'
import { dueFen } from '@cheyi/domain/money/debt/due'
import { onlinePayWays, payMode, reimbursementKinds } from '@cheyi/domain/money/payment/codes'
import { reimbursementEntry } from '@cheyi/domain/money/payment/ledger'
import { canGoBackByRoute } from '@cheyi/domain/money/payment/provider'
import { payoutOf, reimbursementSteps } from '@cheyi/domain/money/reimbursement/reimbursement'
import { badInput } from '@cheyi/domain/refusal'
import { logOrder, notifyCustomer, type OrderRow } from '../../booking/order/actions.ts'
import type { Context } from '../../kernel/context.ts'
import { closeReimbursement, type PaymentRow, post, queueReimbursement, receiptsOf } from '../payment/actions.ts'
import { partsOf } from './charges.ts'
import * as store from './store.ts'

/*
 * A reimbursement that is refunded to the customer's original payment method, from one provider receipt that covers all of it. Nothing
 * is posted before the provider reports success (J18, J6).
 */

type Row = Pick<store.ReimbursementRow, 'id' | 'kind' | 'items' | 'amountFen' | 'payMode'>

/**
 * Sends an approved reimbursement to its original payment method, if possible; otherwise it is paid by hand. A debt of the order is
 * offset first; if that takes all of it, a person records it. `order` is under its lock.
 * @returns whether it was sent
 */
export async function sendByRoute(ctx: Context, order: OrderRow, row: Row): Promise<boolean> {
  const fen = payoutOf(row.amountFen, dueFen(order))
  if (row.payMode !== payMode.onlineOut || fen === 0) return false
  const receipts = (await receiptsOf(ctx, order.id))
    .filter(({ way, paidAt }) => onlinePayWays.includes(way) && canGoBackByRoute(way, paidAt, ctx.now))
    .toSorted((a, b) => b.paidAt - a.paidAt)
  const receipt = receipts.find((one) => one.fen - one.refundedFen >= fen)
  if (receipt === undefined) return false
  await queueReimbursement(ctx, order, row.id, { paymentId: receipt.id, fen, way: receipt.way })
  return true
}

/** @throws Refusal badInput (-2) while a provider is processing it, because it may succeed at any moment */
export async function refuseUnderWay(ctx: Context, id: string): Promise<void> {
  if (await store.isUnderWay(ctx, id)) throw badInput('id', '正按原收款方式退款，请等待支付平台结果')
}

/** The provider reports success: the reimbursement is posted (J18); the caller posts the payment. */
export async function reimbursementPaid(ctx: Context, order: OrderRow, paid: PaymentRow): Promise<void> {
  const row = (await store.byId(ctx.db, paid.refId!))!
  const status = advance(reimbursementSteps, 'pay', row.status)
  // The money has left, even if its charge was withdrawn since.
  await post(ctx, order.id, reimbursementEntry(row.id, await partsOf(ctx, order, row, { gone: true })))
  await store.update(ctx.db, row.id, { status, paidFen: paid.amountFen, paidAt: ctx.now })
  await notifyCustomer(ctx, order, 'refunded', { ref: row.id, amount: paid.amountFen })
  const detail = { amount: paid.amountFen, reason: reimbursementKinds.text(row.kind) }
  logOrder(ctx, order, { action: 'payReimbursement', detail })
}

/** The provider refused repeatedly: the reimbursement must be approved again, paid by hand, or refused. */
export async function reimbursementNotPaid(ctx: Context, payment: PaymentRow): Promise<void> {
  const row = (await store.byId(ctx.db, payment.refId!))!
  await closeReimbursement(ctx, payment)
  await store.update(ctx.db, row.id, { status: advance(reimbursementSteps, 'fail', row.status) })
}
