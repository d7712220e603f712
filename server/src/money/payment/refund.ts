import { advance } from '@cheyi/domain/advance'
import { formatAmount } from '@cheyi/domain/money'
import type { DepositKind } from '@cheyi/domain/money/deposit/codes'
import { allocateRefund, type PaidIn, type RefundPart } from '@cheyi/domain/money/payment/allocate'
import { type PayWay, paidBackWays, payKind, payMode, paymentStatus, payWay } from '@cheyi/domain/money/payment/codes'
import { depositPayKind } from '@cheyi/domain/money/payment/collect'
import { refunded } from '@cheyi/domain/money/payment/ledger'
import { hasFailed, paymentSteps } from '@cheyi/domain/money/payment/steps'
import { taskKind } from '@cheyi/domain/platform/todo/task'
import { badInput, Refusal } from '@cheyi/domain/refusal'
import { can } from '@cheyi/domain/step'
import { type Context, newId } from '../../kernel/context.ts'
import { payTermsOf } from '../../platform/merchant/actions.ts'
import { closeTasks, openTasks } from '../../platform/todo/actions.ts'
import { deductionsPaidBack } from '../deposit/paid-back/actions.ts'

import { postAll, refreshMoney } from './books.ts'
import { type Proof, prove } from './proof.ts'
import { requireOffline } from './receive.ts'
import { refreshSettlement } from './settle.ts'
import * as store from './store.ts'
import { requireCash } from './tills.ts'

/** To-dos about money that goes back by hand; their subject is the outgoing payment. */
type PayoutTask = typeof taskKind.refund | typeof taskKind.deposit

/** The order that money goes back for, as far as a to-do needs it. */
export interface PaidOrder {
  readonly id: string
  readonly storeId: string
}

/** An outgoing payment as it was queued. */
export interface Payout {
  readonly id: string
  readonly amount: number
}

/**
 * The receipts of an order, as what goes back is split over them, captures from its authorisations among them; deposits have
 * their own.
 */
export const receiptsOf = async (ctx: Context, orderId: string): Promise<Receipt[]> =>
  (await store.paidIn(ctx.db, orderId)).map(paidIn)

/**
 * Queues parts of the receipts of an order, each by its own route. A refund by hand waits for its voucher and opens a to-do.
 * Nothing goes out before `releaseAfter` (epoch ms).
 */
export const queueByRoute = (
  ctx: Context,
  order: PaidOrder,
  parts: readonly RefundPart[],
  releaseAfter: number,
): Promise<Payout[]> => queue(ctx, order, parts, releaseAfter, taskKind.refund)

/** Queues what no receipt of the order holds: paid by hand, with a to-do until its voucher is recorded. */
export async function queueByHand(ctx: Context, order: PaidOrder, amount: number, releaseAfter: number): Promise<void> {
  if (amount === 0) return
  const id = await newId(ctx)
  await store.insertPayout(ctx, { id, orderId: order.id, amount, releaseAfter })
  await openTasks(ctx, [
    { kind: taskKind.refund, refId: id, orderId: order.id, storeId: order.storeId, detail: { amount } },
  ])
}

/**
 * Queues what of a deposit goes back, by the way it came.
 * @param options.except a receipt that stays
 * @throws Refusal beyondRefundable (4010) when the payments do not hold that much
 */
export async function queueDepositPayout(
  ctx: Context,
  order: PaidOrder,
  deposit: { readonly id: string; readonly kind: DepositKind },
  amount: number,
  { releaseAfter = ctx.now, except }: { readonly releaseAfter?: number; readonly except?: string } = {},
): Promise<Payout[]> {
  const receipts = (await store.depositsPaidIn(ctx.db, order.id)).filter(({ id }) => id !== except).map(paidIn)
  // What was made the violation deposit of the rental one came by its receipts.
  const parts = amount > 0 ? allocateRefund(receipts, amount, ({ refId }) => refId === deposit.id) : []
  const ref = { refId: deposit.id, payKind: depositPayKind(deposit.kind) }
  return queue(ctx, order, parts, releaseAfter, taskKind.deposit, ref)
}

/**
 * Queues what a reimbursement gives back of one receipt, by the route that it came.
 */
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

/** What reimbursements were sent by, and has not arrived, is a refund of the order from now: they are not paid by it any more. */
export const refundsOfOrder = (ctx: Context, orderId: string, reimbursementIds: readonly string[]): Promise<unknown> =>
  ctx.query(
    `update payment set ref_type = 'order', pay_kind = ${payKind.rent}, version = version + 1, updated_at = app_now()
      where order_id = $1 and ref_type = 'reimbursement' and ref_id = any ($2::bigint[]) and direction = 'out'
        and status in (${paymentStatus.waiting}, ${paymentStatus.processing}, ${paymentStatus.failed})`,
    [orderId, reimbursementIds],
  )

/** What a reimbursement was sent by and has not come to an end is given up: its receipt holds it again. */
export const closeReimbursement = (ctx: Context, row: store.PaymentRow): Promise<unknown> =>
  store.closeOutgoing(ctx, [row.id], advance(paymentSteps, 'withdraw', row.status))

/** A receipt of an order; one that an authorisation was captured for names its deduction. */
export interface Receipt extends PaidIn {
  /** What it was paid for: a renewal, a claim, a deposit. */
  readonly refId: string | null
  readonly deductionId?: string
}

const paidIn = (row: store.PaymentRow): Receipt => ({
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
): Promise<Payout[]> {
  if (parts.length === 0) return []
  const queued = await store.insertOutgoing(
    ctx,
    order.id,
    parts.map((part) => ({
      originId: part.paymentId,
      amount: part.fen,
      payMode: paidBackWays.includes(part.way) ? payMode.offlineOut : payMode.onlineOut,
    })),
    releaseAfter,
    ref,
  )
  await openTasks(
    ctx,
    queued
      .filter((payout) => payout.payMode === payMode.offlineOut)
      .map((payout) => ({
        kind: task,
        refId: payout.id,
        orderId: order.id,
        storeId: order.storeId,
        detail: { amount: payout.amountFen },
      })),
  )
  return queued.map((payout) => ({ id: payout.id, amount: payout.amountFen }))
}

/** How many refunds and releases of an order are still on their way: a cancel is final when there is none. */
export const openPayouts = async (ctx: Context, orderId: string): Promise<number> =>
  (await store.outgoing(ctx.db, orderId, 'all')).length

/** A payout that was made by hand, by the way that the money really took. */
export interface PaidOut {
  readonly id: string
  readonly amount: number
  readonly way: PayWay
  /** The authorisation that it lets go a part of: no money moved. */
  readonly holdId: string | null
}

/**
 * Records by its voucher that queued refunds of the order were paid by hand (J6); one that is with a provider right now
 * stays there.
 * @param expected what the operator saw and paid, fen
 * @returns how much was paid back, fen
 * @throws Refusal amountWrong (4002) when another sum waits to be paid back; as {@link payOut}
 */
export async function recordOfflineRefunds(
  ctx: Context,
  order: PaidOrder,
  by: PaidBackBy,
  expected?: number,
): Promise<number> {
  const waiting = byHand(await store.outgoing(ctx.db, order.id, 'order'))
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
    paid.map(({ id, amount, way }) => ({ ...refunded(id, amount, way), paymentId: id })),
  )
  await deductionsPaidBack(ctx, rows)
  await refreshSettlement(ctx, order.id)
}

/**
 * The platform that ended an order gives back what it had collected for it: nobody of the shop proves that (J6). `order` is under
 * its lock.
 */
export async function recordPlatformRefunds(ctx: Context, order: PaidOrder): Promise<void> {
  const rows = byHand(await store.outgoing(ctx.db, order.id, 'order')).filter((row) => row.payWay === payWay.platform)
  if (rows.length > 0) await bookPaidBack(ctx, order, rows, { voucherIds: [] })
}

/** The releases of one deposit that may be paid by hand. */
export const depositPayouts = async (ctx: Context, orderId: string, depositId?: string): Promise<store.PaymentRow[]> =>
  byHand(await store.outgoing(ctx.db, orderId, 'deposits')).filter(
    (row) => depositId === undefined || row.refId === depositId,
  )

/** An authorisation is let go by its provider alone: a voucher is taken for one that its provider would not let go. */
const byHand = (rows: readonly store.PaymentRow[]): store.PaymentRow[] =>
  rows.filter(
    ({ status, holdId, payMode: mode }) =>
      can(paymentSteps, 'receiveOffline', status).ok &&
      (holdId === null || mode === payMode.offlineOut || hasFailed(status)),
  )

/** How a clerk paid money back, and what shows it. */
export interface PaidBackBy extends Proof {
  /** By which way it really went, one that moves money past the providers; missing: as each part of it came. */
  readonly payWay?: PayWay | undefined
}

/**
 * Marks payouts as paid by hand, with what proves it and the way that it took. The books are the caller's to post.
 * @throws Refusal beyondRefundable (4010) for none, payWayClosed (4008) for a way that the merchant does not use, badInput (-2)
 *   for 平台 of what no platform had collected
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
  await Promise.all([
    prove(ctx, { voucherIds, slipNo }, { recordId: first.id, orderId: order.id }),
    requireCash(
      ctx,
      cash.reduce((sum, row) => sum + row.amountFen, 0),
    ),
  ])
  const ids = rows.map((row) => row.id)
  const status = advance(paymentSteps, 'receiveOffline', first.status)
  const paid = await store.succeedOutgoing(ctx, ids, { status, voucherIds, way, slipNo })
  closeTasks(ctx, task, ids)
  return paid.map((row) => ({ id: row.id, amount: row.amountFen, way: row.payWay, holdId: row.holdId }))
}

/**
 * Lets the job send failed refunds again, those of deposits too, with a fresh count of tries. Where the deposits stand is
 * the caller's to write.
 * @param sent something else of the order was sent by the same act: that no refund waits is no refusal
 * @throws Refusal badInput (-2) when what waits is to be paid by hand; beyondRefundable (4010) when no refund waits
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
 * Lets the job send the failed releases of a deposit again, as {@link retryRefunds}.
 * @throws Refusal amountWrong (4002) when none failed
 */
export async function retryDepositPayouts(ctx: Context, orderId: string, depositId: string): Promise<void> {
  const open = await store.outgoing(ctx.db, orderId, 'deposits')
  const failed = open.filter((row) => row.refId === depositId && canResend(row))
  if (failed.length === 0) throw new Refusal('amountWrong')
  await requeue(ctx, orderId, failed)
}

/** Whether something of a deposit's releases has not left. */
export const hasUnsentPayouts = async (ctx: Context, orderId: string, depositId: string): Promise<boolean> =>
  (await unsent(ctx, orderId, depositId)).length > 0

const unsent = async (ctx: Context, orderId: string, depositId: string): Promise<store.PaymentRow[]> =>
  (await store.outgoing(ctx.db, orderId, 'deposits')).filter(
    (row) => row.refId === depositId && can(paymentSteps, 'withdraw', row.status).ok,
  )

/**
 * Takes back what of a deposit's releases has not left: queued, or failed. The payments that it would have gone back by
 * hold it again. Where the deposit stands is the caller's to write.
 * @returns how much, fen
 * @throws Refusal beyondRefundable (4010) when nothing can be taken back
 */
export async function withdrawDepositPayouts(ctx: Context, orderId: string, depositId: string): Promise<number> {
  const rows = await unsent(ctx, orderId, depositId)
  const [first] = rows
  if (first === undefined) throw new Refusal('beyondRefundable', { n: formatAmount(0) })
  const ids = rows.map((row) => row.id)
  await store.closeOutgoing(ctx, ids, advance(paymentSteps, 'withdraw', first.status))
  closeTasks(ctx, taskKind.deposit, ids)
  return rows.reduce((sum, row) => sum + row.amountFen, 0)
}

/** Failed, and on a route that a job can take. */
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

/** Takes back what has not left of an order's refunds, those of its deposits aside. @returns how much, fen */
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
