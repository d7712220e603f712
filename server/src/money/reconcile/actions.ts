import type { LocalDate } from '@cheyi/domain/time'
import type { Context } from '../../kernel/context.ts'
import { canBeTold } from '../../kernel/pay-port.ts'
import { billDays } from './days.ts'
import * as store from './store.ts'

/* The operations on provider bills that other features may use. */

/** Bills of days before the given one that are not compared, including unrequested ones, and their open differences. */
export async function openBills(ctx: Context, before: LocalDate): Promise<{ uncompared: number; differing: number }> {
  const days = canBeTold(ctx.config) ? billDays(before, ctx.now) : []
  const missing = await Promise.all(days.map(({ way, from, to }) => store.daysWithout(ctx, way, { from, to })))
  const { uncompared, differing } = await store.openBefore(ctx, before)
  return { uncompared: uncompared + missing.reduce((sum, n) => sum + n, 0), differing }
}

/** Requests the bill of a day before its contract existed; used by the demo data, which has a history. */
export const awaitBill = (ctx: Context, channelId: string, day: LocalDate) =>
  ctx.query('insert into pay_bill (channel_id, day, ask_at) values ($1, $2, app_now()) on conflict do nothing', [
    channelId,
    day,
  ])
