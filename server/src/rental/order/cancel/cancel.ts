import type { contract } from '@cheyi/contract/index'
import type { ParsedOf } from '@cheyi/contract/kernel/call'
import { advance } from '@cheyi/domain/advance'
import { noShowFrom } from '@cheyi/domain/booking/order/cancel'
import { bearerOf, cancelledBy, letsOff } from '@cheyi/domain/booking/order/cancel-cause'
import { type CancelReason, cancelReason, type OrderStatus, reduceType } from '@cheyi/domain/booking/order/codes'
import { isSoldByTerm, type SoldSnapshot } from '@cheyi/domain/booking/order/sold/snapshot'
import { awaitsPayment, isDraft, orderSteps } from '@cheyi/domain/booking/order/steps'
import { platformHeldFen } from '@cheyi/domain/money/debt/due'
import { account, balancesOf, cancelled, type Entry, type Line, unbilled } from '@cheyi/domain/money/payment/ledger'
import { taskKind } from '@cheyi/domain/platform/todo/task'
import { badInput, Refusal } from '@cheyi/domain/refusal'
import { lockOrder, logStep, notifyCustomer, type OrderRow, updateOrder } from '../../../booking/order/actions.ts'
import { tellOfCancel } from '../../../booking/order/notices.ts'
import { releaseOrder } from '../../../fleet/stock/actions.ts'
import type { Context } from '../../../kernel/context.ts'
import { deductOwed, giveBack, releaseHeld } from '../../../money/deposit/actions.ts'
import {
  finishWhenPaidBack,
  ledgerLines,
  postAll,
  receivePlatform,
  refreshSettlement,
} from '../../../money/payment/actions.ts'
import { callOffRefunds } from '../../../money/reimbursement/actions.ts'
import { endSupplements } from '../../../money/supplement/actions.ts'
import { closeTask } from '../../../platform/todo/actions.ts'
import { callOffDrivers } from '../../driver/actions.ts'
import { endPlan } from '../../instalment/actions.ts'
import { requireMending } from '../modify/mend.ts'
import { outcomeOf } from './cancel-terms.ts'

type Input = ParsedOf<typeof contract.order.cancel>

/**
 * Cancels an order that was not picked up: its penalty is fixed as of now, its car is free at once, deposits and what was
 * paid beyond the penalty go back. A draft and an order that waits for its payment end at once.
 * @throws Refusal orderAlreadyPickedUp (2006), orderStatusRefuses (2001), penaltyChanged (2009) when it costs more than
 *   the operator saw, forbidden (-3) to waive without the key
 */
export async function cancel(input: Input, ctx: Context) {
  const order = await lockOrder(ctx, input.orderId, input.version)
  const status = advance(orderSteps, 'cancel', order.status)
  await requireMending(ctx, order, 'order.cancel')
  const noShow = input.reason === cancelReason.noShow
  if (noShow) refuseEarlyNoShow(ctx, order)
  const bearer = bearerOf(input.reason, input.responsibility)
  // A draft, and an order that waits for its payment, end at once and cost nothing.
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
 * A penalty that is waived, or that the merchant or the channel bears in the customer's place, is given away.
 * @throws Refusal forbidden (-3) without `order.discount`, badInput (-2) without the reason
 */
function requireLettingOff(ctx: Context, note: string | undefined): void {
  if (!ctx.can('order.discount')) throw new Refusal('forbidden', { field: 'responsibility' })
  if (!note?.trim()) throw badInput('note', '免除违约金请填写说明')
}

function refuseEarlyNoShow(ctx: Context, order: OrderRow): void {
  const { rule } = order.cancelRuleSnapshot
  if (ctx.now < noShowFrom(rule, order.pickupAt))
    throw badInput('reason', `取车时间过后${rule.noShowAfterMinutes}分钟才能按客户未到店取消`)
}

/** How an order comes to nothing: by a cancel, a refusal, a timer. */
export interface CallOff {
  readonly action: 'cancel' | 'refuse' | 'refuseUnanswered' | 'noShow' | 'payTimeout' | 'dropDraft'
  /** Where that step leads, as the state machine said. */
  readonly status: OrderStatus
  readonly reason: CancelReason
  readonly by: 'customer' | 'merchant' | 'channel' | 'system'
  readonly note: string
  /** Fen; 0 for every way but a cancel of the customer's and a no-show. */
  readonly penalty: number
  /** What it would have been, where the customer was let off some of it, fen. */
  readonly fullPenalty?: number
  /** The customer agreed at the booking that an unpaid penalty is taken from the deposit. */
  readonly penaltyFromDeposit: boolean
}

/**
 * Ends an order before its pickup with everything that hangs on it, in one transaction: status, books, car, drivers,
 * deposits, refunds, word to the customer. `order` is under its lock.
 * @returns the order as it is now and what goes back of the money paid for it, fen; `refunding` of that was on its way before
 */
export async function callOff(
  ctx: Context,
  order: OrderRow,
  off: CallOff,
): Promise<{ readonly order: OrderRow; readonly refund: number; readonly refunding: number }> {
  const { status } = off
  const detail = { reason: off.note, penalty: off.penalty, fullPenalty: off.fullPenalty }
  // What a platform holds for an order that nobody accepted is never booked, unless the penalty is taken from it.
  const held = off.penalty > 0 ? platformHeldFen(order) : 0
  await receivePlatform(ctx, order.id, held)
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
  ])
  ctx.audit({ targetType: 'order', targetId: order.id, before: { status: order.status }, after: { status, ...detail } })
  if (isDraft(order.status)) return { order: ended, refund: 0, refunding: 0 }

  const left = [...lines, ...withdrawn.flatMap((entry) => entry.lines)]
  const entries = [...withdrawn, takenBack(order, left, logId, off.penalty)]
  await Promise.all([postAll(ctx, order.id, entries), callOffRefunds(ctx, order.id)])
  if (isSoldByTerm(order.quoteSnapshot)) await endPlan(ctx, order.id)
  const money = await refreshSettlement(ctx, order.id)
  if (off.penaltyFromDeposit && money.due > 0) await deductOwed(ctx, ended, money.due, { reason: '取消订单违约金' })
  // What no receipt holds free, because it is on its way for something else, is paid back by hand: a cancel never fails for it.
  if (money.due < 0) {
    await giveBack(ctx, ended, -money.due, { recordId: logId, releaseAfter: ctx.now })
    await refreshSettlement(ctx, order.id)
  }
  const refund = Math.max(0, -money.owed)
  await releaseHeld(ctx, ended)
  await releaseOrder(ctx, order.id)
  closeTask(ctx, taskKind.noShow, order.id)
  await notifyCustomer(ctx, ended, 'cancelled', { penalty: off.penalty, refund })
  tellOfCancel(ctx, ended)
  return { order: await finishWhenPaidBack(ctx, ended), refund, refunding: money.refunding }
}

/** The entry that takes a bill back: all of it when nobody had paid or confirmed (J4), else with the penalty (J5). */
function takenBack(order: OrderRow, lines: readonly Line[], logId: string, penaltyFen: number): Entry {
  const unearnedFen = -(balancesOf(lines).get(account.unearned) ?? 0)
  const subsidyFen = subsidyOf(order.quoteSnapshot)
  return awaitsPayment(order.status)
    ? unbilled(order.id, unearnedFen - subsidyFen, subsidyFen)
    : cancelled(logId, { unearnedFen, penaltyFen, subsidyFen })
}

/** What the channel was billed of the price. */
const subsidyOf = ({ lines }: SoldSnapshot): number =>
  -lines.reduce((sum, line) => (line.reduceType === reduceType.channelSubsidy ? sum + line.amount : sum), 0)
