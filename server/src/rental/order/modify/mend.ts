import { advance } from '@cheyi/domain/advance'
import { profileOf } from '@cheyi/domain/booking/order/kinds'
import { CREDIT_WHY, isFresh, mendWhy } from '@cheyi/domain/booking/order/mend'
import { orderSteps } from '@cheyi/domain/booking/order/steps'
import { dueFen } from '@cheyi/domain/money/debt/due'
import type { PermissionKey } from '@cheyi/domain/permission'
import { badInput, Refusal } from '@cheyi/domain/refusal'
import { leaseTypes } from '@cheyi/domain/rental/agreement/codes'
import { lockOrder, logOrder, notifyCustomer, type OrderRow, updateOrder } from '../../../booking/order/actions.ts'
import { contactColumns } from '../../../booking/order/contact-columns.ts'
import type { Context, HandlerOf } from '../../../kernel/context.ts'
import { moneyWentOut } from '../../../money/payment/actions.ts'
import { agreementOf } from '../../agreement/actions.ts'
import { callOffDrivers, resolveRenter } from '../../driver/actions.ts'
import { type Booked, bookedOf } from './store.ts'

/** Booked within the hour by whoever asks, who may still book. */
export const isOwnFresh = (
  ctx: Context,
  { bookedBy, bookedAt, orderKind }: Booked & Pick<OrderRow, 'orderKind'>,
): boolean =>
  bookedBy === ctx.accountId && ctx.can(profileOf(orderKind).createKey) && isFresh({ now: ctx.now, bookedAt })

/**
 * Whoever booked an order may mend it within the hour as far as no money has left; anybody else, and later, needs the key.
 * @throws Refusal forbidden (-3) that says why
 */
export async function requireMending(ctx: Context, order: OrderRow, key: PermissionKey): Promise<void> {
  if (ctx.can(key)) return
  const { bookedBy, bookedAt } = await bookedOf(ctx, order.id)
  const why = mendWhy({
    now: ctx.now,
    bookedAt,
    own: bookedBy === ctx.accountId && ctx.can(profileOf(order.orderKind).createKey),
    moneyLeft: await moneyWentOut(ctx, order.id),
  })
  if (why !== null) throw new Refusal('forbidden', { why: `：${why}` })
}

/**
 * Without the key nothing may become due back to the customer: the hour gives no money away.
 * @param difference what is added to the total, fen
 * @throws Refusal forbidden (-3) that says why
 */
export function requireNoCredit(ctx: Context, order: OrderRow, difference: number): void {
  if (ctx.can('order.modify') || difference >= 0 || dueFen(order) + difference >= 0) return
  throw new Refusal('forbidden', { why: `：${CREDIT_WHY}` })
}

/**
 * The order was for somebody else: a customer who is known by this name and phone, or a new one. Both are told. Who else was
 * to drive goes with the customer before, unless they are kept. Once there is a paper in the name of the one before, it is
 * not changed any more.
 * @throws Refusal orderStatusRefuses (2001), badInput (-2) with a paper, personBlacklisted, forbidden (-3), stale (-5)
 */
export const changeCustomer: HandlerOf<'order', 'changeCustomer'> = async (input, ctx) => {
  const { contactName, contactPhone } = input
  const order = await lockOrder(ctx, input.orderId, input.version)
  const status = advance(orderSteps, 'modify', order.status)
  await requireMending(ctx, order, 'order.modify')
  const paper = await agreementOf(ctx, order.id, leaseTypes)
  if (paper !== null) throw badInput('contactName', '合同已生成，不能再修改客户，请取消后重新下单')
  const codriverIds = input.keepCodrivers ? order.codriverIds : []
  const { personId, blacklisted } = await resolveRenter(ctx, { contactName, contactPhone, codriverIds })
  if (blacklisted) throw new Refusal('personBlacklisted')
  if (!input.keepDrivers) await callOffDrivers(ctx, order, '客户已变更')
  const after = await updateOrder(ctx, order, {
    renterId: personId,
    codriverIds: codriverIds.filter((id) => id !== personId),
    contactName,
    ...contactColumns(ctx, order.id, contactPhone),
  })
  logOrder(ctx, order, {
    action: 'modify',
    to: status,
    detail: { total: order.totalFen, reason: `客户 ${order.contactName} → ${contactName}` },
  })
  const ref = String(after.version)
  await notifyCustomer(ctx, after, 'modified', { ref, what: 'given' })
  // A name that was misspelt is no other customer.
  if (!order.contactPhoneHash?.equals(after.contactPhoneHash!))
    await notifyCustomer(ctx, order, 'modified', { ref, what: 'taken' })
  const told = ({ contactName: name, contactPhoneMask: phone }: OrderRow) => ({ contactName: name, phone })
  ctx.audit({ targetType: 'order', targetId: order.id, before: told(order), after: told(after) })
  return { version: after.version }
}
