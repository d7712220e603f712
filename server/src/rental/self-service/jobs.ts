import { advance } from '@cheyi/domain/advance'
import { isOnRent, orderSteps } from '@cheyi/domain/booking/order/steps'
import { isReminderDue } from '@cheyi/domain/booking/order/timers'
import { takesTexts } from '@cheyi/domain/platform/check/mobile'
import { signWay } from '@cheyi/domain/rental/agreement/codes'
import { handoverType } from '@cheyi/domain/rental/pickup-return/codes'
import { awaitsCheck, selfSteps, TOLD_EVERY } from '@cheyi/domain/rental/self-service/visit'
import { can } from '@cheyi/domain/step'
import { MINUTE } from '@cheyi/domain/time'
import { lockOrder } from '../../booking/order/actions.ts'
import type { Context } from '../../kernel/context.ts'
import type { Jobs } from '../../kernel/process/jobs.ts'
import { customerPhone } from '../../platform/customer-link/actions.ts'
import { sendLink } from './staff.ts'
import * as store from './store.ts'
import { tellStillWaiting } from './tell.ts'
import { stepOf } from './visit.ts'

export const selfServiceJobs: Jobs = { due: { selfCheck: tellOfWaiting, selfLink } }

/**
 * A customer waits at the car: the staff that review handovers are notified again after ten and twenty minutes, the store
 * manager after thirty.
 */
export async function tellOfWaiting(ctx: Context, visitId: string): Promise<void> {
  const seen = await store.byId(ctx.db, visitId)
  if (seen === undefined) return
  const order = await lockOrder(ctx, seen.orderId)
  const visit = await store.byId(ctx.db, visitId)
  if (visit === undefined || !awaitsCheck(visit.status) || visit.handedInAt === null) return
  // The handover was completed at the counter meanwhile, so no review is pending.
  if (!can(orderSteps, stepOf(visit.type), order.status).ok) {
    await store.update(ctx, visit, { status: advance(selfSteps, 'takeOver', visit.status), decidedAt: ctx.now })
    return
  }
  const minutes = visit.toldMinutes + TOLD_EVERY
  if (ctx.now - visit.handedInAt < minutes * MINUTE) return
  await store.update(ctx, visit, { toldMinutes: minutes })
  // A customer who has returned a car has left.
  if (visit.type === handoverType.pickup) tellStillWaiting(ctx, order, visit, minutes)
}

/**
 * Sends the link with the reminder to a customer who booked self-service, once for each handover; for a phone without
 * messages, staff must send it.
 */
async function selfLink(ctx: Context, orderId: string): Promise<void> {
  const order = await lockOrder(ctx, orderId)
  if (!order.selfService) return
  const type = isOnRent(order.status) ? handoverType.return : handoverType.pickup
  const [event, knownAt] =
    type === handoverType.pickup
      ? [order.pickupAt, order.createdAt]
      : [order.returnAt, order.actualPickupAt ?? order.createdAt]
  if (!can(orderSteps, stepOf(type), order.status).ok || !isReminderDue(event, knownAt, ctx.now)) return
  if ((await store.current(ctx, orderId, type)) !== undefined) return
  const phone = await customerPhone(ctx, order)
  if (phone === null || !takesTexts(phone)) return
  await sendLink(ctx, order, type, signWay.sms)
}
