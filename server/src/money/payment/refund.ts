import { advance } from '@cheyi/domain/advance'
import { arrivedBy } from '@cheyi/domain/booking/order/timers'
import { formatAmount } from '@cheyi/domain/money'
import type { DepositKind } from '@cheyi/domain/money/deposit/codes'
import { allocateRefund, type PaidIn, type RefundPart } from '@cheyi/domain/money/payment/allocate'
import { type PayWay, paidBackWays, payKind, payMode, paymentStatus, payWay } from '@cheyi/domain/money/payment/codes'
import { depositPayKind } from '@cheyi/domain/money/payment/collect'
import { refundEntry } from '@cheyi/domain/money/payment/ledger'
import { hasFailed, paymentSteps } from '@cheyi/domain/money/payment/steps'
import { taskKind } from '@cheyi/domain/platform/todo/task'
import { badInput, Refusal } from '@cheyi/domain/refusal'
import { can } from '@cheyi/domain/step'
import { type Context, newId, newIds, reservedIds } from '../../kernel/context.ts'
import { payTermsOf } from '../../platform/merchant/actions.ts'
import { closeTasks, openTasks } from '../../platform/todo/actions.ts'
import { deductionsPaidBack } from '../deposit/paid-back/actions.ts'

import { postAll, refreshMoney } from './books.ts'
import { requireCash } from './cash-shifts.ts'
import { type Proof, prove } from './proof.ts'
import { requireOffline } from './receive.ts'
import { refreshSettlement } from './settle.ts'
import * as store from './store.ts'

/** The kinds of to-dos for manual payouts; their subject is the outgoing payment. */
type PayoutTask = typeof taskKind.refund | typeof taskKind.deposit

/** The fields of an order that a to-do needs. */
export interface PaidOrder {
  readonly id: string
  readonly storeId: string
  /** Whether staff or the channel itself entered it. */
  readonly arrived?: number
}

export interface Payout {
  readonly id: string
  readonly amount: number
}

/** The receipts of an order over which a refund is split, including captures from its authorizations. Deposits have their own. */
export const receiptsOf = async (ctx: Context, orderId: string): Promise<Receipt[]> =>
  (await store.paidIn(ctx.db, orderId)).map(refundableReceipt)

/**
 * Queues refunds of receipts, each to its origin. A manual refund waits for its voucher and opens a to-do. Nothing is sent before
 * `releaseAfter` (epoch ms).
 */
export const queueByRoute = (
  ctx: Context,
  order: PaidOrder,
  parts: readonly RefundPart[],
  releaseAfter: number,
): Promise<Payout[]> => queue(ctx, order, parts, releaseAfter, taskKind.refund)

/** Queues the part that no receipt of the order covers: a manual payout with a to-do until its voucher is recorded. */
export async function queueByHand(ctx: Context, order: PaidOrder, amount: number, releaseAfter: number): Promise<void> {
  if (amount === 0) return
  const id = await newId(ctx)
  await store.insertPayout(ctx, { id, orderId: order.id, amount, releaseAfter })
  await openTasks(ctx, [
    { kind: taskKind.refund, refId: id, orderId: order.id, storeId: order.storeId, detail: { amount } },
  ])
}

/**
 * Queues the release of a part of a deposit, to its origin.
 * @param options.except a receipt that is not refunded
 * @param options.receipts the receipts of all deposits of the order, if they were read
 * @throws Refusal beyondRefundable (4010) when the payments have less left
 */
export async function queueDepositPayout(
  ctx: Context,
  order: PaidOrder,
  deposit: { readonly id: string; readonly kind: DepositKind },
  amount: number,
  {
    releaseAfter = ctx.now,
    except,
    receipts: read,
  }: {
    readonly releaseAfter?: number
    readonly except?: string | undefined
    readonly receipts?: readonly store.PaymentRow[] | undefined
  } = {},
): Promise<Payout[]> {
  const receipts = (read ?? (await store.depositsPaidIn(ctx.db, order.id)))
    .filter(({ id }) => id !== except)
    .map(refundableReceipt)
  // If the rental deposit was converted into the violation deposit, its receipts are the origin.
  const parts = amount > 0 ? allocateRefund(receipts, amount, ({ refId }) => refId === deposit.id) : []
  const ref = { refId: deposit.id, payKind: depositPayKind(deposit.kind) }
  return queue(ctx, order, parts, releaseAfter, taskKind.deposit, ref, reservedIds)
}

/** Queues the refund of one receipt for a reimbursement, to its origin. */
export const queueReimbursement = (
  ctx: Context,
  order: PaidOrder,
  reimbursementId: string,
  part: RefundPart,
): Promise<Payout[]> =>
  queue(ctx, order, [part], ctx.now, taskKind.refund, {
    refId: reimbursementId,
    payKind: payKind.reimbursement,
    refType: 'reimbursement',
  })

/** Turns the pending payouts of reimbursements into refunds of the order; they no longer pay the reimbursements. */
export const refundsOfOrder = (ctx: Context, orderId: string, reimbursementIds: readonly string[]): Promise<unknown> =>
  ctx.query(
    `update payment set ref_type = 'order', pay_kind = ${payKind.rent}, version = version + 1, updated_at = app_now()
      where order_id = $1 and ref_type = 'reimbursement' and ref_id = any ($2::bigint[]) and direction = 'out'
        and status in (${paymentStatus.waiting}, ${paymentStatus.processing}, ${paymentStatus.failed})`,
    [orderId, reimbursementIds],
  )

/** Withdraws an unfinished payout of a reimbursement; its amount is refundable from the receipt again. */
export const closeReimbursement = (ctx: Context, row: store.PaymentRow): Promise<unknown> =>
  store.closeOutgoing(ctx, [row.id], advance(paymentSteps, 'withdraw', row.status))

/** A receipt of an order; a capture names its deduction. */
export interface Receipt extends PaidIn {
  /** The item that it paid: a renewal, a claim, a deposit. */
  readonly refId: string | null
  readonly deductionId?: string
}

const refundableReceipt = (row: store.PaymentRow): Receipt => ({
  ...row,
  fen: row.amountFen,
  paidAt: row.paidAt!,
  way: row.payWay,
  refId: row.refId,
  ...(row.holdStep === 'capture' && { deductionId: row.refId! }),
})

async function queue(
  ctx: Context,
  order: PaidOrder,
  parts: readonly RefundPart[],
  releaseAfter: number,
  task: PayoutTask,
  ref?: store.PayoutRef,
  takeIds = newIds,
): Promise<Payout[]> {
  if (parts.length === 0) return []
  const ids = await takeIds(ctx, parts.length)
  const queued = parts.map((part, n) => ({
    id: ids[n]!,
    originId: part.paymentId,
    amount: part.fen,
    payMode: paidBackWays.includes(part.way) ? payMode.offlineOut : payMode.onlineOut,
  }))
  store.insertOutgoing(ctx, order.id, queued, releaseAfter, ref)
  await openTasks(
    ctx,
    queued
      .filter((payout) => payout.payMode === payMode.offlineOut)
      .map((payout) => ({
        kind: task,
        refId: payout.id,
        orderId: order.id,
        storeId: order.storeId,
        detail: { amount: payout.amount },
      })),
  )
  return queued
}

/** Number of pending refunds and releases of an order: a cancellation is final when it is 0. */
export const openPayouts = async (ctx: Context, orderId: string): Promise<number> =>
  (await store.outgoing(ctx.db, orderId, 'all')).length

/** A manual payout, with the payment method that was really used. */
export interface PaidOut {
  readonly id: string
  readonly amount: number
  readonly way: PayWay
  /** The authorization that it releases a part of: no money moved. */
  readonly holdId: string | null
}

/**
 * Records with a voucher that queued refunds of the order were paid by hand (J6); one that a provider is processing is excluded.
 * @param expected the sum that the clerk saw and paid, fen
 * @returns the sum that was paid back, fen
 * @throws Refusal amountWrong (4002) when the waiting sum differs; badInput (-2) for money that only the platform can refund; as
 * {@link payOut}
 */
export async function recordOfflineRefunds(
  ctx: Context,
  order: PaidOrder,
  by: PaidBackBy,
  expected?: number,
): Promise<number> {
  const all = byHand(await store.outgoing(ctx.db, order.id, 'order'))
  // The platform that placed an order itself tells of its refund, by its cancellation or its statement.
  const waiting = order.arrived === arrivedBy.channel ? all.filter((row) => row.payWay !== payWay.platform) : all
  if (waiting.length < all.length && waiting.length === 0)
    throw badInput('payWay', '平台收的款由平台退回，请以平台的取消通知或对账单为准')
  const amount = waiting.reduce((sum, row) => sum + row.amountFen, 0)
  if (expected !== undefined && amount > 0 && amount !== expected)
    throw new Refusal('amountWrong', { field: 'expectAmount', amount })
  await bookPaidBack(ctx, order, waiting, by)
  return amount
}

async function bookPaidBack(
  ctx: Context,
  order: PaidOrder,
  rows: readonly store.PaymentRow[],
  by: PaidBackBy,
): Promise<void> {
  const paid = await payOut(ctx, order, rows, by, taskKind.refund)
  await postAll(
    ctx,
    order.id,
    paid.map(({ id, amount, way }) => ({ ...refundEntry(id, amount, way), paymentId: id })),
  )
  await deductionsPaidBack(ctx, rows)
  await refreshSettlement(ctx, order.id)
}

/**
 * Records that the platform which ended an order refunds what it had collected for it; the merchant has no proof of that (J6). `order`
 * is under its lock.
 */
export async function recordPlatformRefunds(ctx: Context, order: PaidOrder): Promise<void> {
  const rows = byHand(await store.outgoing(ctx.db, order.id, 'order')).filter((row) => row.payWay === payWay.platform)
  if (rows.length > 0) await bookPaidBack(ctx, order, rows, { voucherIds: [] })
}

/** The releases of one deposit, or of all, that may be paid by hand. */
export const depositPayouts = async (ctx: Context, orderId: string, depositId?: string): Promise<store.PaymentRow[]> =>
  byHand(await store.outgoing(ctx.db, orderId, 'deposits')).filter(
    (row) => depositId === undefined || row.refId === depositId,
  )

/** Only its provider can release an authorization: a voucher is accepted only after the provider refused. */
const byHand = (rows: readonly store.PaymentRow[]): store.PaymentRow[] =>
  rows.filter(
    ({ status, holdId, payMode: mode }) =>
      can(paymentSteps, 'receiveOffline', status).ok &&
      (holdId === null || mode === payMode.offlineOut || hasFailed(status)),
  )

/** The method and the proof of a manual payout. */
export interface PaidBackBy extends Proof {
  /** The method that was really used, one without a provider; undefined: each part by its original method. */
  readonly payWay?: PayWay | undefined
}

/**
 * Marks payouts as paid by hand, with proof and method. The caller posts the ledger entries.
 * @throws Refusal beyondRefundable (4010) for none, payWayClosed (4008) for a method that the merchant does not use, badInput (-2) for
 * 平台 when no platform had collected the money
 */
export async function payOut(
  ctx: Context,
  order: PaidOrder,
  rows: readonly store.PaymentRow[],
  { payWay: way, voucherIds, slipNo }: PaidBackBy,
  task: PayoutTask,
): Promise<PaidOut[]> {
  const [first] = rows
  if (first === undefined) throw new Refusal('beyondRefundable', { n: formatAmount(0) })
  if (way !== undefined && rows.some((row) => row.payWay !== way)) {
    if (way === payWay.platform) throw badInput('payWay', '只有平台代收的款项可以由平台退回，请选择实际退款方式')
    requireOffline(await payTermsOf(ctx, order.storeId), way)
  }
  const cash = rows.filter((row) => (way ?? row.payWay) === payWay.cash && row.holdId === null)
  const ids = rows.map((row) => row.id)
  const status = advance(paymentSteps, 'receiveOffline', first.status)
  const [paid] = await Promise.all([
    store.succeedOutgoing(ctx, ids, { status, voucherIds, way, slipNo }),
    prove(ctx, { voucherIds, slipNo }, { recordId: first.id, orderId: order.id }),
    requireCash(
      ctx,
      cash.reduce((sum, row) => sum + row.amountFen, 0),
    ),
  ])
  closeTasks(ctx, task, ids)
  return paid.map((row) => ({ id: row.id, amount: row.amountFen, way: row.payWay, holdId: row.holdId }))
}

/**
 * Requeues failed refunds, those of deposits included, with a new retry count. The caller updates the deposit status.
 * @param sent another refund of the order was sent by the same call, so that an empty queue is not refused
 * @throws Refusal badInput (-2) when the waiting payouts are manual; beyondRefundable (4010) when no refund is waiting
 */
export async function retryRefunds(ctx: Context, orderId: string, sent = false): Promise<void> {
  const open = await store.outgoing(ctx.db, orderId, 'all')
  const failed = open.filter((row) => row.refType !== 'reimbursement' && canResend(row))
  if (failed.length > 0 || sent) return requeue(ctx, orderId, failed)
  if (open.some((row) => row.refType !== 'deposit' && row.refType !== 'reimbursement'))
    throw badInput('voucherIds', '请上传退款凭证')
  throw new Refusal('beyondRefundable', { n: formatAmount(0) })
}

/**
 * Requeues the failed releases of a deposit, as {@link retryRefunds}.
 * @throws Refusal amountWrong (4002) when none failed
 */
export async function retryDepositPayouts(ctx: Context, orderId: string, depositId: string): Promise<void> {
  const open = await store.outgoing(ctx.db, orderId, 'deposits')
  const failed = open.filter((row) => row.refId === depositId && canResend(row))
  if (failed.length === 0) throw new Refusal('amountWrong')
  await requeue(ctx, orderId, failed)
}

export const hasUnsentPayouts = async (ctx: Context, orderId: string, depositId: string): Promise<boolean> =>
  (await unsentRefunds(ctx, orderId, depositId)).length > 0

const unsentRefunds = async (ctx: Context, orderId: string, depositId: string): Promise<store.PaymentRow[]> =>
  (await store.outgoing(ctx.db, orderId, 'deposits')).filter(
    (row) => row.refId === depositId && can(paymentSteps, 'withdraw', row.status).ok,
  )

/**
 * Withdraws the unsent releases of a deposit, queued or failed. Their amounts are held by the original payments again. The caller
 * updates the deposit status.
 * @returns the withdrawn sum, fen
 * @throws Refusal beyondRefundable (4010) when nothing can be withdrawn
 */
export async function withdrawDepositPayouts(ctx: Context, orderId: string, depositId: string): Promise<number> {
  const rows = await unsentRefunds(ctx, orderId, depositId)
  const [first] = rows
  if (first === undefined) throw new Refusal('beyondRefundable', { n: formatAmount(0) })
  const ids = rows.map((row) => row.id)
  await store.closeOutgoing(ctx, ids, advance(paymentSteps, 'withdraw', first.status))
  closeTasks(ctx, taskKind.deposit, ids)
  return rows.reduce((sum, row) => sum + row.amountFen, 0)
}

/** Failed, and paid through a provider, so that a job can retry it. */
const canResend = (row: store.PaymentRow): boolean =>
  row.payMode === payMode.onlineOut && can(paymentSteps, 'retry', row.status).ok

async function requeue(ctx: Context, orderId: string, rows: readonly store.PaymentRow[]): Promise<void> {
  if (rows.length === 0) return
  await store.requeueOutgoing(
    ctx,
    rows.map((row) => row.id),
  )
  await refreshMoney(ctx, orderId)
}

/** Withdraws the unsent refunds of an order, deposits excluded. @returns the withdrawn sum, fen */
export async function withdrawRefunds(ctx: Context, orderId: string): Promise<number> {
  const rows = (await store.outgoing(ctx.db, orderId, 'order')).filter(
    (row) => can(paymentSteps, 'withdraw', row.status).ok,
  )
  const [first] = rows
  if (first === undefined) return 0
  const ids = rows.map((row) => row.id)
  await store.closeOutgoing(ctx, ids, advance(paymentSteps, 'withdraw', first.status))
  closeTasks(ctx, taskKind.refund, ids)
  return rows.reduce((sum, row) => sum + row.amountFen, 0)
}
