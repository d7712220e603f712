import { MAX_MONEY_OUT_FAILURES } from '@cheyi/domain/booking/order/timers'
import { payKind, paymentStatus } from '@cheyi/domain/money/payment/codes'
import type { OrderRow } from '../../../booking/order/actions.ts'
import { type Context, newId } from '../../../kernel/context.ts'
import { depositNotPaidBack } from '../../deposit/actions.ts'
import { outNoOf } from '../out-no.ts'
import { type PaymentRow, updatePayment } from '../store.ts'
import { completeRefund, notPaidBack } from './settle.ts'

/**
 * Completes a refund for which the provider reports another amount, as a person found it there. The real amount is posted, up to the
 * requested one; a higher amount remains a difference of the provider's bill. The unsent remainder becomes a separate, finally failed
 * refund that can be retried or paid by hand. `order` is under its lock.
 */
export async function takeReported(
  ctx: Context,
  order: OrderRow,
  row: PaymentRow & { readonly wrongFen: number },
): Promise<PaymentRow> {
  const gone = Math.min(row.wrongFen, row.amountFen)
  if (gone === 0) return notPaidBack(ctx, order, row, { failCount: MAX_MONEY_OUT_FAILURES, reason: SHORT })
  const left = row.amountFen - gone
  if (left === 0) return completeRefund(ctx, order, row, { at: ctx.now, providerNo: row.providerNo })
  const part = updatePayment(ctx, row, { amountFen: gone })
  const rest = await insertRest(ctx, row, left)
  const paid = await completeRefund(ctx, order, part, { at: ctx.now, providerNo: row.providerNo })
  if (rest.refType === 'deposit') await depositNotPaidBack(ctx, rest)
  return paid
}

const SHORT = '支付平台少退'

/** A reimbursement counts as paid with the amount that was sent; the order owes the remainder. */
async function insertRest(ctx: Context, row: PaymentRow, amountFen: number): Promise<PaymentRow> {
  const id = await newId(ctx)
  const { orderId, refId, payMode, payWay, direction, originPaymentId, holdId, holdStep, channelId } = row
  const ofOrder = row.refType === 'reimbursement' && { refType: 'order', payKind: payKind.rent }
  return ctx.db
    .insertInto('payment')
    .values({
      ...{ id, orderId, refId, payMode, payWay, direction, originPaymentId, holdId, holdStep, channelId, amountFen },
      ...{ refType: row.refType, payKind: row.payKind, ...ofOrder },
      outTradeNo: outNoOf(ctx, 'R', id),
      status: paymentStatus.failed,
      failCount: MAX_MONEY_OUT_FAILURES,
      failReason: SHORT,
      releaseAfter: ctx.now,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}
