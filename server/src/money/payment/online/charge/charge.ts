import type { contract } from '@cheyi/contract/index'
import type { OutputOf, ParsedOf } from '@cheyi/contract/kernel/call'
import { normaliseAuthCode, paymentMethodOfCode } from '@cheyi/domain/money/payment/online/auth-code'
import { isClosedPayment, isInFlight, isSucceeded } from '@cheyi/domain/money/payment/steps'
import { wayClosed } from '@cheyi/domain/platform/merchant/pay-setting'
import { badInput, Refusal } from '@cheyi/domain/refusal'
import { MINUTE } from '@cheyi/domain/time'
import { lockOrder, type OrderRow, readOrder } from '../../../../booking/order/actions.ts'
import { type Context, newId } from '../../../../kernel/context.ts'
import { NoAnswer, PayRefused, type Trade } from '../../../../kernel/pay-port.ts'
import { payTermsOf } from '../../../../platform/merchant/actions.ts'
import { outNoOf } from '../../out-no.ts'
import { type PaymentRow, payment } from '../../store.ts'
import { type Channel, channelFor, channelOf } from '../channel.ts'
import { close, FIRST_ASK, keepLink, refusedLink, settleByAnswer, wordsOf } from '../link.ts'
import { isOpen } from '../settle.ts'
import { insertLink } from '../store.ts'

type Charge = typeof contract.payment.charge

/** Time for the customer to type their password, ms; then the charge is revoked. */
const CONFIRM_WITHIN = 2 * MINUTE

/**
 * Charges the customer's own payment code (付款码) instead of waiting for the QR code on the screen; the code tells the provider. The QR
 * code is closed at its provider first; if it was paid at the same moment, nothing is charged. The customer's code is sent once and
 * never stored; a charge without an answer is queried by its number.
 * @throws Refusal paymentNotFound (4004); alreadyPaid (4001); payWayClosed (4008) when the store does not take that method;
 * channelRefused (9001) in the provider's words; badInput (-2) for something that is not a payment code
 */
export async function charge(
  { paymentId, authCode: given }: ParsedOf<Charge>,
  ctx: Context,
  show: (row: PaymentRow) => OutputOf<Charge>,
): Promise<OutputOf<Charge>> {
  const authCode = normaliseAuthCode(given)
  const way = paymentMethodOfCode(authCode)
  if (way === null) throw badInput('authCode', '请扫描客户微信或支付宝的付款码')
  const known = await payment(ctx.db, paymentId)
  if (known === undefined) throw new Refusal('paymentNotFound')
  await readOrder(ctx, known.orderId)
  const order = await lockOrder(ctx, known.orderId)
  const asked = (await payment(ctx.db, paymentId))!
  if (isSucceeded(asked.status)) throw new Refusal('alreadyPaid')
  if (asked.direction !== 'in' || asked.holdId !== null || !isOpen(asked)) throw new Refusal('paymentNotFound')
  if (asked.refType === 'deposit') ctx.require('deposit.collect')
  const terms = await payTermsOf(ctx, order.storeId)
  if (!terms.ways.includes(way)) throw wayClosed(way, terms)
  const shown = await channelOf(ctx, asked.channelId!)
  const channel = way === asked.payWay ? shown : await channelFor(ctx, way, order.storeId)
  const id = await newId(ctx)
  const { payKind, refType, refId, amountFen, depositToFen } = asked
  const row = await insertLink(ctx.db, {
    ...{ id, payKind, refType, refId, amountFen, depositToFen },
    orderId: order.id,
    payWay: way,
    client: 'scan',
    outTradeNo: outNoOf(ctx, 'P', id),
    channelId: channel.id,
    expiresAt: ctx.now + CONFIRM_WITHIN,
    askAt: ctx.now + FIRST_ASK,
  })
  ctx.audit({ targetType: 'payment', targetId: id, after: { payKind, amount: amountFen, payWay: way } })
  ctx.answerAfterCommit(async () => show(await chargeAfter(ctx, { shown, asked, channel, row, order, authCode })))
  return show(row)
}

interface Charging {
  readonly shown: Channel
  readonly asked: PaymentRow
  readonly channel: Channel
  readonly row: PaymentRow
  readonly order: OrderRow
  readonly authCode: string
}

/** Outside of any transaction: closes the QR code, then charges. */
async function chargeAfter(ctx: Context, { shown, asked, channel, row, order, authCode }: Charging) {
  const before = await close(ctx, shown, asked)
  if (!isClosedPayment(before.status)) {
    const paid = isSucceeded(before.status)
    await ctx.asSystem((later) => refusedLink(later, row.id, paid ? '客户已扫码付款' : '原收款码未能关闭'))
    if (paid) return before
    throw new Refusal('channelRefused', { 原因: '支付平台未应答，请稍后重试' })
  }
  const { outTradeNo, amountFen: amount, expiresAt } = row
  const about = { subject: wordsOf(row, order.orderNo), storeId: order.storeId, payerIp: ctx.ip || '127.0.0.1' }
  let trade: Trade
  try {
    trade = await channel.provider.charge({
      ...{ outTradeNo, amount, authCode, expiresAt: expiresAt!, notifyUrl: channel.notifyUrl },
      ...about,
    })
  } catch (error) {
    // The result is unknown: the next read of the payment queries the provider.
    if (error instanceof NoAnswer) return row
    if (!(error instanceof PayRefused)) throw error
    await ctx.asSystem((later) => refusedLink(later, row.id, error.message))
    throw new Refusal('channelRefused', { 原因: error.message })
  }
  const opened = await ctx.asSystem((later) => keepLink(later, row, { url: null, qr: null }))
  return isInFlight(opened.status) ? settleByAnswer(ctx, opened, trade) : opened
}
