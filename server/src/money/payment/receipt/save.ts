import type { contract } from '@cheyi/contract/index'
import type { ParsedOf } from '@cheyi/contract/kernel/call'
import { formatMoney } from '@cheyi/domain/money'
import { dueFen } from '@cheyi/domain/money/debt/due'
import { collectKinds } from '@cheyi/domain/money/payment/collect'
import { badInput, Refusal } from '@cheyi/domain/refusal'
import { lockOrder, logOrder, type OrderRow } from '../../../booking/order/actions.ts'
import { type Context, newId } from '../../../kernel/context.ts'
import { refuseNewBusiness } from '../online/pay-page.ts'
import { refuseDebt } from '../open-debt.ts'
import { goOnWhenPaid } from '../paid.ts'
import { prove } from '../proof.ts'
import { receiveAfterAll } from '../receive.ts'
import * as store from './store.ts'

type Input = ParsedOf<typeof contract.payment.receiptSave>

/**
 * Records one payment of one payer for several orders: each order gets its part as a payment with its own lock and entry (J2), or none
 * does. The proof belongs to the receipt.
 * @throws Refusal amountWrong (4002) where the parts do not add up to the amount, or one exceeds the debt of its order; badInput (-2)
 * for a duplicate order or a used proof; as `refuseDebt` for each order, naming it
 */
export async function receiptSave(input: Input, ctx: Context) {
  const { payer, payWay, amount, slipNo = '', voucherIds = [], note = '', orders } = input
  if (new Set(orders.map(({ orderId }) => orderId)).size < orders.length) throw badInput('orders', '订单重复')
  const sum = orders.reduce((total, part) => total + part.amount, 0)
  if (sum !== amount) throw new Refusal('amountWrong', { field: 'amount', n: sum })
  // Locks orders by id, then the proof, in the same order as all other code.
  const parts: { order: OrderRow; amount: number; owed: number | undefined }[] = []
  for (const part of orders.toSorted(byOrder))
    parts.push({ order: await lockOrder(ctx, part.orderId), amount: part.amount, owed: part.owed })
  const id = await newId(ctx)
  await store.insert(ctx.db, { id, payer, payWay, amountFen: amount, slipNo, note, voucherIds: [...voucherIds] })
  await prove(ctx, { voucherIds, slipNo }, { recordId: id })
  for (const part of parts) await receivePart(ctx, { id, payWay, payer }, part)
  ctx.audit({ targetType: 'receipt', targetId: id, after: { amount, payer, orders: orders.length } })
  return { id }
}

/** Records the part of one order. `order` is under its lock. */
async function receivePart(
  ctx: Context,
  { id, payWay, payer }: Pick<Input, 'payWay' | 'payer'> & { readonly id: string },
  { order, amount, owed }: { readonly order: OrderRow; readonly amount: number; readonly owed: number | undefined },
): Promise<void> {
  const [payKind] = collectKinds(order.status)
  if (payKind === undefined) throw badInput('orders', `订单${order.orderNo}没有待收款项`)
  const due = Math.max(0, dueFen(order))
  // The debt changed since the order was selected (ended, charged or paid), so the clerk has to check it.
  if (owed !== undefined && owed !== due)
    throw badInput('orders', `订单${order.orderNo}的待收已变为${formatMoney(due)}，请重新选择`)
  refuseNewBusiness(ctx, order, payKind)
  const refType = await refuseDebt(ctx, order, { payKind, payWay, amount }).catch((error) => refuseOrder(order, error))
  const receipt = { payKind, payWay, amount, refType, voucherIds: [], receiptId: id }
  const { money } = await receiveAfterAll(ctx, order, receipt)
  logOrder(ctx, order, { action: 'collect', detail: { amount, note: `${payer}合并付款` } })
  await goOnWhenPaid(ctx, order, money)
}

/** Names the order that was refused. */
function refuseOrder({ orderNo }: OrderRow, error: unknown): never {
  if (!(error instanceof Refusal)) throw error
  const { owed } = error.detail
  const why = typeof owed === 'number' ? `待收${formatMoney(Math.max(0, owed))}，请修改分摊金额` : error.message
  throw badInput('orders', `订单${orderNo}${why}`)
}

const byOrder = (a: { readonly orderId: string }, b: { readonly orderId: string }) =>
  BigInt(a.orderId) < BigInt(b.orderId) ? -1 : 1
