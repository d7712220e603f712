import { firstMonthToClose, monthToClose } from '@cheyi/domain/money/closing/month'
import type { Context } from '../../kernel/context.ts'
import * as store from './store.ts'

/** The month that may be closed, and the first month that is closed with it. */
export async function nextOf(ctx: Context): Promise<{ month: string; from: string } | null> {
  const [[last], begun] = await Promise.all([store.closedMonths(ctx, 1), store.firstMonth(ctx)])
  const closed = last?.month ?? null
  const month = monthToClose(ctx.now, closed, begun)
  return month === null ? null : { month, from: firstMonthToClose(closed, begun!) }
}
