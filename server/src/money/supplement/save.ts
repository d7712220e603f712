import type { contract } from '@cheyi/contract/index'
import type { ParsedOf } from '@cheyi/contract/kernel/call'
import { advance } from '@cheyi/domain/advance'
import { orderSteps, wasReturned } from '@cheyi/domain/booking/order/steps'
import { dueFen, grownDebt } from '@cheyi/domain/money/debt/due'
import { onlinePayWays, payKind, payMode, supplementReasons } from '@cheyi/domain/money/payment/codes'
import { supplementStatus } from '@cheyi/domain/money/supplement/codes'
import {
  creditOf,
  isOpen,
  MAX_SUPPLEMENT,
  onlyCollects,
  supplementSteps,
} from '@cheyi/domain/money/supplement/supplement'
import { refuseBeyondLimit } from '@cheyi/domain/platform/merchant/pay-setting'
import { Refusal } from '@cheyi/domain/refusal'
import { lockOrder, logOrder, type OrderRow } from '../../booking/order/actions.ts'
import { type Context, newId, requireFound } from '../../kernel/context.ts'
import { linkMedia } from '../../platform/media/actions.ts'
import { payTermsOf } from '../../platform/merchant/actions.ts'
import { openClaim } from '../claim/steps/actions.ts'
import { withinDebtLimit } from '../debt/actions.ts'
import { giveBack } from '../deposit/actions.ts'
import { postAll, receive, refreshSettlement, requireOffline } from '../payment/actions.ts'
import { askLink } from '../payment/online/actions.ts'
import { cancelEach } from './follow.ts'
import * as store from './store.ts'

type Input = ParsedOf<typeof contract.supplement.save>

/**
 * Creates a charge outside of a handover (J11) and records its payment, if the money was received. A cancelled order takes no new
 * charge: the supplement collects a part of its existing debt.
 * @throws Refusal orderStatusRefuses (2001), amountWrong (4002), payWayClosed (4008), forbidden (-3) to receive money without the
 * permission; beyond the credit of a company as `secondPerson`
 */
export async function save(input: Input, ctx: Context) {
  const { orderId } = input
  const order = await lockOrder(ctx, orderId)
  advance(orderSteps, 'supplement', order.status)
  // Receiving money needs its own permission in every call.
  if (input.payMode === payMode.offlineIn) ctx.require('order.payment')
  else await withinDebtLimit(ctx, order, addedDebt(order, input.amount))
  const id = await charge(ctx, order, input)
  if (input.payMode === payMode.offlineIn) await collect(ctx, order, id, input)
  const money = await settleSupplement(ctx, order, id, input)
  const status = store.statusOf(requireFound(await store.byId(ctx, id)))
  const asks = input.payMode === payMode.onlineIn && isOpen(status) && money.due > 0
  return { id, status, url: asks ? await linkFor(ctx, order, id) : null }
}

/** What a charge adds to the debt of an order, fen: its credit pays first, and a cancelled order only collects what it owes already. */
const addedDebt = (order: OrderRow, amount: number): number =>
  onlyCollects(order.status) ? 0 : grownDebt(dueFen(order), amount)

type Charge = Pick<Input, 'reasonCode' | 'amount' | 'remark' | 'photoIds' | 'payMode'>

/** The charge itself, with its posting. `order` is under its lock. */
async function charge(
  ctx: Context,
  order: OrderRow,
  { reasonCode, amount, remark, payMode: mode, photoIds = [] }: Charge,
) {
  const collects = onlyCollects(order.status)
  if (amount > MAX_SUPPLEMENT) throw new Refusal('amountWrong', { field: 'amount', n: '100,000.00' })
  if (collects && amount > dueFen(order)) throw new Refusal('amountWrong', { field: 'amount', owed: dueFen(order) })
  const id = await newId(ctx)
  const credited = collects ? null : creditOf(reasonCode, order.status)
  await store.insert(ctx.db, {
    id,
    orderId: order.id,
    reasonCode,
    remark: remark ?? '',
    photoIds: [...photoIds],
    payMode: mode,
  })
  await linkMedia(ctx, photoIds, { biz: 'expense', bizId: id, orderId: order.id })
  const named = { kind: 'supplement', id, subject: supplementReasons.text(reasonCode), note: remark ?? '' } as const
  await openClaim(ctx, order.id, { ...named, payableFen: amount, credited })
  return id
}

/** Settles the order with its new charge, and writes its history. */
async function settleSupplement(ctx: Context, order: OrderRow, id: string, { reasonCode, amount, remark }: Charge) {
  const money = await refreshSettlement(ctx, order.id)
  const reason = [supplementReasons.text(reasonCode), remark].filter(Boolean).join('：')
  logOrder(ctx, order, { action: 'supplement', detail: { amount, reason } })
  ctx.audit({
    targetType: 'order',
    targetId: order.id,
    after: { supplement: id, amount, reasonCode, owed: money.owed },
  })
  return money
}

/**
 * Charges the customer of an order for what another feature has found, to be paid later. `linked` connects its records with the charge
 * before any money that the order has in advance pays it.
 * @throws Refusal orderStatusRefuses (2001), amountWrong (4002)
 */
export async function askSupplement(
  ctx: Context,
  order: OrderRow,
  asked: Pick<Charge, 'reasonCode' | 'amount' | 'remark'>,
  linked: (id: string) => Promise<unknown>,
): Promise<string> {
  advance(orderSteps, 'supplement', order.status)
  const charged = { ...asked, payMode: payMode.onlineIn } as const
  const id = await charge(ctx, order, charged)
  await linked(id)
  await settleSupplement(ctx, order, id, charged)
  return id
}

/** The link to the customer's payment page; null where the store has no online payment method. */
async function linkFor(ctx: Context, order: OrderRow, id: string): Promise<string | null> {
  const { ways } = await payTermsOf(ctx, order.storeId)
  if (!ways.some((way) => onlinePayWays.includes(way))) return null
  const asked = { orderId: order.id, payKind: payKind.supplement, refId: id, way: 2 } as const
  return (await askLink(asked, ctx)).url
}

async function collect(ctx: Context, { id: orderId, storeId }: OrderRow, id: string, input: Input): Promise<void> {
  const terms = await payTermsOf(ctx, storeId)
  const payWay = requireOffline(terms, input.payWay)
  refuseBeyondLimit(terms, input.amount)
  await receive(ctx, orderId, {
    payKind: payKind.supplement,
    payWay,
    amount: input.amount,
    refType: 'supplement',
    refId: id,
    voucherIds: input.voucherIds ?? [],
    slipNo: input.slipNo,
  })
}

/**
 * Cancels an unpaid supplement (J20). A resulting credit of the customer is refunded as at a return.
 * @throws Refusal notFound (-4), supplementPaid (4014)
 */
export async function cancel({ id }: ParsedOf<typeof contract.supplement.cancel>, ctx: Context) {
  const { orderId } = requireFound(await store.byId(ctx, id))
  const order = await lockOrder(ctx, orderId)
  const row = requireFound(await store.byId(ctx, id))
  const status = advance(supplementSteps, 'cancel', store.statusOf(row))
  await postAll(ctx, orderId, await cancelEach(ctx, order, [row], status))
  const { due } = await refreshSettlement(ctx, orderId)
  await payBackRest(ctx, order, id, due)
  const detail = { amount: row.payableFen, reason: supplementReasons.text(row.reasonCode) }
  logOrder(ctx, order, { action: 'cancelSupplement', detail })
  ctx.audit({
    targetType: 'order',
    targetId: orderId,
    before: { supplement: id, amount: row.payableFen },
    after: { status },
  })
  return { status: supplementStatus.cancelled }
}

/** After the settlement of the return nothing else uses an advance payment. */
async function payBackRest(ctx: Context, order: OrderRow, id: string, due: number): Promise<void> {
  if (due >= 0 || !wasReturned(order.status)) return
  await giveBack(ctx, order, -due, { recordId: id, releaseAfter: ctx.now })
  await refreshSettlement(ctx, order.id)
}
