import type { contract } from '@cheyi/contract/index'
import type { ParsedOf } from '@cheyi/contract/kernel/call'
import { advance } from '@cheyi/domain/advance'
import { profileOf } from '@cheyi/domain/booking/order/kinds'
import { orderSteps } from '@cheyi/domain/booking/order/steps'
import { formatAmount, formatMoney } from '@cheyi/domain/money'
import { payMode, reimbursementKind, reimbursementKinds } from '@cheyi/domain/money/payment/codes'
import { reimbursementReasons, reimbursementStatus } from '@cheyi/domain/money/reimbursement/codes'
import {
  needsApproval,
  type ReimbursedItem,
  reasonsOf,
  refuseBeyondCap,
} from '@cheyi/domain/money/reimbursement/reimbursement'
import { notifyLevel, notifyType } from '@cheyi/domain/platform/notify/notice'
import { badInput, Refusal } from '@cheyi/domain/refusal'
import { lockOrder, logOrder, type OrderRow } from '../../booking/order/actions.ts'
import { type Context, newId } from '../../kernel/context.ts'
import { screen } from '../../kernel/screen.ts'
import { linkMedia } from '../../platform/media/actions.ts'
import { settingsOf } from '../../platform/merchant/actions.ts'
import { notify } from '../../platform/notify/actions.ts'
import { refreshSettlement } from '../payment/actions.ts'
import { sendByRoute } from './by-route.ts'
import { refundableOf, refundables } from './charges.ts'
import * as store from './store.ts'

type Input = ParsedOf<typeof contract.reimbursement.save>

/**
 * Requests a payout to the customer. Small sums are approved at once, larger ones need a second person.
 * @throws Refusal orderStatusRefuses (2001), beyondRefundable (4010), receiptMissing (4016), badInput (-2)
 */
export async function save(input: Input, ctx: Context) {
  const { orderId, kind } = input
  const order = await lockOrder(ctx, orderId)
  advance(orderSteps, 'reimburse', order.status)
  if (!reasonsOf(kind).includes(input.reasonCode)) throw badInput('reasonCode', '报销原因与报销类型不符')
  if (input.payMode === payMode.offlineOut && !(input.payeeName && input.payeeTail))
    throw badInput('payeeName', '请填写收款人和账号')
  const [used, settings] = await Promise.all([store.reimbursedSums(ctx, orderId), settingsOf(ctx, order.storeId)])
  const items =
    kind === reimbursementKind.refund ? await refundedCharges(ctx, order, input, used.openRefunds) : costs(input)
  const amount = items.reduce((sum, item) => sum + item.amount, 0)
  refuseBeyondCap(kind, amount, used, settings)
  const waits = needsApproval(kind, amount, used, settings)
  const status = waits ? reimbursementStatus.waiting : reimbursementStatus.paying
  const id = await newId(ctx)
  await store.insert(ctx.db, {
    id,
    orderId,
    kind,
    reasonCode: input.reasonCode,
    items,
    amountFen: amount,
    note: input.note ?? '',
    payMode: input.payMode,
    payeeNameEnc: input.payeeName ? ctx.vault.seal('reimbursement.payee_name', id, input.payeeName) : null,
    payeeTail: input.payeeTail ?? '',
    status,
  })
  const photoIds = items.flatMap((item) => item.photoIds)
  const byRoute =
    !waits && (await sendByRoute(ctx, order, { id, kind, items, amountFen: amount, payMode: input.payMode }))
  await linkMedia(ctx, photoIds, { biz: 'expense', bizId: id, orderId })
  await refreshSettlement(ctx, orderId)
  if (waits) askApprovers(ctx, order, id, amount)
  const reason = `${reimbursementKinds.text(kind)}（${reimbursementReasons.text(input.reasonCode)}）`
  logOrder(ctx, order, { action: 'reimburse', detail: { amount, reason } })
  ctx.audit({ targetType: 'order', targetId: orderId, after: { reimbursement: id, kind, amount, status } })
  return { id, status, byRoute }
}

/** The refunded charges: each up to its refundable amount, together up to what was received. */
async function refundedCharges(
  ctx: Context,
  order: OrderRow,
  input: Input,
  openRefunds: number,
): Promise<ReimbursedItem[]> {
  const [known, most] = await Promise.all([refundables(ctx, order), refundableOf(ctx, order, openRefunds)])
  const left = new Map(known.map((charge) => [`${charge.code}:${charge.refId ?? ''}`, charge.left]))
  const items = input.items.map(({ code, refId, amount, photoIds = [] }) => {
    const key = `${code ?? ''}:${refId ?? ''}`
    const charge = known.find((one) => `${one.code}:${one.refId ?? ''}` === key)
    const open = left.get(key)
    if (charge === undefined || open === undefined || code === undefined)
      throw badInput('items', '退款项目不属于该订单，请刷新后重试')
    if (amount > open) throw new Refusal('beyondRefundable', { field: 'items', n: formatAmount(open) })
    left.set(key, open - amount)
    return { code, ...(refId === undefined ? {} : { refId }), name: charge.name, amount, photoIds }
  })
  const amount = items.reduce((sum, item) => sum + item.amount, 0)
  if (amount > most) throw new Refusal('beyondRefundable', { field: 'items', n: formatAmount(most) })
  return items
}

/** Costs that are not charges of the order: their names, and for advanced costs a receipt for each. */
function costs({ kind, reasonCode, items }: Input): ReimbursedItem[] {
  return items.map(({ name, amount, photoIds = [] }) => {
    if (kind === reimbursementKind.advance && photoIds.length === 0) throw new Refusal('receiptMissing')
    return { name: name || reimbursementReasons.text(reasonCode), amount, photoIds }
  })
}

const askApprovers = (ctx: Context, order: OrderRow, id: string, amount: number): void =>
  notify(ctx, {
    type: notifyType.approval,
    level: notifyLevel.important,
    ref: `reimbursement/${id}`,
    title: '报销退款待审核',
    body: `${ctx.identity.name}：订单 ${order.orderNo} ${formatMoney(amount)}`,
    link: screen(`${profileOf(order.orderKind).feature}.reimbursement`, { orderId: order.id }),
    to: { key: 'order.refundApprove', storeIds: [order.storeId] },
  })
