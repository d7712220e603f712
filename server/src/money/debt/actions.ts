import { recoveredOf } from '@cheyi/domain/money/debt/write-off'
import { type Entry, recovered } from '@cheyi/domain/money/payment/ledger'
import { lockOrder, logOrder } from '../../booking/order/actions.ts'
import { type Context, found } from '../../kernel/context.ts'
import * as store from './store.ts'

/** The written-off and unrecovered debt of an order, fen. */
export const writtenOff = async (ctx: Context, orderId: string): Promise<number> =>
  (await store.sums(ctx, orderId)).open

/**
 * Recovers a written-off debt from a payment. `owed`: the debt of the order before the payment.
 * @returns additional entries (journal 19), which the caller posts
 */
export async function recoverDebt(
  ctx: Context,
  orderId: string,
  payment: { readonly id: string; readonly amount: number; readonly owed: number },
): Promise<Entry[]> {
  const { open } = await store.sums(ctx, orderId)
  const fen = recoveredOf(payment.amount, payment.owed, open)
  if (fen === 0) return []
  await store.recover(ctx, orderId, fen)
  return [recovered(payment.id, fen)]
}

/**
 * Reverts a mistaken write-off; the caller posts the reverse of its entry. Locks the order.
 * @returns `followed`: a part was recovered, so nothing was changed
 * @throws Refusal notFound (-4)
 */
export async function takeBackWriteOff(ctx: Context, id: string) {
  const { orderId } = found(await store.byId(ctx.db, id))
  const order = await lockOrder(ctx, orderId)
  const { amountFen, recoveredFen } = found(await store.byId(ctx.db, id))
  const followed = recoveredFen > 0
  if (!followed) {
    await store.takeBack(ctx.db, id, amountFen)
    logOrder(ctx, order, { action: 'correctWriteOff', detail: { amount: amountFen } })
  }
  const { storeId, returnStoreId, orderNo } = order
  return {
    orderId,
    storeId,
    storeIds: [storeId, returnStoreId],
    fen: amountFen,
    name: `订单 ${orderNo}`,
    followed,
  } as const
}
