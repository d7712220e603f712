import { orderSteps } from '@cheyi/domain/booking/order/steps'
import { Refusal } from '@cheyi/domain/refusal'
import { signWay } from '@cheyi/domain/rental/agreement/codes'
import { type HandoverType, handoverTypes } from '@cheyi/domain/rental/pickup-return/codes'
import { isTakenOver } from '@cheyi/domain/rental/self-service/visit'
import { can } from '@cheyi/domain/step'
import { DAY } from '@cheyi/domain/time'
import { lockOrder, type OrderRow } from '../../booking/order/actions.ts'
import type { Context } from '../../kernel/context.ts'
import { publicUrl } from '../../kernel/process/public-url.ts'
import { screen } from '../../kernel/screen.ts'
import { customerPhone, newCustomerLink } from '../../platform/customer-link/actions.ts'
import { linkLife, pageOf } from './staff.ts'
import * as store from './store.ts'
import { beginsAt, purposeOf, stepOf } from './visit.ts'

/** The handovers that the customer of an order may do without staff now: staff or the reminder have begun them, or the customer booked it so. */
export async function handoversOpenToCustomer(ctx: Context, order: OrderRow): Promise<HandoverType[]> {
  const types = handoverTypes.values.filter((type) => can(orderSteps, stepOf(type), order.status).ok)
  const open: HandoverType[] = []
  for (const type of types) {
    const [visit, from] = await Promise.all([store.current(ctx, order.id, type), beginsAt(ctx, order, type)])
    const isOffered = visit === undefined ? order.selfService : !isTakenOver(visit.status)
    if (isOffered && (from === null || ctx.now >= from)) open.push(type)
  }
  return open
}

/**
 * One more link into a handover, for the customer who came by another page; links that were sent go on working. A handover that was booked
 * without staff begins with its first link.
 * @throws Refusal notFound (-4) for a handover that is not open
 */
export async function newVisitLink(ctx: Context, { id }: Pick<OrderRow, 'id'>, type: HandoverType) {
  const order = await lockOrder(ctx, id)
  const phone = await customerPhone(ctx, order)
  const begun = await store.current(ctx, id, type)
  const visit = begun === undefined && order.selfService ? await store.insert(ctx.db, id, type) : begun
  if (visit === undefined || isTakenOver(visit.status) || phone === null) throw new Refusal('notFound')
  const made = await newCustomerLink(ctx, {
    purpose: purposeOf[type],
    orderId: order.id,
    refId: visit.id,
    way: signWay.qr,
    phone,
    life: Math.min(DAY, linkLife(ctx, order, type)),
  })
  return { ...made, phone, url: publicUrl(ctx.config, screen(pageOf[type], { t: made.token })) }
}
