import { advance } from '@cheyi/domain/advance'
import { amendReason, CREDIT_WHY, isFresh } from '@cheyi/domain/booking/order/amend'
import { profileOf } from '@cheyi/domain/booking/order/kinds'
import { orderSteps } from '@cheyi/domain/booking/order/steps'
import { dueFen } from '@cheyi/domain/money/debt/due'
import type { PermissionKey } from '@cheyi/domain/permission'
import { taskKind } from '@cheyi/domain/platform/todo/task'
import { badInput, Refusal } from '@cheyi/domain/refusal'
import { leaseTypes } from '@cheyi/domain/rental/agreement/codes'
import { lockOrder, logOrder, notifyCustomer, type OrderRow, updateOrder } from '../../../booking/order/actions.ts'
import { contactColumns } from '../../../booking/order/contact-columns.ts'
import type { Context, HandlerOf } from '../../../kernel/context.ts'
import { leaveWaivers } from '../../../money/deposit/actions.ts'
import { endLinks, moneyWentOut } from '../../../money/payment/actions.ts'
import { closeTask } from '../../../platform/todo/actions.ts'
import { agreementOf, voidAgreement } from '../../agreement/actions.ts'
import { callOffDrivers, resolveRenter } from '../../driver/actions.ts'
import { type Booked, bookerOf } from './store.ts'

/** The caller booked the order within the last hour and may still book. */
export const isOwnFresh = (
  ctx: Context,
  { bookedBy, bookedAt, orderKind }: Booked & Pick<OrderRow, 'orderKind'>,
): boolean =>
  bookedBy === ctx.accountId && ctx.can(profileOf(orderKind).createKey) && isFresh({ now: ctx.now, bookedAt })

/**
 * The account that booked an order may change it within the hour as long as no money is paid out. Otherwise the permission
 * is required.
 * @throws Refusal forbidden (-3) with the reason
 */
export async function requireAmendable(ctx: Context, order: OrderRow, key: PermissionKey): Promise<void> {
  if (ctx.can(key)) return
  const { bookedBy, bookedAt } = await bookerOf(ctx, order.id)
  const why = amendReason({
    now: ctx.now,
    bookedAt,
    own: bookedBy === ctx.accountId && ctx.can(profileOf(order.orderKind).createKey),
    moneyLeft: await moneyWentOut(ctx, order.id),
  })
  if (why !== null) throw new Refusal('forbidden', { why: `：${why}` })
}

/**
 * Without the permission no amount may become due to the customer: the one-hour rule must not pay out money.
 * @param difference what is added to the total, fen
 * @throws Refusal forbidden (-3) with the reason
 */
export function requireNoCredit(ctx: Context, order: OrderRow, difference: number): void {
  if (ctx.can('order.modify') || difference >= 0 || dueFen(order) + difference >= 0) return
  throw new Refusal('forbidden', { why: `：${CREDIT_WHY}` })
}

/**
 * Moves the order to another customer: the existing one with this name and phone number, or a new one. Both customers are
 * notified. Additional drivers are removed with the previous customer, unless the caller keeps them; so are what was waived for them and
 * their payment links, and the database ends all other links. Once a document in the name of the previous customer exists, or a deposit
 * is frozen in their account, the change is refused; with the same name and phone number only the additional drivers change.
 * @throws Refusal orderStatusRefuses (2001), badInput (-2) with a document, personBlacklisted, forbidden (-3), stale (-5)
 */
export const changeCustomer: HandlerOf<'order', 'changeCustomer'> = async (input, ctx) => {
  const { contactName, contactPhone } = input
  const order = await lockOrder(ctx, input.orderId, input.version)
  const status = advance(orderSteps, 'modify', order.status)
  await requireAmendable(ctx, order, 'order.modify')
  const contact = contactColumns(ctx, order.id, contactPhone)
  // With the same phone number only the name is corrected, and it is still the same customer.
  const isOther = !order.contactPhoneHash?.equals(contact.contactPhoneHash!)
  const isSame = !isOther && contactName === order.contactName && order.renterId !== null
  const codriverIds = input.keepCodrivers ? order.codriverIds : []
  const paper = await agreementOf(ctx, order.id, leaseTypes)
  if (paper !== null && !isSame) throw badInput('contactName', '合同已生成，不能再修改客户，请取消后重新下单')
  // A contract that names somebody who may not drive any more is made again without them.
  if (codriverIds.length < order.codriverIds.length) await voidAgreement(ctx, order.id, leaseTypes, '驾驶人已变更')
  const person = { ...(isSame && { renterId: order.renterId! }), contactName, contactPhone, codriverIds }
  const { personId, blacklisted } = await resolveRenter(ctx, person)
  if (blacklisted) throw new Refusal('personBlacklisted')
  if (!input.keepDrivers) await callOffDrivers(ctx, order, '客户已变更')
  // The next customer has their own day to come.
  closeTask(ctx, taskKind.noShow, order.id)
  if (isOther) {
    await leaveWaivers(ctx, order)
    endLinks(ctx, order.id)
  }
  const after = updateOrder(ctx, order, {
    renterId: personId,
    codriverIds: codriverIds.filter((id) => id !== personId),
    contactName,
    ...contact,
    ...(isOther && { language: null }),
  })
  logOrder(ctx, order, {
    action: 'modify',
    to: status,
    detail: {
      total: order.totalFen,
      reason: isSame ? '同行驾驶人已变更' : `客户 ${order.contactName} → ${contactName}`,
    },
  })
  const ref = String(after.version)
  if (!isSame) await notifyCustomer(ctx, after, 'modified', { ref, what: 'given' })
  if (isOther) await notifyCustomer(ctx, order, 'modified', { ref, what: 'taken' })
  const told = ({ contactName: name, contactPhoneMask: phone }: OrderRow) => ({ contactName: name, phone })
  ctx.audit({ targetType: 'order', targetId: order.id, before: told(order), after: told(after) })
  return { version: after.version }
}
