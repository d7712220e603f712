import type { contract } from '@cheyi/contract/index'
import type { ParsedOf } from '@cheyi/contract/kernel/call'
import { advance } from '@cheyi/domain/advance'
import { isInFlight, paymentSteps } from '@cheyi/domain/money/payment/steps'
import { pick } from '@cheyi/domain/pick'
import { Refusal } from '@cheyi/domain/refusal'
import { lockOrder, logOrder, readOrder } from '../../../booking/order/actions.ts'
import type { Context, HandlerOf } from '../../../kernel/context.ts'
import { holdClosed } from '../../deposit/actions.ts'
import { payCheckSql } from '../paid-sql.ts'
import { type PaymentRow, payment, updatePayment } from '../store.ts'
import { questionOf } from './jobs.ts'
import { GAP } from './link.ts'
import { takeReported } from './provider-report.ts'
import { bookRefundThere, isRefundThere } from './refunded-there.ts'
import * as store from './store.ts'

/*
 * Manual handling of a payment that the provider left undecided or reports with another amount: the provider is queried again, or the
 * payment is given up.
 */

type Calls = typeof contract.payment

/** A link may be given up: a later payment is refunded. A capture may not, and a refund only after its provider has reported the amount. */
const mayGiveUp = (row: PaymentRow): boolean => (row.direction === 'in' ? row.holdStep !== 'capture' : isReported(row))

const isReported = (row: PaymentRow): row is PaymentRow & { readonly wrongFen: number } =>
  row.direction === 'out' && row.wrongFen !== null

const waiting = (ctx: Context, orderId: string): Promise<PaymentRow[]> =>
  ctx.query<PaymentRow>(`select * from payment p where p.order_id = $1 and ${payCheckSql('p')} order by p.id`, [
    orderId,
  ])

export const toCheck: HandlerOf<'payment', 'toCheck'> = async ({ orderId }, ctx) => {
  await readOrder(ctx, orderId)
  return {
    list: (await waiting(ctx, orderId)).map((row) => ({
      ...pick(row, 'payKind', 'payWay', 'providerNo', 'outTradeNo', 'askedAt'),
      paymentId: row.id,
      incoming: row.direction === 'in',
      amount: row.amountFen,
      reported: row.wrongFen,
      refundedThere: isRefundThere(row),
      at: row.createdAt,
      mayGiveUp: mayGiveUp(row),
    })),
  }
}

/** The payment, if it needs manual handling. @throws Refusal paymentNotFound (4004) */
async function requireManualPayment(ctx: Context, paymentId: string) {
  const known = await payment(ctx.db, paymentId)
  if (known === undefined) throw new Refusal('paymentNotFound')
  await readOrder(ctx, known.orderId)
  const order = await lockOrder(ctx, known.orderId)
  const row = (await waiting(ctx, order.id)).find(({ id }) => id === paymentId)
  if (row === undefined) throw new Refusal('paymentNotFound')
  return { row, order }
}

/** Queries the provider now and returns its answer. @throws Refusal paymentNotFound (4004) */
export async function checkAgain({ paymentId }: ParsedOf<Calls['checkAgain']>, ctx: Context) {
  const { row } = await requireManualPayment(ctx, paymentId)
  ctx.audit({ targetType: 'payment', targetId: row.id })
  // A refund from the provider's back office is final: another query returns nothing new.
  if (isRefundThere(row)) return { status: row.status }
  if ((await store.takeTurn(ctx, row, GAP)) === undefined) return { status: row.status }
  const ask = await questionOf(ctx, updatePayment(ctx, row, { askAt: ctx.now }))
  if (ask !== undefined)
    ctx.answerAfterCommit(async () => {
      await ask()
      return ctx.asSystem(async (later) => ({ status: (await payment(later.db, paymentId))!.status }))
    })
  return { status: row.status }
}

/**
 * Gives up a payment, with the finding at the provider as the reason. A link has no ledger entry; a later payment of it arrives too late
 * and is refunded, and an amount that stays with the provider is a difference of its bill. A refund with another amount is posted with
 * the real amount. A refund from the provider's back office is posted, or with `book: false` only explained.
 * @throws Refusal paymentNotFound (4004), paidCannotCancel (4005) for a capture or an undecided refund
 */
export async function giveUp({ paymentId, reason, book }: ParsedOf<Calls['giveUp']>, ctx: Context) {
  const { row, order } = await requireManualPayment(ctx, paymentId)
  if (!mayGiveUp(row)) throw new Refusal('paidCannotCancel')
  if (isRefundThere(row)) {
    const checked = { checkedAt: ctx.now, checkedBy: ctx.accountId, failReason: reason }
    const looked = updatePayment(ctx, row, checked)
    const { status } = book ? await bookRefundThere(ctx, order, looked) : looked
    logOrder(ctx, order, { action: book ? 'takeRefund' : 'checkPay', detail: { amount: row.amountFen, reason } })
    const after = { refundedThere: row.amountFen, providerNo: row.providerNo, booked: book, reason }
    ctx.audit({ targetType: 'payment', targetId: row.id, after })
    return { status }
  }
  if (isReported(row)) {
    const looked = updatePayment(ctx, row, { checkedAt: ctx.now, checkedBy: ctx.accountId })
    const { status } = await takeReported(ctx, order, { ...looked, wrongFen: row.wrongFen })
    logOrder(ctx, order, { action: 'takeRefund', detail: { amount: Math.min(row.wrongFen, row.amountFen), reason } })
    const asked = { refunded: row.amountFen }
    ctx.audit({ targetType: 'payment', targetId: row.id, before: asked, after: { refunded: row.wrongFen, reason } })
    return { status }
  }
  const open = isInFlight(row.status)
  if (open && row.holdId !== null) await holdClosed(ctx, row.holdId, null)
  const status = open ? advance(paymentSteps, 'close', row.status) : row.status
  updatePayment(ctx, row, {
    status,
    askAt: null,
    failReason: reason,
    checkedAt: ctx.now,
    checkedBy: ctx.accountId,
  })
  logOrder(ctx, order, { action: 'checkPay', detail: { amount: row.amountFen, reason } })
  ctx.audit({ targetType: 'payment', targetId: row.id, before: { status: row.status }, after: { status, reason } })
  return { status }
}
