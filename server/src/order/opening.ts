import { isOpen } from '@cheyi/domain/merchant/opening'
import { badInput } from '@cheyi/domain/refusal'
import type { Context } from '../kernel/context.ts'
import type { Offer } from '../quote/actions.ts'

/**
 * Cars are handed over while their stores are open, unless whoever asks may override; null: that end stands as it was agreed.
 * @throws Refusal badInput (-2) naming the end
 */
export function requireHours(
  ctx: Context,
  { pickupStore, returnStore }: Pick<Offer, 'pickupStore' | 'returnStore'>,
  { pickupAt, returnAt }: { readonly pickupAt: number | null; readonly returnAt: number | null },
): void {
  if (ctx.can('order.override')) return
  if (pickupAt !== null && !openAt(pickupStore, pickupAt)) throw badInput('pickupAt', '取车时间不在门店营业时间内')
  if (returnAt !== null && !openAt(returnStore, returnAt)) throw badInput('returnAt', '还车时间不在门店营业时间内')
}

const openAt = (at: Offer['pickupStore'], instant: number): boolean => isOpen(at.hours, at.holidays, instant)
