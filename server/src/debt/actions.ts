import { recoveredOf } from '@cheyi/domain/debt/write-off'
import { type Entry, recovered } from '@cheyi/domain/payment/ledger'
import type { Context } from '../kernel/context.ts'
import * as store from './store.ts'

/** What of an order was written off and not paid after all, fen. */
export const writtenOff = async (ctx: Context, orderId: string): Promise<number> =>
  (await store.sums(ctx, orderId)).open

/**
 * A debt that was written off is paid after all. `owed`: what the order owed before the payment.
 * @returns the entries beside that of the payment (journal 19); the books are the caller's to post
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
