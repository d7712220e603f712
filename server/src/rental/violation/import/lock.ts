import { type KnownViolations, ordersOf } from '@cheyi/domain/rental/violation/import/plan'
import type { ReadViolation } from '@cheyi/domain/rental/violation/import/row'
import { seizeOrders, startAgain } from '../../../booking/order/actions.ts'
import type { Context } from '../../../kernel/context.ts'
import { lockRegister } from '../store.ts'
import { known } from './store.ts'

/**
 * Locks everything that the reported rows concern: first the orders, in one statement and in the usual order, then the
 * register of violations, so that no other transaction registers one until these are written.
 * @returns the known data, read under the locks
 */
export async function lockReported(ctx: Context, rows: readonly ReadViolation[]): Promise<KnownViolations> {
  const held = new Set(ordersOf(rows, await known(ctx, rows)))
  await ctx.elevated(() => seizeOrders(ctx, [...held]))
  await lockRegister(ctx)
  const facts = await known(ctx, rows)
  // The assignment of a car changed between the two reads.
  const more = ordersOf(rows, facts).filter((id) => !held.has(id))
  if (more.length > 0) throw startAgain(ctx, more)
  return facts
}
