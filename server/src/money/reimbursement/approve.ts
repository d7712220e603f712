import type { contract } from '@cheyi/contract/index'
import type { ParsedOf } from '@cheyi/contract/kernel/call'
import { advance } from '@cheyi/domain/advance'
import { profileOf } from '@cheyi/domain/booking/order/kinds'
import { formatMoney } from '@cheyi/domain/money'
import { dueFen } from '@cheyi/domain/money/debt/due'
import { reimbursementKind, reimbursementKinds } from '@cheyi/domain/money/payment/codes'
import { reimbursementEntry } from '@cheyi/domain/money/payment/ledger'
import { awaitsDecision, payoutOf, reimbursementSteps } from '@cheyi/domain/money/reimbursement/reimbursement'
import { notifyLevel, notifyType } from '@cheyi/domain/platform/notify/notice'
import { badInput, Refusal } from '@cheyi/domain/refusal'
import { lockOrder, logOrder, notifyCustomer, type OrderRow } from '../../booking/order/actions.ts'
import { type Context, requireFound } from '../../kernel/context.ts'
import { screen } from '../../kernel/screen.ts'
import { isSecondPerson } from '../../platform/approval/actions.ts'
import { payTermsOf } from '../../platform/merchant/actions.ts'
import { notify } from '../../platform/notify/actions.ts'
import { payByHand, post, prove, refreshSettlement, requireOffline } from '../payment/actions.ts'
import { refuseUnderWay, sendByRoute } from './by-route.ts'
import { partsOf } from './charges.ts'
import * as store from './store.ts'

/** A reimbursement under the lock of its order. @throws Refusal notFound (-4) */
async function lockReimbursement(ctx: Context, id: string): Promise<{ row: store.ReimbursementRow; order: OrderRow }> {
  const { orderId } = requireFound(await store.byId(ctx.db, id))
  const order = await lockOrder(ctx, orderId)
  return { row: requireFound(await store.byId(ctx.db, id)), order }
}

/**
 * A second person approves or refuses. The creator is excluded, and so are accounts that the creator created or gave permissions to.
 * @throws Refusal selfApproval (4015); reimbursementApproved (4020), reimbursementPaid (4021), reimbursementRefused (4022) when it is decided
 */
export async function approve({ id, pass, note = '' }: ParsedOf<typeof contract.reimbursement.approve>, ctx: Context) {
  const { row, order } = await lockReimbursement(ctx, id)
  const status = advance(reimbursementSteps, pass ? 'approve' : 'refuse', row.status)
  if (awaitsDecision(row.status) && !(await mayDecide(ctx, row, order))) throw new Refusal('selfApproval')
  if (!pass && note === '') throw badInput('note', '请填写驳回原因')
  await refuseUnderWay(ctx, id)
  await store.update(ctx.db, id, { status, approverId: ctx.accountId, decideNote: note, decidedAt: ctx.now })
  if (pass) await sendByRoute(ctx, order, row)
  if (row.createdBy !== '0') tellApplicant(ctx, order, row, { pass, note })
  await refreshSettlement(ctx, order.id)
  const reason = [reimbursementKinds.text(row.kind), pass ? '审核通过' : '驳回', note].filter(Boolean).join('：')
  logOrder(ctx, order, { action: 'decideReimbursement', detail: { amount: row.amountFen, reason } })
  ctx.audit({ targetType: 'order', targetId: order.id, after: { reimbursement: id, status, note } })
  return { status }
}

/** The applicant learns of the decision, so that nobody has to look for it. */
const tellApplicant = (
  ctx: Context,
  order: OrderRow,
  row: store.ReimbursementRow,
  { pass, note }: { readonly pass: boolean; readonly note: string },
): void =>
  notify(ctx, {
    type: notifyType.approval,
    level: notifyLevel.important,
    ref: `reimbursement/${row.id}/${pass ? 'passed' : 'refused'}/${ctx.now}`,
    title: pass ? '报销退款已通过' : '报销退款被驳回',
    body: `${ctx.identity.name}：订单 ${order.orderNo} ${formatMoney(row.amountFen)}${note === '' ? '' : `，${note}`}`,
    link: screen(`${profileOf(order.orderKind).feature}.reimbursement`, { orderId: order.id }),
    to: { accountIds: [row.createdBy] },
  })

/** Whether the caller may be the second person of a reimbursement. */
export const mayDecide = (
  ctx: Context,
  row: Pick<store.ReimbursementRow, 'createdBy'>,
  order: Pick<OrderRow, 'storeId'>,
): Promise<boolean> => isSecondPerson(ctx, row.createdBy, ['order.refundApprove'], [order.storeId])

/**
 * Records the payout with its proof and posts it (J18, J6). A debt of the order is offset first.
 * @throws Refusal beyondRefundable (4010) when the refundable amount of the order is lower, payWayClosed (4008)
 */
export async function pay(
  { id, payWay, voucherIds, slipNo }: ParsedOf<typeof contract.reimbursement.pay>,
  ctx: Context,
) {
  const { row, order } = await lockReimbursement(ctx, id)
  const status = advance(reimbursementSteps, 'pay', row.status)
  await refuseUnderWay(ctx, id)
  const way = requireOffline(await payTermsOf(ctx, order.storeId), payWay)
  const payout = payoutOf(row.amountFen, dueFen(order))
  if (payout > 0 && voucherIds.length === 0) throw badInput('voucherIds', '请上传打款凭证')
  await post(ctx, order.id, reimbursementEntry(id, await partsOf(ctx, order, row)))
  const ofReceipts = row.kind === reimbursementKind.refund
  const by = { orderId: order.id, amount: payout, payWay: way, voucherIds, slipNo, refId: id, ofReceipts }
  if (payout > 0) await payByHand(ctx, by)
  else await prove(ctx, { voucherIds, slipNo }, { recordId: id, orderId: order.id })
  await store.update(ctx.db, id, { status, paidFen: payout, paidAt: ctx.now })
  await refreshSettlement(ctx, order.id)
  if (payout > 0) await notifyCustomer(ctx, order, 'refunded', { ref: id, amount: payout })
  const detail = { amount: payout, reason: reimbursementKinds.text(row.kind) }
  logOrder(ctx, order, { action: 'payReimbursement', detail })
  ctx.audit({ targetType: 'order', targetId: order.id, after: { reimbursement: id, status, paid: payout } })
  return { status, paid: payout }
}
