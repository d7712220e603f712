import type { TermExtension } from '@cheyi/domain/pricing/quote/term'
import type { Context } from '../../kernel/context.ts'
import { lateFeeExtensions } from '../../money/expense/actions.ts'
import * as store from './store.ts'

/**
 * The extensions of an order since its quote, in the order in which they took effect: renewals, and late fees with the time
 * that they cover.
 */
export async function termExtensions(ctx: Context, orderId: string): Promise<TermExtension[]> {
  const [late, renewed] = await Promise.all([lateFeeExtensions(ctx, orderId), store.effective(ctx, orderId)])
  return [...late, ...renewed].sort((a, b) => a.firstSlot - b.firstSlot || a.returnAt - b.returnAt)
}
