import { advance } from '@cheyi/domain/advance'
import { profileOf } from '@cheyi/domain/booking/order/kinds'
import { isCancelled, orderSteps, wasPickedUp, wasReturned } from '@cheyi/domain/booking/order/steps'
import { formatMoney } from '@cheyi/domain/money'
import { dueFen } from '@cheyi/domain/money/debt/due'
import { collectStep } from '@cheyi/domain/money/deposit/change'
import { depositKind, depositKinds } from '@cheyi/domain/money/deposit/codes'
import { authHoldSteps } from '@cheyi/domain/money/deposit/hold'
import { restOfHold } from '@cheyi/domain/money/deposit/live'
import {
  advanceDeposit,
  availableFen,
  type DepositAction,
  depositHoldSteps,
  depositPaySteps,
} from '@cheyi/domain/money/deposit/steps'
import { notifyLevel, notifyType } from '@cheyi/domain/platform/notify/notice'
import { taskKind } from '@cheyi/domain/platform/todo/task'
import { can, startsAt } from '@cheyi/domain/step'
import { logOrder, type OrderRow, updateOrder } from '../../booking/order/actions.ts'
import type { Context } from '../../kernel/context.ts'
import { screen } from '../../kernel/screen.ts'
import { notify } from '../../platform/notify/actions.ts'
import { closeTask, openTask } from '../../platform/todo/actions.ts'
import { dropUnfreezes, finishWhenPaidBack, queueUnfreezes, refreshSettlement } from '../payment/actions.ts'
import * as holds from './hold-store.ts'
import { releaseAfter } from './release.ts'
import * as store from './store.ts'

/** The reason of the end: expiry, or a release by the customer or the provider. */
export type EndedBy = 'time' | 'provider'

const whys = { time: '已到期', provider: '已被客户或支付平台解除' } as const

/**
 * Handles an authorization that holds less or nothing without a request from here. Pending releases of that part are dropped; where the
 * deposit is still needed, it must be collected again: staff are notified and the order gets a to-do. `order` and `deposit` are under
 * their locks.
 * @param gone the amount that it no longer holds, fen: all that was left, or a part
 * @returns the order after the change
 */
export async function holdEnded(
  ctx: Context,
  order: OrderRow,
  deposit: store.DepositRow,
  row: holds.HoldRow,
  { gone, by }: { readonly gone: number; readonly by: EndedBy },
): Promise<OrderRow> {
  const whole = gone === restOfHold(row)
  const freeBefore = availableFen(deposit)
  const dropped = await dropUnfreezes(ctx, row.id)
  holds.update(ctx, row, {
    status: whole ? advance(authHoldSteps, 'expire', row.status) : row.status,
    releasedFen: row.releasedFen + gone,
  })
  closeTask(ctx, taskKind.expiry, row.id)
  // The pending release continues for the part that is still held.
  const onItsWay = Math.min(dropped, restOfHold(row) - gone)
  const funds = {
    ...deposit,
    releasedFen: deposit.releasedFen + gone,
    inFlightFen: deposit.inFlightFen - dropped + onItsWay,
  }
  if (onItsWay > 0)
    await queueUnfreezes(ctx, order, deposit, [{ hold: row, fen: onItsWay }], await releaseAfter(ctx, order))
  // The ended part was being released, or is no longer needed: it counts as released.
  const lost = isNeeded(order, deposit, ctx.now) ? freeBefore - availableFen(funds) : 0
  const none = availableFen(funds) === 0 && funds.inFlightFen === 0
  const action = lost > 0 && none ? stepOfLoss(order, deposit, by) : 'releaseDone'
  const { payStatus, holdStatus } = advanceDeposit(deposit, action, funds)
  store.update(ctx, deposit, {
    payStatus,
    holdStatus,
    releasedFen: funds.releasedFen,
    inFlightFen: funds.inFlightFen,
    // The amount falls to the remaining part; a remainder can be collected as a raise.
    ...(lost > 0 && !none ? { amountFen: deposit.amountFen - lost } : {}),
    expireAt: await holds.firstExpiry(ctx.db, deposit.id),
  })
  store.cacheOnOrder(ctx, order.id, await store.rows(ctx, order.id))
  await refreshSettlement(ctx, order.id)
  logOrder(ctx, order, {
    action: by === 'time' ? 'authExpired' : 'authEnded',
    detail: { amount: gone, note: depositKinds.text(deposit.kind) },
  })
  ctx.audit({ targetType: 'deposit', targetId: deposit.id, after: { expired: gone } })
  if (lost > 0) await tell(ctx, order, deposit, { row, lost, by })
  // The new version of the order refreshes open pages.
  return finishWhenPaidBack(ctx, updateOrder(ctx, order, {}))
}

/** Whether a deposit is still needed: for the rental, for the debt after it, or for possible violations. */
function isNeeded(order: OrderRow, deposit: store.DepositRow, now: number): boolean {
  if (isCancelled(order.status)) return dueFen(order) > 0
  if (!wasReturned(order.status)) return true
  if (dueFen(order) > 0 || order.expectedDamageFen > 0) return true
  if (deposit.kind !== depositKind.violation) return false
  return order.openViolations > 0 || deposit.dueReleaseAt === null || deposit.dueReleaseAt > now
}

/**
 * The status step of a lost deposit. If the provider ended it before the pickup, it counts as never collected, unless it also had
 * paid-in money, which was collected and has paid charges.
 */
function stepOfLoss({ status }: OrderRow, { payStatus, holdStatus }: store.DepositRow, by: EndedBy): DepositAction {
  const steps = (action: DepositAction) =>
    can(depositPaySteps, action, payStatus).ok && startsAt(depositHoldSteps, action, holdStatus)
  if (by === 'provider' && !wasPickedUp(status) && steps('freezeClosed')) return 'freezeClosed'
  return steps('expire') ? 'expire' : 'releaseDone'
}

async function tell(
  ctx: Context,
  order: OrderRow,
  deposit: store.DepositRow,
  { row, lost, by }: { readonly row: holds.HoldRow; readonly lost: number; readonly by: EndedBy },
): Promise<void> {
  const { kind } = deposit
  const mayCollect = can(orderSteps, collectStep(kind), order.status).ok
  if (mayCollect)
    await openTask(ctx, {
      kind: taskKind.ended,
      refId: deposit.id,
      orderId: order.id,
      storeId: order.storeId,
      detail: { amount: lost, endedAt: ctx.now },
    })
  const what = mayCollect ? `请重新收取${depositKinds.text(kind)}` : '欠款请以其他方式收取'
  notify(ctx, {
    type: notifyType.deposit,
    level: notifyLevel.important,
    ref: `deposit-hold/${row.id}/ended/${row.releasedFen}`,
    once: true,
    title: `押金授权已失效 ${order.orderNo}`,
    body: `${depositKinds.text(kind)}${formatMoney(lost)}的授权${whys[by]}，${what}`,
    link: screen(`${profileOf(order.orderKind).feature}.detail`, { orderId: order.id }),
    to: { key: 'deposit.collect', storeIds: [order.storeId] },
  })
}
