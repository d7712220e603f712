import type { payClients } from '@cheyi/contract/money/payment'
import { advance } from '@cheyi/domain/advance'
import { payDeadline } from '@cheyi/domain/booking/order/timers'
import { type PayKind, type PayWay, payKinds } from '@cheyi/domain/money/payment/codes'
import { isWaitingPayment, paymentSteps } from '@cheyi/domain/money/payment/steps'
import { Refusal } from '@cheyi/domain/refusal'
import { formatLocal, MINUTE } from '@cheyi/domain/time'
import { lockOrder, type OrderRow } from '../../../booking/order/actions.ts'
import { type Context, newId } from '../../../kernel/context.ts'
import { NoAnswer, type PayClient, type PayLink, PayRefused, type Trade } from '../../../kernel/pay-port.ts'
import { settingsOf } from '../../../platform/merchant/actions.ts'
import { holdRow } from '../../deposit/actions.ts'
import { askedFirst } from '../paid-first.ts'
import { type PaidFor, type PaymentRow, payment, updatePayment } from '../store.ts'
import { answered, type Channel, channelFor, channelOf } from './channel.ts'
import { isOpen, linkOf, locked, settleTrade } from './settle.ts'
import * as store from './store.ts'

/** A provider is first asked about a payment so long after it was made (ms), should nobody else have asked. */
export const FIRST_ASK = 10_000
/** Whoever looks at a payment has the provider asked at most so often (ms). */
export const GAP = 3_000

/** What a link is made for: an app opens its phone's browser, and who says nothing shows a code. */
export const clientOf = (asked: (typeof payClients)[number] | undefined): Exclude<PayClient, 'jsapi' | 'scan'> =>
  asked === 'native' ? 'h5' : (asked ?? 'qr')

/** What a link collects, amount in fen; `ref` is what it pays besides the order itself. */
export interface LinkAsk {
  readonly payKind: PayKind
  readonly payWay: PayWay
  readonly amount: number
  readonly refType: PaidFor
  readonly refId: string | null
  readonly client: PayClient
  /** Who pays inside the provider's own app (`jsapi`), as the provider names them: kept as a hash alone. */
  readonly payer?: string | undefined
  /** The customer is asked to let it be held, not to pay it. */
  readonly hold?: { readonly id: string; readonly credit: boolean }
  /** What a deposit comes to by it, fen; null or left out: the first of it. */
  readonly depositToFen?: number | null
}

/**
 * Notes a payment that a customer is to make online; the provider is asked for its link after the commit, and the call is
 * answered with it. `answer` shows the payment as the call does.
 * @throws Refusal payWayClosed (4008)
 */
export async function openLink(
  ctx: Context,
  order: OrderRow,
  asked: LinkAsk,
  answer: (row: PaymentRow) => unknown,
): Promise<PaymentRow> {
  const channel = await channelFor(ctx, asked.payWay, order.storeId)
  const { payTimeoutMinutes } = await settingsOf(ctx, order.storeId)
  const deadline = payDeadline(ctx.now, payTimeoutMinutes)
  const ends = (await askedFirst(ctx, order, asked))?.deadline ?? order.payDeadline ?? deadline
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
    // No link outlives what it is for; a provider takes none of less than a minute.
    expiresAt: Math.max(ctx.now + MINUTE, Math.min(deadline, ends)),
    askAt: ctx.now + FIRST_ASK,
    ...(hold === undefined ? {} : { holdId: hold.id, holdStep: 'freeze' }),
  })
  const subject = { ...subjectOf(order, hold), payer }
  ctx.answerAfterCommit(async () => answer(await makeLink(ctx, channel, row, subject)))
  return row
}

/** Our number of a payment (P) or hold (H); unlike a bare id it is no other installation's under the same contract. */
export const outNoOf = ({ now }: Pick<Context, 'now'>, letter: 'P' | 'H', id: string): string =>
  `${letter}${formatLocal(now, 'YYMMDDHHmmss')}${id.padStart(8, '0')}`

/** What a link is about, as its payer's provider is told. */
interface Subject {
  readonly orderNo: string
  readonly startAt: number
  readonly endAt: number
  /** Of a hold: the provider is to answer for its customer, nothing is frozen. */
  readonly credit: boolean
  /** See {@link LinkAsk}; only with whoever pays. */
  readonly payer?: string | undefined
}

/** What a payment is for, as its payer reads it. */
export const wordsOf = ({ payKind }: Pick<PaymentRow, 'payKind'>, orderNo: string): string =>
  `${payKinds.text(payKind)} ${orderNo}`

/** By what somebody who comes again inside the provider's app is known. */
export const payerHashOf = ({ vault }: Pick<Context, 'vault'>, payer: string): Buffer =>
  vault.index('payment.payer', payer)

const subjectOf = (order: OrderRow, hold: { readonly credit: boolean } | undefined): Subject => ({
  orderNo: order.orderNo,
  startAt: order.pickupAt,
  endAt: order.returnAt,
  credit: hold?.credit ?? false,
})

/**
 * Asks for the link of a payment, outside of any transaction; without an answer the payment waits and whoever looks at it
 * asks again under its number.
 * @throws Refusal channelRefused (9001) when the provider will not
 */
async function makeLink(ctx: Context, { provider, notifyUrl }: Channel, row: PaymentRow, about: Subject) {
  let link: PayLink
  const { orderNo, payer, ...stay } = about
  const client = row.client as Exclude<PayClient, 'scan'>
  // Made for whoever pays, and they are not here.
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
  // Paid, or given up, before this answer came.
  if (!isWaitingPayment(row.status)) return row
  const status = advance(paymentSteps, 'open', row.status)
  return updatePayment(ctx, row, { status, linkUrl: url, linkQr: qr, prepay: prepay ?? null })
}

export async function refusedLink(ctx: Context, id: string, reason: string): Promise<void> {
  const { row } = await locked(ctx, id)
  if (!isOpen(row)) return
  const status = advance(paymentSteps, 'close', row.status)
  await updatePayment(ctx, row, { status, failReason: reason.slice(0, 200), askAt: null })
}

/**
 * Has the provider asked what became of a payment, when nobody did just now: the call is answered with what it says, or
 * with what was known when it says nothing.
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
  const trade = await answered(() => linkOf(channel, row).query(row.outTradeNo))
  // Its link never arrived here: the same number makes the same trade. What was charged by the customer's code has none.
  const linkless = row.linkUrl === null && row.linkQr === null && row.prepay === null && row.client !== 'scan'
  const waits = trade?.state === 'unknown' || trade?.state === 'waiting'
  return linkless && waits ? makeLink(ctx, channel, row, about) : settled(ctx, row, trade)
}

/** A payment after what its provider answered, or as it was without an answer or with another sum. */
export async function settled(ctx: Context, row: PaymentRow, trade: Trade | undefined): Promise<PaymentRow> {
  const after = trade && (await ctx.asSystem((later) => settleTrade(later, row.id, trade)))
  return after === undefined || after === 'wrongAmount' ? row : after
}

/** Closes a payment at its provider after the commit; what that answers decides whether it is closed or paid. */
export async function closeAfterCommit(
  ctx: Context,
  row: PaymentRow,
  answer: (row: PaymentRow) => unknown,
): Promise<void> {
  const channel = await channelOf(ctx, row.channelId!)
  ctx.answerAfterCommit(async () => answer(await close(ctx, channel, row)))
}

export async function close(ctx: Context, channel: Channel, row: PaymentRow): Promise<PaymentRow> {
  const trade = await answered(() => linkOf(channel, row).close(row.outTradeNo))
  // Unknown to the provider, so nobody can pay it; still open there, so it is asked about again.
  return settled(ctx, row, trade?.state === 'unknown' ? { ...trade, state: 'closed' } : trade)
}
