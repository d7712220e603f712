import type { payClients } from '@cheyi/contract/money/payment'
import { advance } from '@cheyi/domain/advance'
import { awaitsPayment } from '@cheyi/domain/booking/order/steps'
import { payDeadline } from '@cheyi/domain/booking/order/timers'
import { type PayKind, type PayWay, payKinds } from '@cheyi/domain/money/payment/codes'
import { isWaitingPayment, paymentSteps } from '@cheyi/domain/money/payment/steps'
import { badInput, Refusal } from '@cheyi/domain/refusal'
import { MINUTE } from '@cheyi/domain/time'
import { lockOrder, type OrderRow } from '../../../booking/order/actions.ts'
import { type Context, newId } from '../../../kernel/context.ts'
import { NoAnswer, type PayClient, type PayLink, PayRefused, type Trade } from '../../../kernel/pay-port.ts'
import { settingsOf } from '../../../platform/merchant/actions.ts'
import { holdRow } from '../../deposit/actions.ts'
import { outNoOf } from '../out-no.ts'
import { pendingItemOf } from '../paid-first.ts'
import { type PaidFor, type PaymentRow, payment, updatePayment } from '../store.ts'
import { answerOrNone, type Channel, channelFor, channelOf } from './channel.ts'
import { isOpen, linkOf, lockPayment, settleTrade } from './settle.ts'
import * as store from './store.ts'

/** Delay until the first query to the provider about a new payment, ms, if no earlier read triggers one. */
export const FIRST_ASK = 10_000
/** Shortest interval between two queries to the provider that reads of a payment trigger, ms. */
export const GAP = 3_000

/** The client of a link: an app opens the browser of its phone; the default is a QR code. */
export const clientOf = (asked: (typeof payClients)[number] | undefined): Exclude<PayClient, 'jsapi' | 'scan'> =>
  asked === 'native' ? 'h5' : (asked ?? 'qr')

/** What a link collects, amount in fen; `ref` names the claim or deposit that it pays, if any. */
export interface LinkAsk {
  readonly payKind: PayKind
  readonly payWay: PayWay
  readonly amount: number
  readonly refType: PaidFor
  readonly refId: string | null
  readonly client: PayClient
  /** The provider's id of the payer inside its own app (`jsapi`); only its hash is stored. */
  readonly payer?: string | undefined
  /** The link places a hold instead of collecting a payment. */
  readonly hold?: { readonly id: string; readonly credit: boolean }
  /** The amount that the deposit is raised to, fen; null or undefined for the first payment of it. */
  readonly depositToFen?: number | null
}

/**
 * Inserts a payment that the customer makes online. The provider creates its link after the commit, and the call returns it. `answer`
 * builds the output of the call from the payment row.
 * @throws Refusal payWayClosed (4008); badInput (-2) after the deadline of an order that waits for its payment
 */
export async function openLink(
  ctx: Context,
  order: OrderRow,
  asked: LinkAsk,
  answer: (row: PaymentRow) => unknown,
): Promise<PaymentRow> {
  // Each link lives for a minute at least, so that one more after the deadline would move it, as often as it is asked for.
  if (awaitsPayment(order.status) && order.payDeadline !== null && ctx.now >= order.payDeadline)
    throw badInput('orderId', '付款时间已过，订单即将取消，请重新下单')
  const channel = await channelFor(ctx, asked.payWay, order.storeId)
  const { payTimeoutMinutes } = await settingsOf(ctx, order.storeId)
  const deadline = payDeadline(ctx.now, payTimeoutMinutes)
  const ends = (await pendingItemOf(ctx, order, asked))?.deadline ?? order.payDeadline ?? deadline
  const id = await newId(ctx)
  const { amount, hold, payer, ...rest } = asked
  const row = await store.insertLink(ctx.db, {
    ...rest,
    id,
    orderId: order.id,
    amountFen: amount,
    outTradeNo: outNoOf(ctx, hold === undefined ? 'P' : 'H', id),
    channelId: channel.id,
    payerHash: payer === undefined ? null : payerHashOf(ctx, payer),
    // A link expires with the deadline of what it pays; providers require a validity of at least one minute.
    expiresAt: Math.max(ctx.now + MINUTE, Math.min(deadline, ends)),
    askAt: ctx.now + FIRST_ASK,
    ...(hold === undefined ? {} : { holdId: hold.id, holdStep: 'freeze' }),
  })
  const subject = { ...subjectOf(order, hold), payer }
  ctx.answerAfterCommit(async () => answer(await makeLink(ctx, channel, row, subject)))
  return row
}

/** The description of a link for the provider. */
interface Subject {
  readonly orderNo: string
  readonly startAt: number
  readonly endAt: number
  /** For a hold: the provider guarantees for the customer, nothing is frozen. */
  readonly credit: boolean
  /** See {@link LinkAsk}; only while the payer is present. */
  readonly payer?: string | undefined
}

/** The subject of a payment as the payer reads it. */
export const wordsOf = ({ payKind }: Pick<PaymentRow, 'payKind'>, orderNo: string): string =>
  `${payKinds.text(payKind)} ${orderNo}`

/** The hash that recognizes a returning payer inside the provider's app. */
export const payerHashOf = ({ vault }: Pick<Context, 'vault'>, payer: string): Buffer =>
  vault.index('payment.payer', payer)

const subjectOf = (order: OrderRow, hold: { readonly credit: boolean } | undefined): Subject => ({
  orderNo: order.orderNo,
  startAt: order.pickupAt,
  endAt: order.returnAt,
  credit: hold?.credit ?? false,
})

/**
 * Creates the link of a payment at the provider, outside of any transaction. Without an answer the payment stays pending, and the next
 * read retries with the same number.
 * @throws Refusal channelRefused (9001) when the provider refuses
 */
async function makeLink(ctx: Context, { provider, notifyUrl }: Channel, row: PaymentRow, about: Subject) {
  let link: PayLink
  const { orderNo, payer, ...stay } = about
  const client = row.client as Exclude<PayClient, 'scan'>
  // A `jsapi` link needs the payer, who is not present in this call.
  if (client === 'jsapi' && row.holdId === null && payer === undefined) return row
  const ask = {
    amount: row.amountFen,
    subject: wordsOf(row, orderNo),
    client,
    ...(payer === undefined ? {} : { payer }),
    expiresAt: row.expiresAt!,
    notifyUrl,
    payerIp: ctx.ip || '127.0.0.1',
  }
  try {
    link =
      row.holdId === null
        ? await provider.create({ ...ask, outTradeNo: row.outTradeNo })
        : await provider.holds.freeze({ ...ask, ...stay, holdNo: row.outTradeNo })
  } catch (error) {
    if (error instanceof NoAnswer) return row
    if (!(error instanceof PayRefused)) throw error
    await ctx.asSystem((later) => refusedLink(later, row.id, error.message))
    throw new Refusal('channelRefused', { 原因: error.message })
  }
  return ctx.asSystem((later) => keepLink(later, row, link))
}

export async function keepLink(
  ctx: Context,
  { id, orderId }: PaymentRow,
  { url, qr, prepay }: PayLink,
): Promise<PaymentRow> {
  await lockOrder(ctx, orderId)
  const row = (await payment(ctx.db, id))!
  // The payment was paid or given up before this answer arrived.
  if (!isWaitingPayment(row.status)) return row
  const status = advance(paymentSteps, 'open', row.status)
  return updatePayment(ctx, row, { status, linkUrl: url, linkQr: qr, prepay: prepay ?? null })
}

export async function refusedLink(ctx: Context, id: string, reason: string): Promise<void> {
  const { row } = await lockPayment(ctx, id)
  if (!isOpen(row)) return
  const status = advance(paymentSteps, 'close', row.status)
  updatePayment(ctx, row, { status, failReason: reason.slice(0, 200), askAt: null })
}

/**
 * Queries the provider about a payment after the commit, unless that happened within {@link GAP}. The call returns the answer, or
 * without one the last known state.
 */
export async function askAfterCommit(
  ctx: Context,
  row: PaymentRow,
  order: OrderRow,
  answer: (row: PaymentRow) => unknown,
  payer?: string,
): Promise<void> {
  if (!isOpen(row) || (await store.takeTurn(ctx, row, GAP)) === undefined) return
  const channel = await channelOf(ctx, row.channelId!)
  const hold = row.holdId === null ? undefined : await holdRow(ctx.db, row.holdId)
  const subject = { ...subjectOf(order, hold), payer }
  ctx.answerAfterCommit(async () => answer(await ask(ctx, channel, row, subject)))
}

async function ask(ctx: Context, channel: Channel, row: PaymentRow, about: Subject): Promise<PaymentRow> {
  const trade = await answerOrNone(() => linkOf(channel, row).query(row.outTradeNo))
  // The answer with the link was lost: the same number returns the same trade. A charge of the customer's code has no link.
  const linkless = row.linkUrl === null && row.linkQr === null && row.prepay === null && row.client !== 'scan'
  const waits = trade?.state === 'unknown' || trade?.state === 'waiting'
  return linkless && waits ? makeLink(ctx, channel, row, about) : settleByAnswer(ctx, row, trade)
}

/** The payment after the provider's answer; unchanged without an answer or with a wrong amount. */
export async function settleByAnswer(ctx: Context, row: PaymentRow, trade: Trade | undefined): Promise<PaymentRow> {
  const after = trade && (await ctx.asSystem((later) => settleTrade(later, row.id, trade)))
  return after === undefined || after === 'wrongAmount' ? row : after
}

/** Closes a payment at its provider after the commit; the provider's answer decides whether it is closed or paid. */
export async function closeAfterCommit(
  ctx: Context,
  row: PaymentRow,
  answer: (row: PaymentRow) => unknown,
): Promise<void> {
  const channel = await channelOf(ctx, row.channelId!)
  ctx.answerAfterCommit(async () => answer(await close(ctx, channel, row)))
}

export async function close(ctx: Context, channel: Channel, row: PaymentRow): Promise<PaymentRow> {
  const trade = await answerOrNone(() => linkOf(channel, row).close(row.outTradeNo))
  // A trade that the provider does not know cannot be paid, so it is closed; one that is still open is queried again.
  return settleByAnswer(ctx, row, trade?.state === 'unknown' ? { ...trade, state: 'closed' } : trade)
}
