import { closedWords } from '@cheyi/domain/platform/store/hours-words'
import { isOpen } from '@cheyi/domain/platform/store/opening'
import { badInput } from '@cheyi/domain/refusal'
import type { Context } from '../../../kernel/context.ts'
import type { Offer } from '../../../pricing/quote/actions.ts'

/**
 * Requires a handover during the opening hours of its store, unless the caller may override them. null: this end was already
 * agreed and is not checked.
 * @throws Refusal badInput (-2) naming the end
 */
export function requireHours(
  ctx: Context,
  { pickupStore, returnStore }: Pick<Offer, 'pickupStore' | 'returnStore'>,
  { pickupAt, returnAt }: { readonly pickupAt: number | null; readonly returnAt: number | null },
): void {
  if (ctx.can('order.override')) return
  if (pickupAt !== null && !openAt(pickupStore, pickupAt))
    throw badInput('pickupAt', closedWords('取车', openingOf(pickupStore), pickupAt, false))
  if (returnAt !== null && !openAt(returnStore, returnAt))
    throw badInput('returnAt', closedWords('还车', openingOf(returnStore), returnAt, false))
}

const openAt = (at: Offer['pickupStore'], instant: number): boolean => isOpen(at.hours, at.holidays, instant)

const openingOf = ({ hours, holidays }: Offer['pickupStore']) => ({ hours, exceptions: holidays })
