import type { LocalDate } from '@cheyi/domain/time'
import type { Context } from '../../kernel/context.ts'
import { canBeTold } from '../../kernel/pay-port.ts'
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

/** Has the bill of a day asked for that lies before its contract: on a demo, which has a past. */
export const awaitBill = (ctx: Context, channelId: string, day: LocalDate) =>
  ctx.query('insert into pay_bill (channel_id, day, ask_at) values ($1, $2, app_now()) on conflict do nothing', [
    channelId,
    day,
  ])
