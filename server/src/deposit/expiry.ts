import { advance } from '@cheyi/domain/advance'
import { depositKinds } from '@cheyi/domain/deposit/codes'
import { authHoldSteps, isHolding } from '@cheyi/domain/deposit/hold'
import { advanceDeposit, availableFen } from '@cheyi/domain/deposit/steps'
import { formatMoney } from '@cheyi/domain/money'
import { notifyLevel, notifyType } from '@cheyi/domain/notify/notice'
import { profileOf } from '@cheyi/domain/order/kinds'
import { formatLocal } from '@cheyi/domain/time'
import { taskKind } from '@cheyi/domain/todo/task'
import type { Context } from '../kernel/context.ts'
import { screen } from '../kernel/screen.ts'
import { notify } from '../notify/actions.ts'
import { lockOrder, logOrder, type OrderRow } from '../order/actions.ts'
import { dropUnfreezes, refreshSettlement } from '../payment/actions.ts'
import { closeTask, openTask } from '../todo/actions.ts'
import * as holds from './hold-store.ts'
import * as store from './store.ts'

/**
 * An authorisation that ends within three days is told of once and becomes a to-do; one whose time is over holds nothing any
 * more. A capture that has no answer yet is waited for.
 */
export async function authExpiry(ctx: Context, holdId: string): Promise<void> {
  const { orderId } = (await holds.byId(ctx.db, holdId))!
  const order = await lockOrder(ctx, orderId)
  const row = (await holds.byId(ctx.db, holdId))!
  if (!isHolding(row.status)) return
  const deposit = (await store.lockRows(ctx.db, orderId)).find((one) => one.id === row.depositId)!
  if (row.expireAt > ctx.now) return tell(ctx, order, deposit, row)
  if (await holds.hasOpenCapture(ctx, holdId)) return
  await expire(ctx, order, deposit, row)
}

async function tell(ctx: Context, order: OrderRow, deposit: store.DepositRow, row: holds.HoldRow): Promise<void> {
  const amount = (await holds.liveHolds(ctx, deposit)).find(({ id }) => id === row.id)?.availableFen ?? 0
  // All of it is on its way back: another holds the deposit.
  if (amount === 0) return
  await openTask(ctx, {
    kind: taskKind.expiry,
    refId: row.id,
    orderId: order.id,
    storeId: order.storeId,
    detail: { amount, dueAt: row.expireAt },
  })
  const room = profileOf(order.orderKind).room
  await notify(ctx, {
    type: notifyType.channel,
    level: notifyLevel.important,
    ref: `deposit-hold/${row.id}`,
    once: true,
    title: `押金授权即将到期 ${order.orderNo}`,
    body: `${depositKinds.text(deposit.kind)}${formatMoney(amount)}的授权 ${formatLocal(row.expireAt, 'MM-DD HH:mm')} 到期，请重新授权或改收押金`,
    link: screen(`${room}.detail`, { orderId: order.id }),
    to: { key: 'deposit.collect', storeIds: [order.storeId] },
  })
}

/** The bank has let it go by itself: what was to be let go needs nobody any more. */
async function expire(ctx: Context, order: OrderRow, deposit: store.DepositRow, row: holds.HoldRow): Promise<void> {
  const left = row.amountFen - row.capturedFen - row.releasedFen
  const dropped = await dropUnfreezes(ctx, row.id)
  await holds.update(ctx, row, {
    status: advance(authHoldSteps, 'expire', row.status),
    releasedFen: row.releasedFen + left,
  })
  closeTask(ctx, taskKind.expiry, row.id)
  const funds = {
    ...deposit,
    releasedFen: deposit.releasedFen + left,
    inFlightFen: deposit.inFlightFen - dropped,
  }
  const gone = availableFen(funds) === 0 && funds.inFlightFen === 0
  const { payStatus, holdStatus } = advanceDeposit(deposit, gone ? 'expire' : 'releaseDone', funds)
  const changed = await store.update(ctx, deposit, {
    payStatus,
    holdStatus,
    releasedFen: funds.releasedFen,
    inFlightFen: funds.inFlightFen,
    expireAt: await holds.firstExpiry(ctx.db, deposit.id),
  })
  const all = await store.rows(ctx.db, order.id)
  store.cacheOnOrder(ctx, order.id, all)
  await refreshSettlement(ctx, order.id)
  logOrder(ctx, order.id, {
    action: 'authExpired',
    from: order.status,
    to: order.status,
    detail: { amount: left, note: depositKinds.text(changed.kind) },
  })
  ctx.audit({ targetType: 'deposit', targetId: deposit.id, after: { expired: left } })
}
