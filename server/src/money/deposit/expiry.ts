import { profileOf } from '@cheyi/domain/booking/order/kinds'
import { formatMoney } from '@cheyi/domain/money'
import { depositKinds } from '@cheyi/domain/money/deposit/codes'
import { isHolding } from '@cheyi/domain/money/deposit/hold'
import { restOfHold } from '@cheyi/domain/money/deposit/live'
import { formatMoment } from '@cheyi/domain/near'
import { notifyLevel, notifyType } from '@cheyi/domain/platform/notify/notice'
import { taskKind } from '@cheyi/domain/platform/todo/task'
import { lockOrder, type OrderRow } from '../../booking/order/actions.ts'
import type { Context } from '../../kernel/context.ts'
import { screen } from '../../kernel/screen.ts'
import { notify } from '../../platform/notify/actions.ts'
import { openTask } from '../../platform/todo/actions.ts'
import { holdEnded } from './hold-end.ts'
import * as holds from './hold-store.ts'
import * as store from './store.ts'

/**
 * Sends one notification and opens a to-do for an authorization that expires within three days, and ends an expired one, unless a
 * capture of it is still unanswered.
 */
export async function authExpiry(ctx: Context, holdId: string): Promise<void> {
  const { orderId } = (await holds.byId(ctx.db, holdId))!
  const order = await lockOrder(ctx, orderId)
  const row = (await holds.byId(ctx.db, holdId))!
  if (!isHolding(row.status)) return
  const deposit = (await store.lockRows(ctx, orderId)).find((one) => one.id === row.depositId)!
  if (row.expireAt > ctx.now) return tell(ctx, order, deposit, row)
  if (await holds.hasOpenCapture(ctx, holdId)) return
  await holdEnded(ctx, order, deposit, row, { gone: restOfHold(row), by: 'time' })
}

async function tell(ctx: Context, order: OrderRow, deposit: store.DepositRow, row: holds.HoldRow): Promise<void> {
  const amount = (await holds.liveHolds(ctx, [deposit])).find(({ id }) => id === row.id)?.availableFen ?? 0
  // All of it is being released: it no longer covers the deposit.
  if (amount === 0) return
  await openTask(ctx, {
    kind: taskKind.expiry,
    refId: row.id,
    orderId: order.id,
    storeId: order.storeId,
    detail: { amount, dueAt: row.expireAt },
  })
  const feature = profileOf(order.orderKind).feature
  notify(ctx, {
    type: notifyType.deposit,
    level: notifyLevel.important,
    ref: `deposit-hold/${row.id}`,
    once: true,
    title: `押金授权即将到期 ${order.orderNo}`,
    body: `${depositKinds.text(deposit.kind)}${formatMoney(amount)}的授权 ${formatMoment(row.expireAt, ctx.now)} 到期，请重新授权或改收押金`,
    link: screen(`${feature}.detail`, { orderId: order.id }),
    to: { key: 'deposit.collect', storeIds: [order.storeId] },
  })
}
