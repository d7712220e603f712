import { advance } from '@cheyi/domain/advance'
import { orderSteps } from '@cheyi/domain/order/steps'
import { awaitsCheck, selfSteps, TOLD_EVERY } from '@cheyi/domain/self-service/visit'
import { can } from '@cheyi/domain/step'
import { MINUTE } from '@cheyi/domain/time'
import type { Context } from '../kernel/context.ts'
import type { Jobs } from '../kernel/process/jobs.ts'
import { lockOrder } from '../order/actions.ts'
import * as store from './store.ts'
import { tellStillWaiting } from './tell.ts'
import { stepOf } from './visit.ts'

export const selfServiceJobs: Jobs = { due: { selfCheck: tellOfWaiting } }

/** A customer waits at the car: whoever checks is told again after ten and twenty minutes, whoever runs the store after thirty. */
export async function tellOfWaiting(ctx: Context, visitId: string): Promise<void> {
  const seen = await store.byId(ctx.db, visitId)
  if (seen === undefined) return
  const order = await lockOrder(ctx, seen.orderId)
  const visit = await store.byId(ctx.db, visitId)
  if (visit === undefined || !awaitsCheck(visit.status) || visit.handedInAt === null) return
  // The car changed hands at the counter meanwhile: nobody waits for a check.
  if (!can(orderSteps, stepOf(visit.type), order.status).ok) {
    await store.update(ctx, visit, { status: advance(selfSteps, 'takeOver', visit.status), decidedAt: ctx.now })
    return
  }
  const minutes = visit.toldMinutes + TOLD_EVERY
  if (ctx.now - visit.handedInAt < minutes * MINUTE) return
  await store.update(ctx, visit, { toldMinutes: minutes })
  await tellStillWaiting(ctx, order, visit, minutes)
}
