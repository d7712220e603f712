import type { contract } from '@cheyi/contract/index'
import type { OutputOf, ParsedOf } from '@cheyi/contract/kernel/call'
import { advance } from '@cheyi/domain/advance'
import { agreementType } from '@cheyi/domain/agreement/codes'
import { profileOf } from '@cheyi/domain/order/kinds'
import { isFresh, mendWhy } from '@cheyi/domain/order/mend'
import { orderSteps } from '@cheyi/domain/order/steps'
import type { PermissionKey } from '@cheyi/domain/permission'
import { badInput, Refusal } from '@cheyi/domain/refusal'
import { agreementOf } from '../../agreement/actions.ts'
import { resolveRenter } from '../../driver/actions.ts'
import type { Context } from '../../kernel/context.ts'
import { moneyWentOut } from '../../payment/actions.ts'
import { lockOrder, logOrder, type OrderRow, updateOrder } from '../actions.ts'
import { contactColumns } from '../contact-columns.ts'
import { type Booked, bookedOf } from './store.ts'

type Room = typeof contract.order

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
 * The order was for somebody else: a customer who is known by this name and phone, or a new one. Once there is a paper in
 * the name of the one before, it is not changed any more.
 * @throws Refusal orderStatusRefuses (2001), badInput (-2) with a paper, personBlacklisted, forbidden (-3), stale (-5)
 */
export async function changeCustomer(
  input: ParsedOf<Room['changeCustomer']>,
  ctx: Context,
): Promise<OutputOf<Room['changeCustomer']>> {
  const { contactName, contactPhone } = input
  const order = await lockOrder(ctx, input.orderId, input.version)
  const status = advance(orderSteps, 'modify', order.status)
  await requireMending(ctx, order, 'order.modify')
  const paper = await agreementOf(ctx, order.id, agreementType.pickup)
  if (paper !== null) throw badInput('contactName', '合同已生成，不能再修改客户，请取消后重新下单')
  const { personId, blacklisted } = await resolveRenter(ctx, { contactName, contactPhone })
  if (blacklisted) throw new Refusal('personBlacklisted')
  const after = await updateOrder(ctx, order, {
    renterId: personId,
    codriverIds: order.codriverIds.filter((id) => id !== personId),
    contactName,
    ...contactColumns(ctx, order.id, contactPhone),
  })
  logOrder(ctx, order.id, {
    action: 'modify',
    from: order.status,
    to: status,
    detail: { total: order.totalFen, reason: `客户 ${order.contactName} → ${contactName}` },
  })
  const told = ({ contactName: name, contactPhoneMask: phone }: OrderRow) => ({ contactName: name, phone })
  ctx.audit({ targetType: 'order', targetId: order.id, before: told(order), after: told(after) })
  return { version: after.version }
}
