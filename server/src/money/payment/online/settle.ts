import { advance } from '@cheyi/domain/advance'
import { MAX_MONEY_OUT_FAILURES, moneyOutAt } from '@cheyi/domain/booking/order/timers'
import { creditFen } from '@cheyi/domain/money/debt/due'
import { payKind } from '@cheyi/domain/money/payment/codes'
import { latePaymentEntry, paymentEntry, refundEntry } from '@cheyi/domain/money/payment/ledger'
import { isInFlight, isSucceeded, isUnderWay, isWaitingPayment, paymentSteps } from '@cheyi/domain/money/payment/steps'
import { can } from '@cheyi/domain/step'
import { lockOrder, logOrder, type OrderRow } from '../../../booking/order/actions.ts'
import type { Context } from '../../../kernel/context.ts'
import { captureOf, type Freeze, type Outcome, type PayProvider, type Trade } from '../../../kernel/pay-port.ts'
import {
  deductionDone,
  deductionFailed,
  depositNotPaidBack,
  depositPaid,
  depositPaidBack,
  giveBack as giveBackRest,
  holdClosed,
  holdFrozen,
} from '../../deposit/actions.ts'
import { deductionsPaidBack } from '../../deposit/paid-back/actions.ts'
import { reimbursementNotPaid, reimbursementPaid } from '../../reimbursement/actions.ts'
import { type OrderMoney, post, refreshMoney } from '../books.ts'
import { finishWhenPaidBack } from '../finish-cancel.ts'
import { queueUnfreezes } from '../hold-steps.ts'
import { needsPayment } from '../open-debt.ts'
import { goOnWhenPaid } from '../paid.ts'
import { countPayment } from '../paid-first.ts'
import { noteProviderNo } from '../proof.ts'
import { queueByRoute } from '../refund.ts'
import { refreshSettlement } from '../settle.ts'
import { type PaymentRow, payment, updatePayment } from '../store.ts'
import type { Channel } from './channel.ts'
import { tellOfFailedCapture, tellOfWrongAmount } from './notices.ts'

/*
 * Applies the provider's answers about payments and refunds. They arrive as notifications, as answers to queries, or both, in any order
 * and repeatedly.
 */

/** Reads a payment after locking its order. */
export async function lockPayment(ctx: Context, paymentId: string): Promise<{ order: OrderRow; row: PaymentRow }> {
  const { orderId } = (await payment(ctx.db, paymentId))!
  const order = await lockOrder(ctx, orderId)
  return { order, row: (await payment(ctx.db, paymentId))! }
}

/**
 * Applies the provider's answer about an incoming payment.
 * @returns the payment after it; `wrongAmount` when another amount was paid than requested, which is not posted
 */
export async function settleTrade(ctx: Context, paymentId: string, trade: Trade): Promise<PaymentRow | 'wrongAmount'> {
  const { order, row } = await lockPayment(ctx, paymentId)
  // Some providers identify a capture by its hold, others as a separate trade.
  if (row.holdStep === 'capture') return captureDecided(ctx, order, row, captureOf(trade))
  if (trade.state === 'succeeded') return isSucceeded(row.status) ? row : succeed(ctx, order, row, trade)
  if (trade.state !== 'closed' || !can(paymentSteps, 'close', row.status).ok) return row
  if (row.holdId !== null) await holdClosed(ctx, row.holdId, null)
  return updatePayment(ctx, row, { status: advance(paymentSteps, 'close', row.status), askAt: null })
}

/** How a link is queried and closed: a payment, a charge or a hold. */
export const linkOf = ({ provider }: Channel, row: PaymentRow): Pick<PayProvider, 'query' | 'close'> =>
  row.holdStep === null
    ? row.client === 'scan'
      ? { query: provider.query, close: provider.reverse }
      : provider
    : {
        query: async (no) => tradeOf(no, await provider.holds.queryFreeze(no)),
        close: async (no) => tradeOf(no, await provider.holds.closeFreeze(no)),
      }

/** A freeze as a trade of its link: consent counts as paid. */
export const tradeOf = (outTradeNo: string, { state, amount, authNo, at }: Freeze): Trade => ({
  outTradeNo,
  state: state === 'held' ? 'succeeded' : state,
  amount,
  providerNo: authNo,
  paidAt: at,
})

async function succeed(
  ctx: Context,
  order: OrderRow,
  row: PaymentRow,
  { amount, providerNo, paidAt }: Trade,
): Promise<PaymentRow | 'wrongAmount'> {
  if (amount !== row.amountFen) return wrongAmount(ctx, order, row, amount)
  const late = can(paymentSteps, 'succeedLate', row.status).ok
  const taken = {
    status: late
      ? advance(paymentSteps, 'succeedLate', row.status)
      : advance(paymentSteps, 'succeed', openedStatus(row)),
    paidAt: paidAt ?? ctx.now,
    providerNo,
    askAt: null,
    failReason: '',
    wrongFen: null,
  }
  if (row.holdId !== null) return settleHold(ctx, order, updatePayment(ctx, row, taken), late)
  noteProviderNo(ctx, providerNo, { recordId: row.id, orderId: order.id })
  logOrder(ctx, order, { action: 'collect', detail: { amount } })
  if (row.refType === 'deposit') {
    const paid = updatePayment(ctx, row, taken)
    if (!late && (await depositPaid(ctx, order, paid))) return paid
    // The deposit was waived or collected otherwise in the meantime: the payment belongs to the order now and is refunded.
    return giveBack(ctx, order, updatePayment(ctx, paid, { payKind: payKind.rent, refType: 'order', refId: null }))
  }
  const paid = updatePayment(ctx, row, taken)
  if (late || !(await needsPayment(ctx, order, paid))) return giveBack(ctx, order, paid)
  await post(ctx, order.id, paymentEntry(paid.id, amount, paid.payWay), { paymentId: paid.id })
  const money = await countPayment(ctx, order, paid)
  await goOnWhenPaid(ctx, order, money)
  await sendCredit(ctx, order, paid, money)
  return paid
}

/** Refunds what exceeds the debt: a continuing order uses the credit, a finished one cannot. */
async function sendCredit(
  ctx: Context,
  order: OrderRow,
  row: PaymentRow,
  { owed, refunding }: OrderMoney,
): Promise<void> {
  const credit = creditFen({ status: order.status, owedFen: owed, refundingFen: refunding })
  if (credit === 0) return
  await giveBackRest(ctx, order, credit, { recordId: row.id, releaseAfter: ctx.now })
  await refreshSettlement(ctx, order.id)
}

/** Another amount was captured or refunded than requested; an answer without an amount is trusted. */
const isOther = ({ state, amount = null }: Outcome, row: PaymentRow): boolean =>
  state === 'succeeded' && amount !== null && amount !== row.amountFen

/**
 * The provider knows the number for a refund of another payment: one that was sent before a restore, or by another installation of the same
 * contract. Ours was never sent then, and is sent under another number. What is captured from a hold has a number of its own there.
 */
async function isOfOther(ctx: Context, { tradeNo = null }: Outcome, row: PaymentRow): Promise<boolean> {
  if (tradeNo === null || row.originPaymentId === null) return false
  const origin = await payment(ctx.db, row.originPaymentId)
  return origin !== undefined && origin.holdId === null && origin.outTradeNo !== tradeNo
}

/** Another amount moved than requested: it is not posted, and a person checks it. */
async function wrongAmount(
  ctx: Context,
  order: OrderRow,
  row: PaymentRow,
  amount: number | null | undefined,
): Promise<'wrongAmount'> {
  ctx.log.error({ paymentId: row.id, amount, asked: row.amountFen }, 'a provider reports another amount')
  tellOfWrongAmount(ctx, order, row, amount ?? null)
  updatePayment(ctx, row, { wrongFen: amount ?? 0 })
  return 'wrongAmount'
}

/** The customer consented to a hold: the deposit is held, or if it is no longer needed the hold is released at once. */
async function settleHold(ctx: Context, order: OrderRow, row: PaymentRow, late: boolean): Promise<PaymentRow> {
  const holdId = row.holdId!
  if (!late && (await holdFrozen(ctx, order, row))) return row
  await holdClosed(ctx, holdId, row.providerNo)
  const hold = { id: holdId, payWay: row.payWay, channelId: row.channelId }
  await queueUnfreezes(ctx, order, null, [{ hold, fen: row.amountFen }], ctx.now)
  return row
}

/** Applies the provider's answer about a capture. A failure is final: another capture is a decision of staff. */
export async function settleCapture(
  ctx: Context,
  paymentId: string,
  outcome: Outcome,
): Promise<PaymentRow | 'wrongAmount'> {
  const { order, row } = await lockPayment(ctx, paymentId)
  return captureDecided(ctx, order, row, outcome)
}

async function captureDecided(
  ctx: Context,
  order: OrderRow,
  row: PaymentRow,
  outcome: Outcome,
): Promise<PaymentRow | 'wrongAmount'> {
  if (!isUnderWay(row.status) || (outcome.state !== 'succeeded' && outcome.state !== 'failed')) return row
  if (isOther(outcome, row)) return wrongAmount(ctx, order, row, outcome.amount)
  const succeeded = outcome.state === 'succeeded'
  const decidedRow = updatePayment(ctx, row, {
    status: advance(paymentSteps, succeeded ? 'succeed' : 'fail', row.status),
    paidAt: succeeded ? (outcome.at ?? ctx.now) : null,
    providerNo: outcome.providerNo,
    failReason: outcome.reason.slice(0, 200),
    askAt: null,
    wrongFen: null,
  })
  if (succeeded) await deductionDone(ctx, order, row.refId!)
  else {
    await deductionFailed(ctx, row.refId!)
    tellOfFailedCapture(ctx, order, row, outcome.reason)
  }
  const money = await refreshSettlement(ctx, order.id)
  if (succeeded) await sendCredit(ctx, order, row, money)
  return decidedRow
}

/** The notification can arrive before the answer that created the link. */
const openedStatus = (row: PaymentRow) =>
  isWaitingPayment(row.status) ? advance(paymentSteps, 'open', row.status) : row.status

/** Money for which nothing was owed any more: it is posted (J7) and refunded at once, and does not reopen what it was for. */
async function giveBack(ctx: Context, order: OrderRow, paid: PaymentRow): Promise<PaymentRow> {
  await post(ctx, order.id, latePaymentEntry(paid.id, paid.amountFen, paid.payWay), { paymentId: paid.id })
  const part = { paymentId: paid.id, fen: paid.amountFen, way: paid.payWay }
  await queueByRoute(ctx, order, [part], ctx.now)
  await refreshMoney(ctx, order.id)
  return paid
}

/**
 * Applies the provider's answer about a refund. A failure is retried at increasing intervals; the fifth waits for a person.
 * @returns the payment after it; `wrongAmount` when another amount was refunded
 */
export async function settleRefund(
  ctx: Context,
  paymentId: string,
  outcome: Outcome,
): Promise<PaymentRow | 'wrongAmount'> {
  const { order, row } = await lockPayment(ctx, paymentId)
  if (!isUnderWay(row.status)) return row
  if (await isOfOther(ctx, outcome, row)) {
    ctx.log.error(
      { paymentId: row.id, no: row.outTradeNo, of: outcome.tradeNo },
      'a refund number is of another payment',
    )
    return notPaidBack(ctx, order, row, {
      failCount: row.failCount + 1,
      reason: '退款单号已属于另一笔付款，将换号重退',
    })
  }
  if (isOther(outcome, row)) return wrongAmount(ctx, order, row, outcome.amount)
  if (outcome.state === 'succeeded') return completeRefund(ctx, order, row, outcome)
  if (outcome.state !== 'failed') return row
  return notPaidBack(ctx, order, row, { failCount: row.failCount + 1, reason: outcome.reason })
}

/** A refund failed: it is retried, or waits for a person. */
export async function notPaidBack(
  ctx: Context,
  order: OrderRow,
  row: PaymentRow,
  { failCount, reason }: { readonly failCount: number; readonly reason: string },
): Promise<PaymentRow> {
  const forGood = failCount >= MAX_MONEY_OUT_FAILURES
  const failed = updatePayment(ctx, row, {
    status: advance(paymentSteps, 'fail', row.status),
    failCount,
    failReason: reason.slice(0, 200),
    wrongFen: null,
    releaseAfter: moneyOutAt(failCount, ctx.now) ?? ctx.now,
    askAt: null,
  })
  if (row.refType === 'deposit' && forGood) await depositNotPaidBack(ctx, failed)
  if (row.refType === 'reimbursement' && forGood) {
    await reimbursementNotPaid(ctx, failed)
    await refreshSettlement(ctx, order.id)
    return failed
  }
  await refreshMoney(ctx, order.id)
  return failed
}

/** A refund succeeded: it is posted. */
export async function completeRefund(
  ctx: Context,
  order: OrderRow,
  row: PaymentRow,
  { at, providerNo }: Pick<Outcome, 'at' | 'providerNo'>,
): Promise<PaymentRow> {
  const paid = updatePayment(ctx, row, {
    status: isSucceeded(row.status) ? row.status : advance(paymentSteps, 'succeed', row.status),
    paidAt: at ?? ctx.now,
    providerNo,
    askAt: null,
    failReason: '',
    wrongFen: null,
  })
  if (row.refType === 'deposit') {
    await depositPaidBack(ctx, order, paid)
    return paid
  }
  if (row.refType === 'reimbursement') await reimbursementPaid(ctx, order, paid)
  // The release of an unneeded hold moved no money.
  if (row.holdId === null)
    await post(ctx, order.id, refundEntry(paid.id, paid.amountFen, paid.payWay), { paymentId: paid.id })
  await deductionsPaidBack(ctx, [paid])
  await refreshSettlement(ctx, order.id)
  await finishWhenPaidBack(ctx, order)
  return paid
}

/** Whether the provider may still be queried about the payment. */
export const isOpen = (row: PaymentRow): boolean => row.channelId !== null && isInFlight(row.status)
