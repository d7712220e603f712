import type { Context } from '../kernel/context.ts'
import { found } from '../kernel/context.ts'
import { readOrder } from './actions.ts'
import { CONTACT_PHONE } from './list/search.ts'

/** The customer's whole number, to be dialled; the audit row says who asked for it. @throws Refusal orderNotFound (2002) */
export async function contact({ orderId }: { orderId: string }, ctx: Context): Promise<{ phone: string }> {
  const order = await readOrder(ctx, orderId)
  ctx.audit({ targetType: 'order', targetId: orderId })
  return { phone: ctx.vault.open(CONTACT_PHONE, orderId, found(order.contactPhoneEnc)) }
}
