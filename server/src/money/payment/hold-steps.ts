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
import { type Proof, prove } from './proof.ts'
import type { PaidOrder } from './refund.ts'
import * as store from './store.ts'

/*
 * What the authorisations behind deposits ask of their providers: rows of payment, which wait, are asked about and tried
 * again as every other and move no money but when they capture, which the deduction books.
 */

interface AskedHold {
  readonly id: string
  readonly payWay: PayWay
  readonly channelId: string | null
}

/** A sum that is captured for a deduction. */
interface Capture {
  /** Of the deduction. */
  readonly id: string
  readonly orderId: string
  readonly kind: DepositKind
  readonly amount: number
  readonly hold: AskedHold
}

const captureOf = (id: string, { id: refId, orderId, kind, amount, hold }: Capture) =>
  ({
    id,
    orderId,
    refType: 'deduction',
    refId,
    payKind: depositPayKind(kind),
    payWay: hold.payWay,
    amountFen: amount,
    direction: 'in',
    outTradeNo: `C${id}`,
    holdId: hold.id,
    holdStep: 'capture',
    channelId: hold.channelId,
  }) as const

/** Has a provider asked to capture a sum for a deduction, by the next run of the job that asks until it answers. */
export async function askCapture(ctx: Context, asked: Capture): Promise<void> {
  await store.insertHoldStep(ctx, {
    ...captureOf(await newId(ctx), asked),
    payMode: payMode.onlineIn,
    status: advance(paymentSteps, 'open', paymentStatus.waiting),
    askAt: ctx.now,
  })
}

/**
 * Records what somebody captured at the card machine for a deduction, with what proves it.
 * @throws Refusal badInput (-2) for a slip that proved another movement
 */
export async function recordCapture(ctx: Context, done: Capture, proof: Proof): Promise<void> {
  const id = await newId(ctx)
  await prove(ctx, proof, { recordId: id, orderId: done.orderId })
  await store.insertHoldStep(ctx, {
    ...captureOf(id, done),
    payMode: payMode.offlineIn,
    status: advance(paymentSteps, 'receiveOffline', paymentStatus.waiting),
    paidAt: ctx.now,
    providerNo: proof.slipNo || null,
    voucherIds: [...proof.voucherIds],
  })
}

/**
 * Queues what of a deposit's authorisations is let go: by their provider, or at the card machine, which is a to-do until its
 * voucher is recorded. Nothing leaves before `releaseAfter` (epoch ms).
 * @param deposit null for what was agreed to when nothing needed it any more
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
      outTradeNo: `U${id}`,
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
 * What was to be let go of an authorisation that has ended by itself needs nobody any more.
 * @returns how much was on its way, fen
 */
export async function dropUnfreezes(ctx: Context, holdId: string): Promise<number> {
  const rows = await store.openUnfreezes(ctx.db, holdId)
  for (const row of rows) {
    const step = can(paymentSteps, 'withdraw', row.status).ok ? 'withdraw' : 'close'
    await store.updatePayment(ctx, row, { status: advance(paymentSteps, step, row.status), askAt: null })
  }
  closeTasks(
    ctx,
    taskKind.deposit,
    rows.map((row) => row.id),
  )
  return rows.reduce((sum, row) => sum + row.amountFen, 0)
}
