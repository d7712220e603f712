import { advance } from '@cheyi/domain/advance'
import { profileOf } from '@cheyi/domain/booking/order/kinds'
import { orderSteps } from '@cheyi/domain/booking/order/steps'
import { formatMoney } from '@cheyi/domain/money'
import { refuseWithdrawal } from '@cheyi/domain/money/deposit/change'
import { depositKinds } from '@cheyi/domain/money/deposit/codes'
import { laterText } from '@cheyi/domain/money/deposit/status'
import { advanceDeposit } from '@cheyi/domain/money/deposit/steps'
import { notifyLevel, notifyType } from '@cheyi/domain/platform/notify/notice'
import { taskKind } from '@cheyi/domain/platform/todo/task'
import { lockOrder, logOrder } from '../../booking/order/actions.ts'
import { type HandlerOf, requireFound } from '../../kernel/context.ts'
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
  const agreed = order.depositPolicySnapshot.rows.find(({ kind }) => kind === row.kind)
  const amount = agreed?.amount ?? row.amountFen
  refuseWithdrawal(row, amount)
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
  ctx.audit({ targetType: 'deposit', targetId: depositId, after: { waiverWithdrawn: row.kind, amount, reason } })
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
  return { deposit: depositView(changed) }
}
