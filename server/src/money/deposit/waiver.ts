import { advance } from '@cheyi/domain/advance'
import { profileOf } from '@cheyi/domain/booking/order/kinds'
import { orderSteps } from '@cheyi/domain/booking/order/steps'
import { formatMoney } from '@cheyi/domain/money'
import { refuseWithdrawal } from '@cheyi/domain/money/deposit/change'
import { depositKinds } from '@cheyi/domain/money/deposit/codes'
import {
  isAuthorised,
  isInHand,
  isMerchantWaiver,
  isWaivedDeposit,
  laterText,
} from '@cheyi/domain/money/deposit/status'
import { advanceDeposit } from '@cheyi/domain/money/deposit/steps'
import { notifyLevel, notifyType } from '@cheyi/domain/platform/notify/notice'
import { taskKind } from '@cheyi/domain/platform/todo/task'
import { badInput } from '@cheyi/domain/refusal'
import { lockOrder, logOrder, type OrderRow } from '../../booking/order/actions.ts'
import { type Context, type HandlerOf, requireFound } from '../../kernel/context.ts'
import { screen } from '../../kernel/screen.ts'
import { notify } from '../../platform/notify/actions.ts'
import { openTask } from '../../platform/todo/actions.ts'
import * as store from './store.ts'
import { laterOf } from './terms.ts'
import { depositView } from './view.ts'

/**
 * Withdraws a waiver of the merchant, before the pickup or during the rental: the deposit is due by the current terms of the order, the
 * collectors are notified, and it is a to-do until it is covered or waived again. One that is due at the return waits until then.
 * @throws Refusal notFound (-4), orderStatusRefuses (2001), badInput (-2) for a deposit that is not waived, or waived by a guarantee
 */
export const withdrawWaiver: HandlerOf<'deposit', 'withdrawWaiver'> = async ({ depositId, reason }, ctx) => {
  const { orderId } = requireFound(await store.byId(ctx.db, depositId))
  const order = await lockOrder(ctx, orderId)
  advance(orderSteps, 'collectDeposit', order.status)
  const row = (await store.lockRows(ctx, orderId)).find((one) => one.id === depositId)!
  refuseWithdrawal(row, amountAgreed(order, row))
  return { deposit: depositView(await endWaiver(ctx, order, row, reason)) }
}

/**
 * An order is given to another customer: what the merchant waived for the former one is due again, as {@link withdrawWaiver}. What is
 * frozen in the former one's account, or covered by their credit, cannot be taken along. `order` is under its lock.
 * @throws Refusal badInput (-2) for a deposit that is frozen or covered by a credit
 */
export async function leaveWaivers(ctx: Context, order: OrderRow): Promise<void> {
  const rows = await store.lockRows(ctx, order.id)
  if (rows.some(isOfPerson)) throw badInput('contactName', '押金是原客户的预授权或信用免押，请先更换押金，再修改客户')
  for (const row of rows)
    if (isMerchantWaiver(row) && amountAgreed(order, row) > 0) await endWaiver(ctx, order, row, '客户已变更')
}

/** Frozen in the account of a person, or covered by their credit. */
const isOfPerson = (row: store.DepositRow): boolean =>
  isInHand(row.holdStatus) && (isAuthorised(row.payStatus) || isWaivedDeposit(row.payStatus))

const amountAgreed = (order: OrderRow, row: store.DepositRow): number =>
  order.depositPolicySnapshot.rows.find(({ kind }) => kind === row.kind)?.amount ?? row.amountFen

async function endWaiver(ctx: Context, order: OrderRow, row: store.DepositRow, reason: string) {
  const orderId = order.id
  const amount = amountAgreed(order, row)
  const { payStatus, holdStatus } = advanceDeposit(row, 'withdrawWaiver', row)
  const changed = store.update(ctx, row, {
    payStatus,
    holdStatus,
    amountFen: amount,
    mode: null,
    waiveType: null,
  })
  store.cacheOnOrder(ctx, orderId, await store.rows(ctx, orderId))
  const later = (await laterOf(ctx, order, [changed]))(changed)
  if (later === null)
    await openTask(ctx, {
      kind: taskKind.ended,
      refId: row.id,
      orderId,
      storeId: order.storeId,
      detail: { amount, endedAt: ctx.now },
    })
  const name = depositKinds.text(row.kind)
  const detail = { amount, reason, note: name }
  logOrder(ctx, order, { action: 'withdrawWaiver', detail })
  ctx.audit({ targetType: 'deposit', targetId: row.id, after: { waiverWithdrawn: row.kind, amount, reason } })
  notify(ctx, {
    type: notifyType.deposit,
    level: notifyLevel.important,
    ref: `deposit/${row.id}/waiver/${row.version}`,
    once: true,
    title: `押金免押已撤回 ${order.orderNo}`,
    body: `${name}${formatMoney(amount)}${later === null ? '请收取' : laterText(later)}，原因：${reason}`,
    link: screen(`${profileOf(order.orderKind).feature}.detail`, { orderId }),
    to: { key: 'deposit.collect', storeIds: [order.storeId] },
  })
  return changed
}
