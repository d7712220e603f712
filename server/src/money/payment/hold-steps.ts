import { advance } from '@cheyi/domain/advance'
import { type DepositKind, depositKind } from '@cheyi/domain/money/deposit/codes'
import { productOf } from '@cheyi/domain/money/deposit/hold'
import { type PayWay, payMode, paymentStatus } from '@cheyi/domain/money/payment/codes'
import { depositPayKind } from '@cheyi/domain/money/payment/collect'
import { paymentSteps } from '@cheyi/domain/money/payment/steps'
import { taskKind } from '@cheyi/domain/platform/todo/task'
import { can } from '@cheyi/domain/step'
import { type Context, newId } from '../../kernel/context.ts'
import { closeTasks, openTasks } from '../../platform/todo/actions.ts'
import { outNoOf } from './out-no.ts'
import { type Proof, prove } from './proof.ts'
import type { PaidOrder } from './refund.ts'
import * as store from './store.ts'

/*
 * Requests to providers about authorizations behind deposits. They are rows of payment, so they are polled and retried as every other.
 * They move no money except for a capture, which the deduction posts.
 */

interface AskedHold {
  readonly id: string
  readonly payWay: PayWay
  readonly channelId: string | null
}

interface Capture {
  /** The id of the deduction. */
  readonly id: string
  readonly orderId: string
  readonly kind: DepositKind
  readonly amount: number
  readonly hold: AskedHold
}

const captureOf = (ctx: Context, id: string, { id: refId, orderId, kind, amount, hold }: Capture) =>
  ({
    id,
    orderId,
    refType: 'deduction',
    refId,
    payKind: depositPayKind(kind),
    payWay: hold.payWay,
    amountFen: amount,
    direction: 'in',
    outTradeNo: outNoOf(ctx, 'C', id),
    holdId: hold.id,
    holdStep: 'capture',
    channelId: hold.channelId,
  }) as const

/** Queues a capture for a deduction; the next run of the job sends it and polls until the provider answers. */
export async function askCapture(ctx: Context, asked: Capture): Promise<void> {
  await store.insertHoldStep(ctx, {
    ...captureOf(ctx, await newId(ctx), asked),
    payMode: payMode.onlineIn,
    status: advance(paymentSteps, 'open', paymentStatus.waiting),
    askAt: ctx.now,
  })
}

/**
 * Records a capture that was made at the card machine for a deduction, with its proof.
 * @throws Refusal badInput (-2) for a slip that already proves another movement
 */
export async function recordCapture(ctx: Context, done: Capture, proof: Proof): Promise<void> {
  const id = await newId(ctx)
  await prove(ctx, proof, { recordId: id, orderId: done.orderId })
  await store.insertHoldStep(ctx, {
    ...captureOf(ctx, id, done),
    payMode: payMode.offlineIn,
    status: advance(paymentSteps, 'receiveOffline', paymentStatus.waiting),
    paidAt: ctx.now,
    providerNo: proof.slipNo || null,
    voucherIds: [...proof.voucherIds],
  })
}

/**
 * Queues the release of a deposit's authorizations: by their provider, or at the card machine, which is a to-do until its voucher is
 * recorded. Nothing is released before `releaseAfter` (epoch ms).
 * @param deposit null for a consent that arrived when the deposit was no longer needed
 */
export async function queueUnfreezes(
  ctx: Context,
  order: PaidOrder,
  deposit: { readonly id: string; readonly kind: DepositKind } | null,
  parts: readonly { readonly hold: AskedHold; readonly fen: number }[],
  releaseAfter: number,
): Promise<void> {
  for (const { hold, fen } of parts) {
    const id = await newId(ctx)
    const byHand = productOf(hold.payWay).byMachine
    await store.insertHoldStep(ctx, {
      id,
      orderId: order.id,
      refType: deposit === null ? 'order' : 'deposit',
      refId: deposit?.id ?? null,
      payKind: depositPayKind(deposit?.kind ?? depositKind.rental),
      payMode: byHand ? payMode.offlineOut : payMode.onlineOut,
      payWay: hold.payWay,
      amountFen: fen,
      direction: 'out',
      outTradeNo: outNoOf(ctx, 'U', id),
      holdId: hold.id,
      holdStep: 'unfreeze',
      releaseAfter,
    })
    if (byHand)
      await openTasks(ctx, [
        { kind: taskKind.deposit, refId: id, orderId: order.id, storeId: order.storeId, detail: { amount: fen } },
      ])
  }
}

/**
 * Drops the pending releases of an authorization that has expired by itself.
 * @returns the sum of the dropped releases, fen
 */
export async function dropUnfreezes(ctx: Context, holdId: string): Promise<number> {
  const rows = await store.openUnfreezes(ctx.db, holdId)
  for (const row of rows) {
    const step = can(paymentSteps, 'withdraw', row.status).ok ? 'withdraw' : 'close'
    store.updatePayment(ctx, row, { status: advance(paymentSteps, step, row.status), askAt: null })
  }
  closeTasks(
    ctx,
    taskKind.deposit,
    rows.map((row) => row.id),
  )
  return rows.reduce((sum, row) => sum + row.amountFen, 0)
}
