import { advance } from '@cheyi/domain/advance'
import { orderSteps } from '@cheyi/domain/booking/order/steps'
import type { LongSnapshot } from '@cheyi/domain/pricing/quote/long/price'
import type { RenewalWish } from '@cheyi/domain/pricing/quote/trip'
import { badInput, Refusal } from '@cheyi/domain/refusal'
import { type LongRenewal, renewLong } from '@cheyi/domain/rental/instalment/renew'
import type { OrderRow } from '../../booking/order/actions.ts'
import type { Context } from '../../kernel/context.ts'
import { planToRenew } from '../instalment/actions.ts'

/**
 * The price of extending a long rental: the monthly price of the order, however late the order is. An
 * overdue instalment must be paid first, unless the caller may override.
 * @throws Refusal orderStatusRefuses (2001), overdueUnsettled (2201), badInput (-2)
 */
export async function priceOfLong(
  ctx: Context,
  order: OrderRow,
  sold: LongSnapshot,
  { newReturnAt, services, reduces }: RenewalWish,
): Promise<LongRenewal> {
  advance(orderSteps, 'renew', order.status)
  if (services !== null) throw badInput('services', '长租续租沿用合同的服务')
  if (reduces.length > 0) throw badInput('reduces', '长租续租按合同月租计价，没有减免')
  const { lastSeq, overdue } = await planToRenew(ctx, order.id, sold.terms)
  if (overdue > 0 && !ctx.can('order.override'))
    throw new Refusal('overdueUnsettled', { fee: overdue, charged: true, what: '逾期款' })
  return renewLong(sold, { returnAt: order.returnAt, newReturnAt, now: ctx.now, lastSeq })
}
