import type { LocalDate } from '@cheyi/domain/time'
import type { Context } from '../kernel/context.ts'
import { canBeTold } from '../kernel/pay-port.ts'
import { billDays } from './days.ts'
import * as store from './store.ts'

/*
 * What other rooms may ask of bills.
 */

/** Bills of days before one that were not compared, those nobody asked for yet among them, and differences of them that are open. */
export async function openBills(ctx: Context, before: LocalDate): Promise<{ uncompared: number; differing: number }> {
  const days = canBeTold(ctx.config) ? billDays(before, ctx.now) : []
  const missing = await Promise.all(days.map(({ way, from, to }) => store.daysWithout(ctx, way, { from, to })))
  const { uncompared, differing } = await store.openBefore(ctx, before)
  return { uncompared: uncompared + missing.reduce((sum, n) => sum + n, 0), differing }
}
