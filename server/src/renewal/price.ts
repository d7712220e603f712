import { advance } from '@cheyi/domain/advance'
import { dueFen } from '@cheyi/domain/debt/due'
import { soldByHours } from '@cheyi/domain/order/sold/snapshot'
import { orderSteps } from '@cheyi/domain/order/steps'
import { findDayPricer } from '@cheyi/domain/quote/calendar/day-price'
import type { PriceRules } from '@cheyi/domain/quote/rules'
import { type RentalTerm, termOf } from '@cheyi/domain/quote/term'
import type { RenewalWish } from '@cheyi/domain/quote/trip'
import { Refusal } from '@cheyi/domain/refusal'
import { priceRenewal, type RenewalQuote, renewalStart } from '@cheyi/domain/renewal/price'
import type { Context } from '../kernel/context.ts'
import { type OrderRow, returnTermsOf } from '../order/actions.ts'
import { loadRules } from '../quote/actions.ts'
import { termExtensions } from './term.ts'

interface Renewable {
  readonly term: RentalTerm
  readonly rules: PriceRules
}

/**
 * The term of an order that is out, and today's rules to make it longer by.
 * @throws Refusal orderStatusRefuses (2001), badInput (-2) of a long order
 */
export async function renewable(ctx: Context, order: OrderRow, until: number): Promise<Renewable> {
  advance(orderSteps, 'renew', order.status)
  const sold = soldByHours(order.quoteSnapshot, 'orderId', '长租订单不能按天续租')
  const [extensions, loaded] = await Promise.all([
    termExtensions(ctx, order.id),
    loadRules(ctx, { ...order, modelIds: [order.modelId], returnAt: Math.max(until, ctx.now, order.returnAt) }),
  ])
  return { term: termOf(sold, extensions), rules: loaded.of(order.modelId) }
}

/**
 * What a renewal costs now. A car that is late beyond what the agreed day bears has its late fee charged and paid first;
 * who may override goes on while it is still owed.
 * @throws Refusal as {@link renewable}, overdueUnsettled (2201), priceMissing (3001), badInput (-2)
 */
export async function priceOf(ctx: Context, order: OrderRow, wish: RenewalWish): Promise<RenewalQuote> {
  const [{ term, rules }, { overdueMultiplierBp }] = await Promise.all([
    renewable(ctx, order, wish.newReturnAt),
    returnTermsOf(ctx, order),
  ])
  const today = findDayPricer(rules, order.source)
  const { late } = renewalStart(term, ctx.now, { overdueMultiplierBp, today })
  if (late !== null && late.fee > 0) throw new Refusal('overdueUnsettled', { fee: late.fee, charged: false })
  const owed = dueFen(order)
  if (term.last.kind === 'late' && owed > 0 && !ctx.can('order.override'))
    throw new Refusal('overdueUnsettled', { fee: owed, charged: true })
  return priceRenewal(term, rules, {
    ...wish,
    storeId: order.storeId,
    modelId: order.modelId,
    source: order.source,
    now: ctx.now,
    mayDiscount: ctx.can('order.discount'),
  })
}
