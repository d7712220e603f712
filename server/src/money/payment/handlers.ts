import { contract } from '@cheyi/contract/index'
import type { OutputOf, ParsedOf } from '@cheyi/contract/kernel/call'
import { advance } from '@cheyi/domain/advance'
import type { DepositKind } from '@cheyi/domain/money/deposit/codes'
import { offlinePayWays, onlinePayWays } from '@cheyi/domain/money/payment/codes'
import { isInFlight, paymentSteps } from '@cheyi/domain/money/payment/steps'
import { wayClosed } from '@cheyi/domain/platform/merchant/pay-setting'
import { Refusal } from '@cheyi/domain/refusal'
import { lockOrder, logOrder, type OrderRow, readOrder } from '../../booking/order/actions.ts'
import { type Context, implement } from '../../kernel/context.ts'
import { payTermsOf } from '../../platform/merchant/actions.ts'
import { claimPayKinds } from '../claim/actions.ts'
import { depositsOf, receiveDeposit, refuseLink } from '../deposit/actions.ts'
import { payDeposit } from '../deposit/ask/actions.ts'
import { correct } from './correction/correct.ts'
import { handMadeList } from './correction/list.ts'
import { flowExport } from './flow/export-work.ts'
import { flowList } from './flow/list.ts'
import { takings } from './flow/sums.ts'
import { heldExport } from './held/export-work.ts'
import { heldList } from './held/list.ts'
import { entriesExport } from './journal/export-work.ts'
import { vouchers } from './journal/list.ts'
import { payByLink } from './online/begin.ts'
import { channels, saveChannel, testChannel } from './online/channels.ts'
import { charge } from './online/charge/charge.ts'
import { checkAgain, giveUp, toCheck } from './online/check.ts'
import { askAfterCommit, clientOf, closeAfterCommit, type LinkAsk, openLink, payerHashOf } from './online/link.ts'
import { askLink, depositOf, payPage, refuseNewBusiness } from './online/pay-page.ts'
import { refuseDebt } from './open-debt.ts'
import { goOnWhenPaid } from './paid.ts'
import { countPayment, paidFirstOf } from './paid-first.ts'
import { receiptDebts, receiptDetail, receiptList } from './receipt/list.ts'
import { receiptSave } from './receipt/save.ts'
import { expectReceipts, type Receipt, receive, receiveAfterAll } from './receive.ts'
import * as store from './store.ts'

type Asked = ParsedOf<typeof contract.payment.collect>
type State = OutputOf<typeof contract.payment.query>

const collect = async (input: Asked & Pick<LinkAsk, 'payer'>, ctx: Context): Promise<State> => {
  const locked = lockOrder(ctx, input.orderId)
  if (offlinePayWays.includes(input.payWay)) expectReceipts(ctx, 1, input.payWay)
  const order = await locked
  const kind = depositOf.get(input.payKind)
  refuseNewBusiness(ctx, order, input.payKind)
  await refuseUnknownRef(ctx, order, kind, input)
  if (onlinePayWays.includes(input.payWay)) return state(await collectOnline(ctx, order, kind, input))

  const { payWay, amount, voucherIds = [], slipNo } = input
  const taken = { payWay, amount, voucherIds, slipNo }
  let paid: store.PaymentRow
  if (kind === undefined) paid = await collectByHand(ctx, order, input, taken)
  else {
    // Collecting a deposit needs its own permission in every call.
    ctx.require('deposit.collect')
    paid = await receiveDeposit(ctx, order, kind, taken)
  }
  ctx.audit({ targetType: 'payment', targetId: paid.id, after: { payKind: input.payKind, amount: input.amount } })
  return state(paid)
}

export const payment = implement(contract.payment, {
  collect,
  askLink,
  payPage,
  payByLink: (input, ctx) => payByLink(input, ctx, { collect, payDeposit }),

  charge: (input, ctx) => charge(input, ctx, state),

  async query({ paymentId }, ctx) {
    const { row, order } = await visible(ctx, paymentId)
    await askAfterCommit(ctx, row, order, state)
    return state(row)
  },

  async cancel({ paymentId }, ctx) {
    const { orderId } = (await visible(ctx, paymentId)).row
    await lockOrder(ctx, orderId)
    const { row } = await visible(ctx, paymentId)
    const status = advance(paymentSteps, 'close', row.status)
    ctx.audit({ targetType: 'payment', targetId: paymentId, after: { status } })
    await closeAfterCommit(ctx, row, state)
    return state(row)
  },

  toCheck,
  checkAgain,
  giveUp,

  channels,
  saveChannel,
  testChannel,

  vouchers,
  entriesExport,
  flowList,
  flowExport,
  takings,
  heldList,
  heldExport,
  handMade: handMadeList,
  correct,

  receiptDebts,
  receiptSave,
  receiptList,
  receiptDetail,
})

const state = ({ id, status, paidAt, failReason, linkUrl, linkQr, expiresAt }: store.PaymentRow): State => ({
  paymentId: id,
  status,
  paidAt,
  failReason: failReason === '' ? null : failReason,
  ...(isInFlight(status) ? { url: linkUrl, qr: linkQr, expiresAt } : { url: null, qr: null, expiresAt: null }),
})

/**
 * Checks that what a payment is for exists and belongs to the order. Only deposits are checked here: claims and renewals are checked
 * where they are read.
 * @throws Refusal notFound (-4)
 */
async function refuseUnknownRef(
  ctx: Context,
  order: OrderRow,
  kind: DepositKind | undefined,
  { refId, payKind: payKindOf }: Asked,
): Promise<void> {
  if (refId === undefined) return
  if (claimPayKinds.has(payKindOf) || paidFirstOf(payKindOf) !== undefined) return
  const known = kind === undefined ? [] : await depositsOf(ctx, order.id)
  if (!known.some((row) => row.kind === kind && row.id === refId)) throw new Refusal('notFound', { field: 'refId' })
}

/**
 * Creates a payment link for the customer, or returns the open one for the same purpose.
 * @throws Refusal as {@link collectByHand}, and channelRefused (9001) when the provider creates none
 */
async function collectOnline(
  ctx: Context,
  order: OrderRow,
  kind: DepositKind | undefined,
  { payWay, amount, payer, ...input }: Asked & Pick<LinkAsk, 'payer'>,
): Promise<store.PaymentRow> {
  const client = payer !== undefined ? 'jsapi' : clientOf(input.client)
  const [refType, refId] = await requireCollectable(ctx, order, kind, { ...input, amount, payWay })
  const asked = { payKind: input.payKind, payWay, amount, refId, client } as const
  const payerHash = payer === undefined ? null : payerHashOf(ctx, payer)
  const open = await store.openPayment(ctx.db, { ...asked, payerHash, orderId: order.id, now: ctx.now })
  if (open !== undefined) {
    await askAfterCommit(ctx, open, order, state, payer)
    return open
  }
  const made = await openLink(ctx, order, { ...asked, refType, payer }, state)
  ctx.audit({ targetType: 'payment', targetId: made.id, after: { payKind: input.payKind, amount } })
  return made
}

/** What a link collects, after all checks. */
async function requireCollectable(
  ctx: Context,
  order: OrderRow,
  kind: DepositKind | undefined,
  input: Asked,
): Promise<[LinkAsk['refType'], string | null]> {
  if (kind === undefined) return [await refuseDebt(ctx, order, input), input.refId ?? null]
  ctx.require('deposit.collect')
  const terms = await payTermsOf(ctx, order.storeId)
  if (!terms.ways.includes(input.payWay)) throw wayClosed(input.payWay, terms)
  return ['deposit', await refuseLink(ctx, order, kind, input.amount)]
}

/** Records a payment of the order's debt at the counter. @throws Refusal as {@link refuseDebt} */
async function collectByHand(
  ctx: Context,
  order: OrderRow,
  input: Asked,
  taken: Pick<Receipt, 'payWay' | 'amount' | 'voucherIds' | 'slipNo'>,
): Promise<store.PaymentRow> {
  const refType = await refuseDebt(ctx, order, input)
  if (!offlinePayWays.includes(taken.payWay)) throw wayClosed(taken.payWay)
  const receipt = {
    ...taken,
    payKind: input.payKind,
    refType,
    ...(input.refId === undefined ? {} : { refId: input.refId }),
  }
  logOrder(ctx, order, { action: 'collect', detail: { amount: taken.amount } })
  if (paidFirstOf(input.payKind) !== undefined) {
    const { payment: first } = await receive(ctx, order.id, receipt)
    await countPayment(ctx, order, first)
    return first
  }
  const { payment: paid, money } = await receiveAfterAll(ctx, order, receipt)
  await goOnWhenPaid(ctx, order, money)
  return paid
}

/** An incoming payment of an order that the caller may open. @throws Refusal paymentNotFound (4004) */
async function visible(ctx: Context, paymentId: string): Promise<{ row: store.PaymentRow; order: OrderRow }> {
  const row = await store.payment(ctx.db, paymentId)
  if (row === undefined || row.direction !== 'in') throw new Refusal('paymentNotFound')
  return { row, order: await readOrder(ctx, row.orderId) }
}
