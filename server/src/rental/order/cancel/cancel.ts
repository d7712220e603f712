import type { contract } from '@cheyi/contract/index'
import type { ParsedOf } from '@cheyi/contract/kernel/call'
import { advance } from '@cheyi/domain/advance'
import { bearerOf, cancelledBy, letsOff } from '@cheyi/domain/booking/order/cancel-cause'
import { type CancelReason, cancelReason, type OrderStatus, reduceType } from '@cheyi/domain/booking/order/codes'
import { isSoldByTerm, type SoldSnapshot } from '@cheyi/domain/booking/order/sold/snapshot'
import { awaitsPayment, isDraft, orderSteps } from '@cheyi/domain/booking/order/steps'
import { platformHeldFen } from '@cheyi/domain/money/debt/due'
import {
  account,
  balancesOf,
  billingReversalEntry,
  cancellationEntry,
  type Entry,
  type Line,
} from '@cheyi/domain/money/payment/ledger'
import { taskKind } from '@cheyi/domain/platform/todo/task'
import { noShowFrom } from '@cheyi/domain/pricing/terms/cancel'
import { badInput, Refusal } from '@cheyi/domain/refusal'
import {
  lockOrder,
  logStep,
  type OrderRow,
  queueMessage,
  readScene,
  updateOrder,
} from '../../../booking/order/actions.ts'
import { tellOfCancel } from '../../../booking/order/notices.ts'
import { releaseOrder } from '../../../fleet/stock/actions.ts'
import type { Context } from '../../../kernel/context.ts'
import { prefetch } from '../../../kernel/db/prefetch.ts'
import { deductOwed, giveBack, lockDeposits, releaseHeld } from '../../../money/deposit/actions.ts'
import {
  finishWhenPaidBack,
  ledgerLines,
  openPayouts,
  postAll,
  receivePlatform,
  refreshSettlement,
} from '../../../money/payment/actions.ts'
import { callOffRefunds } from '../../../money/reimbursement/actions.ts'
import { endSupplements } from '../../../money/supplement/actions.ts'
import { closeTask } from '../../../platform/todo/actions.ts'
import { callOffDrivers } from '../../driver/actions.ts'
import { endPlan } from '../../instalment/actions.ts'
import { requireAmendable } from '../modify/amend.ts'
import { outcomeOf } from './cancel-terms.ts'

type Input = ParsedOf<typeof contract.order.cancel>

/**
 * Cancels an order before its pickup. The penalty is calculated as of now, the car becomes free in the same transaction, and
 * deposits and any payment above the penalty are refunded.
 * @throws Refusal orderAlreadyPickedUp (2006), orderStatusRefuses (2001), penaltyChanged (2009) when the penalty is higher
 *   than the one shown to the operator, forbidden (-3) for a waiver without the permission
 */
export async function cancel(input: Input, ctx: Context) {
  const order = await lockOrder(ctx, input.orderId, input.version)
  const status = advance(orderSteps, 'cancel', order.status)
  await requireAmendable(ctx, order, 'order.cancel')
  const noShow = input.reason === cancelReason.noShow
  if (noShow) refuseEarlyNoShow(ctx, order)
  const bearer = bearerOf(input.reason, input.responsibility)
  // A draft and an order whose payment is pending end immediately and cost nothing.
  const due =
    isDraft(order.status) || awaitsPayment(order.status)
      ? { penalty: 0, fullPenalty: 0, mayDeductDeposit: false }
      : outcomeOf(ctx, order, { responsibility: bearer, noShow, waive: input.waivePenalty ?? false })
  const letOff = letsOff(due.penalty, due.fullPenalty)
  if (letOff || input.waivePenalty) requireLettingOff(ctx, input.note)
  if (due.penalty > input.expectPenalty) throw new Refusal('penaltyChanged', { penalty: due.penalty })

  const ended = await callOff(ctx, order, {
    action: 'cancel',
    status,
    reason: input.reason,
    by: cancelledBy[bearer],
    note: input.note ?? '',
    penalty: due.penalty,
    ...(letOff && { fullPenalty: due.fullPenalty }),
    penaltyFromDeposit: due.mayDeductDeposit,
  })
  return { ...ended.order, penalty: due.penalty, refund: ended.refund, refunding: ended.refunding }
}

/**
 * A penalty that is waived, or borne by the merchant or the channel instead of the customer, is a discount.
 * @throws Refusal forbidden (-3) without `order.discount`, badInput (-2) without the reason
 */
function requireLettingOff(ctx: Context, note: string | undefined): void {
  ctx.require('order.discount', 'responsibility')
  if (!note?.trim()) throw badInput('note', '免除违约金请填写说明')
}

function refuseEarlyNoShow(ctx: Context, order: OrderRow): void {
  const { rule } = order.cancelRuleSnapshot
  if (ctx.now < noShowFrom(rule, order.pickupAt))
    throw badInput('reason', `取车时间过后${rule.noShowAfterMinutes}分钟才能按客户未到店取消`)
}

/** How an order ends before its pickup: by a cancellation, a refusal or a timer. */
export interface CallOff {
  readonly action: 'cancel' | 'refuse' | 'refuseUnanswered' | 'noShow' | 'payTimeout' | 'dropDraft'
  /** The status that the state machine returned for the action. */
  readonly status: OrderStatus
  readonly reason: CancelReason
  readonly by: 'customer' | 'merchant' | 'channel' | 'system'
  readonly note: string
  /** Fen; 0 except for a cancellation by the customer and a no-show. */
  readonly penalty: number
  /** The penalty before a partial or full waiver, fen. */
  readonly fullPenalty?: number
  /** At the booking the customer agreed that an unpaid penalty is deducted from the deposit. */
  readonly penaltyFromDeposit: boolean
}

/**
 * Ends an order before its pickup together with everything that depends on it, in one transaction: status, ledger, car,
 * drivers, deposits, refunds and the message to the customer. The caller holds the lock on `order`.
 * @returns the updated order and the amount of its payments that is refunded, fen; `refunding` is the part whose refund had
 *   already started
 */
export async function callOff(
  ctx: Context,
  order: OrderRow,
  off: CallOff,
): Promise<{ readonly order: OrderRow; readonly refund: number; readonly refunding: number }> {
  const { status } = off
  const detail = { reason: off.note, penalty: off.penalty, fullPenalty: off.fullPenalty }
  // Money that a platform holds for an order that was never accepted is not posted, unless the penalty is deducted from it.
  const held = off.penalty > 0 ? platformHeldFen(order) : 0
  await receivePlatform(ctx, order.id, held)
  const scene = prefetch(readScene(ctx, order))
  const deposits = lockDeposits(ctx, order.id)
  const pending = prefetch(openPayouts(ctx, order.id))
  const [logId, ended, lines, withdrawn] = await Promise.all([
    logStep(ctx, order, { action: off.action, to: status, detail }),
    updateOrder(ctx, order, {
      status,
      prevStatus: order.status,
      cancelReason: off.reason,
      cancelBy: off.by,
      cancelNote: off.note,
      cancelledAt: ctx.now,
      penaltyFen: off.penalty,
      platformFen: order.platformFen - held,
      payDeadline: null,
      confirmDeadline: null,
      vehicleId: null,
      plate: null,
      pinned: false,
    }),
    ledgerLines(ctx, order.id),
    endSupplements(ctx, order),
    callOffDrivers(ctx, order, '订单已取消'),
    callOffRefunds(ctx, order.id),
  ])
  ctx.audit({ targetType: 'order', targetId: order.id, before: { status: order.status }, after: { status, ...detail } })
  if (isDraft(order.status)) return { order: ended, refund: 0, refunding: 0 }

  const left = [...lines, ...withdrawn.flatMap((entry) => entry.lines)]
  const entries = [...withdrawn, endingEntry(order, left, logId, off.penalty)]
  const posted = postAll(ctx, order.id, entries)
  if (isSoldByTerm(order.quoteSnapshot)) {
    await posted
    await endPlan(ctx, order.id)
  }
  const [money] = await Promise.all([refreshSettlement(ctx, order.id), posted, releaseOrder(ctx, order.id)])
  if (off.penaltyFromDeposit && money.due > 0) await deductOwed(ctx, ended, money.due, { reason: '取消订单违约金' })
  // The part that no receipt has available, because it is reserved for another refund, is paid back by hand, so that a
  // cancellation never fails for this reason.
  if (money.due < 0) {
    await giveBack(ctx, ended, -money.due, { recordId: logId, releaseAfter: ctx.now })
    await refreshSettlement(ctx, order.id)
  }
  const refund = Math.max(0, -money.owed)
  const settles = money.due === 0
  const released = await releaseHeld(ctx, ended, { locked: settles ? deposits : undefined })
  closeTask(ctx, taskKind.noShow, order.id)
  queueMessage(ctx, await scene, ended, 'cancelled', { penalty: off.penalty, refund })
  tellOfCancel(ctx, ended)
  const open = settles && !released ? await pending : undefined
  return { order: await finishWhenPaidBack(ctx, ended, open), refund, refunding: money.refunding }
}

/** The entry that reverses a bill: in full when it was neither paid nor confirmed (J4), otherwise with the penalty (J5). */
function endingEntry(order: OrderRow, lines: readonly Line[], logId: string, penaltyFen: number): Entry {
  const unearnedFen = -(balancesOf(lines).get(account.unearned) ?? 0)
  const subsidyFen = subsidyOf(order.quoteSnapshot)
  return awaitsPayment(order.status)
    ? billingReversalEntry(order.id, unearnedFen - subsidyFen, subsidyFen)
    : cancellationEntry(logId, { unearnedFen, penaltyFen, subsidyFen })
}

/** The part of the price that was billed to the channel. */
const subsidyOf = ({ lines }: SoldSnapshot): number =>
  -lines.reduce((sum, line) => (line.reduceType === reduceType.channelSubsidy ? sum + line.amount : sum), 0)
