import { advance } from '@cheyi/domain/advance'
import { payQueryAt } from '@cheyi/domain/booking/order/timers'
import { productOf } from '@cheyi/domain/money/deposit/hold'
import { payMode } from '@cheyi/domain/money/payment/codes'
import { canGoBackByRoute } from '@cheyi/domain/money/payment/provider'
import { hasFailed, paymentSteps } from '@cheyi/domain/money/payment/steps'
import { taskKind } from '@cheyi/domain/platform/todo/task'
import { HOUR } from '@cheyi/domain/time'
import { lockOrder } from '../../../booking/order/actions.ts'
import type { Context } from '../../../kernel/context.ts'
import { openTask } from '../../../platform/todo/actions.ts'
import { reimbursementNotPaid } from '../../reimbursement/actions.ts'
import { refreshMoney } from '../books.ts'
import { outNoOf } from '../out-no.ts'
import { refreshSettlement } from '../settle.ts'
import { type PaymentRow, payment, updatePayment } from '../store.ts'
import { answerOrNone, type Channel, channelOf, failedOutcome } from './channel.ts'
import { askHold, sendHoldRelease } from './holds.ts'
import { close, FIRST_ASK } from './link.ts'
import { tellOfUndecided } from './notices.ts'
import { isOpen, linkOf, lockPayment, settleRefund, settleTrade } from './settle.ts'
import * as store from './store.ts'

/**
 * Queries the provider about an unanswered payment or refund, at increasing intervals; after the last of them every hour. An expired
 * link is closed at the provider, whose answer decides.
 */
export async function payQuery(ctx: Context, paymentId: string): Promise<void> {
  const { order, row } = await lockPayment(ctx, paymentId)
  if (row.askAt === null || row.askAt > ctx.now) return
  const ask = await questionOf(ctx, row)
  // Some products keep asking their customer for days, and staff cannot do anything about it.
  const mayWait = row.holdStep === 'capture' && productOf(row.payWay).mayStayUndecided
  if (ask !== undefined && payQueryAt(row.asked, ctx.now) === null && !mayWait) tellOfUndecided(ctx, order, row)
  if (ask !== undefined) ctx.afterCommit(ask)
}

/** Counts a query of a payment, under its order's lock. @returns the query, to run after the commit; undefined for a final payment */
export async function questionOf(ctx: Context, row: PaymentRow): Promise<(() => Promise<void>) | undefined> {
  if (!isOpen(row)) {
    updatePayment(ctx, row, { askAt: null })
    return undefined
  }
  updatePayment(ctx, row, { asked: row.asked + 1, askedAt: ctx.now, askAt: nextAsk(row, ctx.now) })
  const channel = await channelOf(ctx, row.channelId!)
  if (row.holdStep === 'capture' || row.holdStep === 'unfreeze') {
    const step = (await store.holdStep(ctx.db, row.id))!
    return () => askHold(ctx, channel, step)
  }
  return () => (row.direction === 'in' ? askTrade(ctx, channel, row) : askRefund(ctx, channel, row))
}

/** The interval until the next query, but not past the expiry of a link. */
function nextAsk({ asked, expiresAt }: PaymentRow, now: number): number {
  const next = payQueryAt(asked + 1, now)
  const at = next === null ? now + HOUR : next - (payQueryAt(asked, 0) ?? 0)
  return expiresAt !== null && expiresAt > now ? Math.min(at, expiresAt) : at
}

async function askTrade(ctx: Context, channel: Channel, row: PaymentRow): Promise<void> {
  if (row.expiresAt !== null && row.expiresAt <= ctx.now) {
    await close(ctx, channel, row)
    return
  }
  const trade = await answerOrNone(() => linkOf(channel, row).query(row.outTradeNo))
  if (trade !== undefined) await ctx.asSystem((later) => settleTrade(later, row.id, trade))
}

async function askRefund(ctx: Context, channel: Channel, row: PaymentRow): Promise<void> {
  const refund = (await ctx.asSystem((later) => store.leaving(later, row.id)))!
  const ask = { outTradeNo: refund.originNo, outRefundNo: row.outTradeNo }
  const outcome = await answerOrNone(() => channel.provider.queryRefund(ask))
  if (outcome === undefined) return
  if (outcome.state === 'unknown') await send(ctx, channel, refund)
  else await ctx.asSystem((later) => settleRefund(later, row.id, outcome))
}

type Leaving = NonNullable<Awaited<ReturnType<typeof store.leaving>>>

/**
 * Sends a refund, or the release of a paid-in deposit, to the origin of the money. If the provider no longer accepts it, it becomes a
 * manual payout.
 */
export async function moneyOut(ctx: Context, paymentId: string): Promise<void> {
  const { orderId } = (await payment(ctx.db, paymentId))!
  const order = await lockOrder(ctx, orderId)
  const step = await store.holdStep(ctx.db, paymentId)
  if (step !== undefined) return sendHoldRelease(ctx, step)
  const row = await store.leaving(ctx, paymentId)
  if (row === undefined || !row.due) return
  const channelId = row.originChannelId
  if (row.refType === 'reimbursement' && !canGoBackByRoute(row.payWay, row.originPaidAt ?? 0, ctx.now)) {
    await reimbursementNotPaid(ctx, row)
    await refreshSettlement(ctx, orderId)
    return
  }
  if (channelId === null || !canGoBackByRoute(row.payWay, row.originPaidAt ?? 0, ctx.now)) {
    updatePayment(ctx, row, { payMode: payMode.offlineOut })
    const kind = row.refType === 'deposit' ? taskKind.deposit : taskKind.refund
    await openTask(ctx, { kind, refId: row.id, orderId, storeId: order.storeId, detail: { amount: row.amountFen } })
    await refreshMoney(ctx, orderId)
    return
  }
  const again = hasFailed(row.status)
  const sent = updatePayment(ctx, row, {
    status: advance(paymentSteps, again ? 'retry' : 'open', row.status),
    // A finally refused number cannot be used again.
    ...(again ? { outTradeNo: `${outNoOf(ctx, 'R', row.id)}N${row.version}` } : {}),
    channelId,
    asked: 0,
    askAt: ctx.now + FIRST_ASK,
  })
  const channel = await channelOf(ctx, channelId)
  ctx.afterCommit(() => send(ctx, channel, { ...row, outTradeNo: sent.outTradeNo }))
}

/** Without an answer the refund stays pending and is queried by its number. */
async function send(ctx: Context, { provider, notifyUrl }: Channel, row: Leaving): Promise<void> {
  const ask = {
    outTradeNo: row.originNo,
    ...(row.originHoldNo === null ? {} : { holdNo: row.originHoldNo }),
    outRefundNo: row.outTradeNo,
    amount: row.amountFen,
    total: row.originFen,
    reason: row.refType === 'deposit' ? '退还押金' : '退款',
    notifyUrl,
  }
  const outcome = await answerOrNone(() => provider.refund(ask), failedOutcome)
  if (outcome !== undefined) await ctx.asSystem((later) => settleRefund(later, row.id, outcome))
}
