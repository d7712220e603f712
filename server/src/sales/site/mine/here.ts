import { isPlatform } from '@cheyi/domain/booking/order/codes'
import { profileOf } from '@cheyi/domain/booking/order/kinds'
import { Refusal } from '@cheyi/domain/refusal'
import type { OrderRow } from '../../../booking/order/actions.ts'
import type { Context } from '../../../kernel/context.ts'
import { cancelRule } from '../../../rental/order/cancel/actions.ts'

/**
 * Why a customer may not change or cancel an order here: it was sold on a platform, which has to know; or others than this customer decide,
 * as for a company and for a long rental. `forCompany`: this customer may book for its company, and so may end the booking.
 */
export function elsewhere(
  { source, companyId, orderKind: kind }: Pick<OrderRow, 'source' | 'companyId' | 'orderKind'>,
  { forCompany = false } = {},
): 'sitePlatformOrder' | 'siteAtStore' | null {
  if (isPlatform(source)) return 'sitePlatformOrder'
  return (companyId !== null && !forCompany) || profileOf(kind).counts !== 'hours' ? 'siteAtStore' : null
}

/** @throws Refusal sitePlatformOrder (9321), siteAtStore (9322) */
export function requireHere(...asked: Parameters<typeof elsewhere>): void {
  const why = elsewhere(...asked)
  if (why !== null) throw new Refusal(why)
}

/** What cancelling costs now; null once the order cannot be cancelled any more. */
export async function cancelCost(ctx: Context, orderId: string) {
  try {
    return await cancelRule({ orderId }, ctx)
  } catch (error) {
    if (error instanceof Refusal) return null
    throw error
  }
}
