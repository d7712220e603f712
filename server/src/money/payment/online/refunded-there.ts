import { advance } from '@cheyi/domain/advance'
import { formatMoney } from '@cheyi/domain/money'
import { payMode, paymentStatus } from '@cheyi/domain/money/payment/codes'
import {
  hasFailed,
  isClosedPayment,
  isSucceeded,
  isUnderWay,
  isWaitingPayment,
  paymentSteps,
} from '@cheyi/domain/money/payment/steps'
import { badInput } from '@cheyi/domain/refusal'
import type { OrderRow } from '../../../booking/order/actions.ts'
import { type Context, newId } from '../../../kernel/context.ts'
import type { WentBack } from '../../../kernel/pay-port.ts'
import { type PaymentRow, REFUND_THERE, updatePayment } from '../store.ts'
import { tellOfRefundThere } from './notices.ts'
import { completeRefund, lockPayment } from './settle.ts'
import * as store from './store.ts'

/*
 * Refunds that were made in the provider's back office. They are not posted automatically: each one is a closed outgoing payment with
 * the amount that the provider reports, and waits for a check as every payment with a wrong amount does (`payCheckSql`). A person posts
 * it, or explains why it does not belong to the order.
 */

/** Whether an outgoing payment is a refund from the provider's back office. */
export const isRefundThere = (row: PaymentRow): boolean =>
  row.outTradeNo.startsWith(REFUND_THERE) && row.wrongFen !== null && isClosedPayment(row.status)

/** Inserts a refund that the provider reports, unless it was requested here or is already recorded. */
export async function noteWentBack(ctx: Context, channelId: string, back: WentBack): Promise<'unknown' | 'noted'> {
  if ((await store.byOutNo(ctx.db, back.no)) !== undefined) return 'noted'
  const known = await store.byOutNo(ctx.db, back.outTradeNo)
  if (known === undefined || known.channelId !== channelId || known.direction !== 'in') return 'unknown'
  // The release of a hold is not a refund.
  if (known.holdStep !== null && known.holdStep !== 'capture') return 'unknown'
  const { order, row } = await lockPayment(ctx, known.id)
  const earlier = await store.backOf(ctx, row.id)
  if (!isSucceeded(row.status)) return 'noted'
  // A payment that was posted later is counted once: its own row replaces the recorded refund.
  const gone = earlier.filter(
    (one) => isUnderWay(one.status) || isSucceeded(one.status) || isRefundThere(one) || one.checkedAt,
  )
  const sum = gone.reduce((fen, one) => fen + one.amountFen, 0)
  const fen = Math.min(back.amount ?? (back.total ?? 0) - sum, row.amountFen)
  if (fen <= 0) return 'noted'
  const { orderId, refType, refId, payKind, payWay } = row
  const id = await newId(ctx)
  const made = await store.insertRefundThere(ctx, {
    ...{ id, orderId, refType, refId, payKind, payWay, channelId },
    payMode: payMode.onlineOut,
    direction: 'out',
    amountFen: fen,
    wrongFen: fen,
    originPaymentId: row.id,
    outTradeNo: `${REFUND_THERE}${row.id}-${back.no || back.total}`,
    providerNo: back.no || null,
    status: paymentStatus.closed,
  })
  if (made !== undefined) tellOfRefundThere(ctx, order, made)
  return 'noted'
}

/**
 * Posts a refund from the back office. If a refund of the same amount is queued or failed, that one counts as sent; otherwise this row
 * is a separate refund.
 * @throws Refusal badInput (-2) where its payment has less left to refund, or belongs to a deposit that was not released
 */
export async function bookRefundThere(ctx: Context, order: OrderRow, row: PaymentRow): Promise<PaymentRow> {
  const outcome = { at: ctx.now, providerNo: row.providerNo }
  const own = (await store.backOf(ctx, row.originPaymentId!)).find(
    (one) => one.amountFen === row.amountFen && (isWaitingPayment(one.status) || hasFailed(one.status)),
  )
  if (own !== undefined) {
    const status = advance(paymentSteps, isWaitingPayment(own.status) ? 'open' : 'retry', own.status)
    return completeRefund(ctx, order, updatePayment(ctx, own, { status }), outcome)
  }
  if (row.refType === 'deposit')
    throw badInput('paymentId', '这笔是押金。请先办理退押金（平台会因已退而失败），再按此笔入账')
  const left = await store.takeRefundable(ctx, row.originPaymentId!, row.amountFen)
  if (!left) throw badInput('paymentId', `原收款已没有 ${formatMoney(row.amountFen)} 可退，请先撤回在途的退款`)
  const status = advance(paymentSteps, 'succeedLate', row.status)
  return completeRefund(ctx, order, updatePayment(ctx, row, { status }), outcome)
}
