import type { contract } from '@cheyi/contract/index'
import type { ParsedOf } from '@cheyi/contract/kernel/call'
import { advance } from '@cheyi/domain/advance'
import { orderSteps, wasReturned } from '@cheyi/domain/booking/order/steps'
import { dueFen } from '@cheyi/domain/money/debt/due'
import { onlinePayWays, payKind, payMode, supplementReasons } from '@cheyi/domain/money/payment/codes'
import { claimed } from '@cheyi/domain/money/payment/ledger'
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
import { type Context, found, newId } from '../../kernel/context.ts'
import { linkMedia } from '../../platform/media/actions.ts'
import { payTermsOf } from '../../platform/merchant/actions.ts'
import { giveBack } from '../deposit/actions.ts'
import { post, postAll, receive, refreshSettlement, requireOffline } from '../payment/actions.ts'
import { askLink } from '../payment/online/actions.ts'
import * as store from './store.ts'
import { takenBack } from './taken-back.ts'

type Input = ParsedOf<typeof contract.supplement.save>

/**
 * Creates a charge outside of a handover (J11) and records its payment, if the money was received. A cancelled order takes no new
 * charge: the supplement collects a part of its existing debt.
 * @throws Refusal orderStatusRefuses (2001), amountWrong (4002), payWayClosed (4008), forbidden (-3) to receive money without the
 * permission
 */
export async function save(input: Input, ctx: Context) {
  const { orderId, reasonCode, amount } = input
  const order = await lockOrder(ctx, orderId)
  advance(orderSteps, 'supplement', order.status)
  // Receiving money needs its own permission in every call.
  if (input.payMode === payMode.offlineIn) ctx.require('order.payment')
  const collects = onlyCollects(order.status)
  if (amount > MAX_SUPPLEMENT) throw new Refusal('amountWrong', { field: 'amount', n: '100,000.00' })
  if (collects && amount > dueFen(order)) throw new Refusal('amountWrong', { field: 'amount', owed: dueFen(order) })
  const id = await newId(ctx)
  const credited = collects ? null : creditOf(reasonCode, order.status)
  const photoIds = input.photoIds ?? []
  await store.insert(ctx.db, {
    id,
    orderId,
    reasonCode,
    amountFen: amount,
    remark: input.remark ?? '',
    photoIds: [...photoIds],
    payMode: input.payMode,
    credited,
  })
  await linkMedia(ctx, photoIds, { biz: 'expense', bizId: id, orderId })
  if (credited !== null) await post(ctx, orderId, claimed(id, amount, credited))
  if (input.payMode === payMode.offlineIn) await collect(ctx, order, id, input)
  const money = await refreshSettlement(ctx, orderId)
  const reason = [supplementReasons.text(reasonCode), input.remark].filter(Boolean).join('：')
  logOrder(ctx, order, { action: 'supplement', detail: { amount, reason } })
  ctx.audit({ targetType: 'order', targetId: orderId, after: { supplement: id, amount, reasonCode, owed: money.owed } })
  const row = found(await store.byId(ctx.db, id))
  const asks = input.payMode === payMode.onlineIn && isOpen(row.status) && money.due > 0
  return { id, status: row.status, url: asks ? await linkFor(ctx, order, id) : null }
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
  const { orderId } = found(await store.byId(ctx.db, id))
  const order = await lockOrder(ctx, orderId)
  const row = found(await store.byId(ctx.db, id))
  const status = advance(supplementSteps, 'cancel', row.status)
  await store.setCancelled(ctx, [id], status)
  await postAll(ctx, orderId, takenBack(row, order.status))
  const { due } = await refreshSettlement(ctx, orderId)
  await payBackRest(ctx, order, id, due)
  const detail = { amount: row.amountFen, reason: supplementReasons.text(row.reasonCode) }
  logOrder(ctx, order, { action: 'cancelSupplement', detail })
  ctx.audit({
    targetType: 'order',
    targetId: orderId,
    before: { supplement: id, amount: row.amountFen },
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
