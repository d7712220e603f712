import { isSoldByTerm } from '@cheyi/domain/order/sold/snapshot'
import { localDate } from '@cheyi/domain/time'
import type { Context } from '../kernel/context.ts'
import type { Jobs } from '../kernel/process/jobs.ts'
import { lockOrder } from '../order/actions.ts'
import { postAll, refreshSettlement } from '../payment/actions.ts'
import { billDue } from './plan.ts'

export const instalmentJobs: Jobs = { due: { instalment: billInstalments } }

/** Bills the rows of an order that are due, all of them however long it did not run, and finds those that are late. */
export async function billInstalments(ctx: Context, orderId: string): Promise<void> {
  const order = await lockOrder(ctx, orderId)
  if (!isSoldByTerm(order.quoteSnapshot)) return
  await postAll(ctx, orderId, await billDue(ctx, orderId, localDate(ctx.now)))
  await refreshSettlement(ctx, orderId)
}
