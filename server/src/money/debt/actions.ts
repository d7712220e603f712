import { recoveredOf } from '@cheyi/domain/money/debt/write-off'
import { type Entry, recoveryEntry } from '@cheyi/domain/money/payment/ledger'
import { lockOrder, logOrder, type OrderRow } from '../../booking/order/actions.ts'
import { type Context, requireFound } from '../../kernel/context.ts'
import * as store from './store.ts'

type Limit = (ctx: Context, order: Pick<OrderRow, 'companyId' | 'storeId'>, more: number) => Promise<void>
let limit: Limit = () => Promise.resolve()

/** Registers what holds the debts of orders to a limit: companies, whose module is a higher one. */
export function debtIsLimited(by: Limit): void {
  limit = by
}

/** The debt of an order grows by a charge that nobody pays now, fen. @throws Refusal as the limit that it has */
export const withinDebtLimit: Limit = (ctx, order, more) => limit(ctx, order, more)

/** The written-off and unrecovered debt of an order, fen. */
export const openWriteOffFen = async (ctx: Context, orderId: string): Promise<number> =>
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
  return [recoveryEntry(payment.id, fen)]
}

/**
 * Reverts a mistaken write-off; the caller posts the reverse of its entry. Locks the order.
 * @returns `followed`: a part was recovered, so nothing was changed
 * @throws Refusal notFound (-4)
 */
export async function takeBackWriteOff(ctx: Context, id: string) {
  const { orderId } = requireFound(await store.byId(ctx.db, id))
  const order = await lockOrder(ctx, orderId)
  const { amountFen, recoveredFen } = requireFound(await store.byId(ctx.db, id))
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
