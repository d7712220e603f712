import { type KnownIllegals, ordersOf } from '@cheyi/domain/rental/violation/import/plan'
import type { ReadIllegal } from '@cheyi/domain/rental/violation/import/row'
import { seizeOrders, startAgain } from '../../../booking/order/actions.ts'
import type { Context } from '../../../kernel/context.ts'
import { lockRegister } from '../store.ts'
import { known } from './store.ts'

/**
 * Locks what rows that are reported are about: the orders first, in one go, as everywhere; then nobody else registers violations until
 * they are written.
 * @returns what is known under the locks
 */
export async function lockReported(ctx: Context, rows: readonly ReadIllegal[]): Promise<KnownIllegals> {
  const held = new Set(ordersOf(rows, await known(ctx, rows)))
  await ctx.elevated(() => seizeOrders(ctx, [...held]))
  await lockRegister(ctx)
  const facts = await known(ctx, rows)
  // The time of a car changed between the two looks.
  const more = ordersOf(rows, facts).filter((id) => !held.has(id))
  if (more.length > 0) throw startAgain(ctx, more)
  return facts
}
