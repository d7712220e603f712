import { contract } from '@cheyi/contract/index'
import type { OutputOf, ParsedOf } from '@cheyi/contract/kernel/call'
import { advance } from '@cheyi/domain/advance'
import type { DepositKind } from '@cheyi/domain/deposit/codes'
import { isWaivedExpense } from '@cheyi/domain/expense/codes'
import { awaitsPayment, orderSteps } from '@cheyi/domain/order/steps'
import { offlinePayWays, payKind } from '@cheyi/domain/payment/codes'
import { collectKinds } from '@cheyi/domain/payment/collect'
import { onlinePayWays } from '@cheyi/domain/payment/provider'
import { isInFlight, paymentSteps } from '@cheyi/domain/payment/steps'
import { handoverType } from '@cheyi/domain/pickup-return/codes'
import { badInput, Refusal } from '@cheyi/domain/refusal'
import { can } from '@cheyi/domain/step'
import { writtenOff } from '../debt/actions.ts'
import { depositsOf, receiveDeposit, refuseLink } from '../deposit/actions.ts'
import { liveExpenses } from '../expense/actions.ts'
import { type Context, implement } from '../kernel/context.ts'
import { lockOrder, logOrder, type OrderRow, readOrder } from '../order/actions.ts'
import { openSupplement } from '../supplement/actions.ts'
import { flowExport } from './flow/export-work.ts'
import { flowList } from './flow/list.ts'
import { takings } from './flow/sums.ts'
import { channels, saveChannel } from './online/channels.ts'
import { askAfterCommit, closeAfterCommit, type LinkAsk, openLink } from './online/link.ts'
import { askLink, depositOf, payByLink, payPage, refuseNewBusiness } from './online/pay-page.ts'
import { goOnWhenPaid } from './paid.ts'
import { payTermsOf, type Receipt, receiveAfterAll } from './receive.ts'
import * as store from './store.ts'

type Asked = ParsedOf<typeof contract.payment.collect>
type State = OutputOf<typeof contract.payment.query>

type Collect = (input: Asked, ctx: Context) => Promise<State>

const collect: Collect = async (input, ctx) => {
  const order = await lockOrder(ctx, input.orderId)
  const kind = depositOf.get(input.payKind)
  refuseNewBusiness(ctx, order, input.payKind)
  await refuseUnknownRef(ctx, order, kind, input)
  if (onlinePayWays.includes(input.payWay)) return state(await collectOnline(ctx, order, kind, input))

  const { payWay, amount, voucherIds = [], slipNo } = input
  const taken = { payWay, amount, voucherIds, slipNo }
  let paid: store.PaymentRow
  if (kind === undefined) paid = await collectByHand(ctx, order, input, taken)
  else {
    // Deposits have a key of their own, by whatever call they are collected.
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
  payByLink: (input, ctx) => payByLink(input, ctx, collect),

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

  channels,
  saveChannel,

  flowList,
  flowExport,
  takings,
})

/** What a payment is for besides its order, by its kind. */
const refTypes = new Map<number, 'settlement' | 'supplement'>([
  [payKind.settlement, 'settlement'],
  [payKind.supplement, 'supplement'],
])

const state = ({ id, status, paidAt, failReason, linkUrl, linkQr, expiresAt }: store.PaymentRow): State => ({
  paymentId: id,
  status,
  paidAt,
  failReason: failReason === '' ? null : failReason,
  ...(isInFlight(status) ? { url: linkUrl, qr: linkQr, expiresAt } : { url: null, qr: null, expiresAt: null }),
})

/**
 * What a payment is for besides its order is there and the order's own. Of what is paid by itself only deposits exist.
 * @throws Refusal notFound (-4)
 */
async function refuseUnknownRef(
  ctx: Context,
  order: OrderRow,
  kind: DepositKind | undefined,
  { refId, payKind: payKindOf }: Asked,
): Promise<void> {
  if (refId === undefined) return
  if (payKindOf === payKind.supplement) return void (await openSupplement(ctx, order.id, refId))
  const known = kind === undefined ? [] : await depositsOf(ctx, order.id)
  if (!known.some((row) => row.kind === kind && row.id === refId)) throw new Refusal('notFound', { field: 'refId' })
}

/**
 * Makes a link for the customer; one made before for the same thing is given again.
 * @throws Refusal as {@link collectByHand}, and channelRefused (9001) when the provider makes none
 */
async function collectOnline(
  ctx: Context,
  order: OrderRow,
  kind: DepositKind | undefined,
  { payWay, amount, ...input }: Asked,
): Promise<store.PaymentRow> {
  const client = input.client === undefined || input.client === 'qr' ? 'qr' : 'h5'
  const [refType, refId] = await collected(ctx, order, kind, { ...input, amount, payWay })
  const asked = { payKind: input.payKind, payWay, amount, refId, client } as const
  const open = await store.openPayment(ctx.db, { ...asked, orderId: order.id, now: ctx.now })
  if (open !== undefined) {
    await askAfterCommit(ctx, open, order, state)
    return open
  }
  const made = await openLink(ctx, order, { ...asked, refType }, state)
  ctx.audit({ targetType: 'payment', targetId: made.id, after: { payKind: input.payKind, amount } })
  return made
}

/** What a link collects, once it is sure that it may. */
async function collected(
  ctx: Context,
  order: OrderRow,
  kind: DepositKind | undefined,
  input: Asked,
): Promise<[LinkAsk['refType'], string | null]> {
  if (kind === undefined) return [await refuseDebt(ctx, order, input), input.refId ?? null]
  ctx.require('deposit.collect')
  const terms = await payTermsOf(ctx, order.storeId)
  if (!terms.ways.includes(input.payWay)) throw new Refusal('payWayClosed')
  return ['deposit', await refuseLink(ctx, order, kind, input.amount)]
}

/**
 * Whether what the order owes may be collected so, never more than is owed or will be by its pickup: what is too much
 * today would have to be refunded tomorrow.
 * @returns what the payment belongs to
 * @throws Refusal payWayClosed (4008), alreadyPaid (4001) when nothing is owed, amountWrong (4002)
 */
async function refuseDebt(ctx: Context, order: OrderRow, input: Asked) {
  const status = advance(orderSteps, 'collect', order.status)
  if (!isCollectable(status, input)) throw badInput('payKind', '该订单没有此项应收款')
  const terms = await payTermsOf(ctx, order.storeId)
  if (!terms.ways.includes(input.payWay)) throw new Refusal('payWayClosed')
  // A debt that was given up is paid after all at the counter.
  const givenUp = can(orderSteps, 'writeOff', status).ok && offlinePayWays.includes(input.payWay)
  const owed = order.owedFen + (givenUp ? await writtenOff(ctx, order.id) : 0)
  const open = input.amount > owed ? owed + (await chargesBeforePickup(ctx, order)) : owed
  if (open <= 0) throw new Refusal('alreadyPaid')
  // An order that waits for its payment goes on by all of it: a part would be stuck with an order that runs out.
  const least = awaitsPayment(status) ? order.owedFen : 1
  if (input.amount < least || input.amount > Math.min(open, terms.maxPayment))
    throw new Refusal('amountWrong', { field: 'amount', owed: open })
  return refTypes.get(input.payKind) ?? 'order'
}

/** Charges that the pickup will bill: paid with the rent they are credit until then, fen. */
async function chargesBeforePickup(ctx: Context, { id, status }: OrderRow): Promise<number> {
  if (!can(orderSteps, 'pickUp', status).ok) return 0
  const charges = await liveExpenses(ctx, id, handoverType.pickup)
  return charges.filter((row) => !isWaivedExpense(row.status)).reduce((sum, row) => sum + row.amountFen, 0)
}

/** Takes what the order owes at the counter. @throws Refusal as {@link refuseDebt} */
async function collectByHand(
  ctx: Context,
  order: OrderRow,
  input: Asked,
  taken: Pick<Receipt, 'payWay' | 'amount' | 'voucherIds' | 'slipNo'>,
): Promise<store.PaymentRow> {
  const refType = await refuseDebt(ctx, order, input)
  if (!offlinePayWays.includes(taken.payWay)) throw new Refusal('payWayClosed')
  const { payment: paid, money } = await receiveAfterAll(ctx, order, {
    ...taken,
    payKind: input.payKind,
    refType,
    ...(input.refId === undefined ? {} : { refId: input.refId }),
  })
  logOrder(ctx, order.id, {
    action: 'collect',
    from: order.status,
    to: order.status,
    detail: { amount: taken.amount },
  })
  await goOnWhenPaid(ctx, order, money.owed)
  return paid
}

/** A supplement is paid by its own row; everything else as the status of the order has it. */
const isCollectable = (status: number, { payKind: kind, refId }: Asked): boolean =>
  kind === payKind.supplement ? refId !== undefined : collectKinds(status).includes(kind)

/** A payment of an order that the caller may open. @throws Refusal paymentNotFound (4004) */
async function visible(ctx: Context, paymentId: string): Promise<{ row: store.PaymentRow; order: OrderRow }> {
  const row = await store.payment(ctx.db, paymentId)
  if (row === undefined || row.direction !== 'in') throw new Refusal('paymentNotFound')
  return { row, order: await readOrder(ctx, row.orderId) }
}
