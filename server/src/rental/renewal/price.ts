import { advance } from '@cheyi/domain/advance'
import { isSoldByTerm, soldByHours } from '@cheyi/domain/booking/order/sold/snapshot'
import { orderSteps } from '@cheyi/domain/booking/order/steps'
import { dueFen } from '@cheyi/domain/money/debt/due'
import { findDayPricer } from '@cheyi/domain/pricing/quote/calendar/day-price'
import { datesBetween } from '@cheyi/domain/pricing/quote/long/months'
import type { LongSnapshot } from '@cheyi/domain/pricing/quote/long/price'
import type { PriceLine } from '@cheyi/domain/pricing/quote/quote'
import type { PriceRules } from '@cheyi/domain/pricing/quote/rules'
import { type RentalTerm, termOf } from '@cheyi/domain/pricing/quote/term'
import type { RenewalWish } from '@cheyi/domain/pricing/quote/trip'
import { badInput, Refusal } from '@cheyi/domain/refusal'
import { type LongExtension, type LongRenewal, renewLong } from '@cheyi/domain/rental/instalment/renew'
import type { InstalmentRow } from '@cheyi/domain/rental/instalment/rows'
import { priceRenewal, type RenewalQuote, renewalStart } from '@cheyi/domain/rental/renewal/price'
import { type OrderRow, returnTermsOf } from '../../booking/order/actions.ts'
import type { Context } from '../../kernel/context.ts'
import { loadRules } from '../../pricing/quote/actions.ts'
import { planToRenew } from '../instalment/actions.ts'
import { termExtensions } from './term.ts'

interface Renewable {
  readonly term: RentalTerm
  readonly rules: PriceRules
}

/**
 * The term of an order on rent, and the current rules to extend it by.
 * @throws Refusal orderStatusRefuses (2001), badInput (-2) for a long order
 */
export async function renewable(ctx: Context, order: OrderRow, until: number): Promise<Renewable> {
  advance(orderSteps, 'renew', order.status)
  const sold = soldByHours(order.quoteSnapshot, 'orderId', '长租订单按月续租')
  const [extensions, loaded] = await Promise.all([
    termExtensions(ctx, order.id),
    loadRules(ctx, { ...order, modelIds: [order.modelId], returnAt: Math.max(until, ctx.now, order.returnAt) }),
  ])
  return { term: termOf(sold, extensions), rules: loaded.of(order.modelId) }
}

/** The result of pricing a renewal, for orders by day and by month. */
export interface PricedRenewal {
  readonly newReturnAt: number
  readonly addedDays: number
  /** For the whole rental. */
  readonly days: number
  readonly overHours: number
  readonly lines: readonly PriceLine[]
  readonly amount: number
  readonly extension: RenewalQuote['extension'] | LongExtension
  /** For a long rental: the instalments that it adds. */
  readonly rows: readonly InstalmentRow[]
}

/**
 * The current price of a renewal, by day or by month of the contract.
 * @throws Refusal orderStatusRefuses (2001), overdueUnsettled (2201), priceMissing (3001), badInput (-2)
 */
export async function priceOf(ctx: Context, order: OrderRow, wish: RenewalWish): Promise<PricedRenewal> {
  const sold = order.quoteSnapshot
  if (isSoldByTerm(sold)) {
    const long = await priceOfLong(ctx, order, sold, wish)
    return { ...long, days: datesBetween(sold.startDate, long.extension.to), overHours: 0 }
  }
  return { ...(await byHours(ctx, order, wish)), newReturnAt: wish.newReturnAt, rows: [] }
}

/**
 * For a car that is late beyond the time covered by the agreed day, the late fee must be charged and paid first, unless the
 * caller may override.
 * @throws Refusal as {@link renewable}, overdueUnsettled (2201), priceMissing (3001), badInput (-2)
 */
async function byHours(ctx: Context, order: OrderRow, wish: RenewalWish): Promise<RenewalQuote> {
  const [{ term, rules }, { overdueMultiplierBp }] = await Promise.all([
    renewable(ctx, order, wish.newReturnAt),
    returnTermsOf(ctx, order),
  ])
  const today = findDayPricer(rules, order.source)
  const { late } = renewalStart(term, ctx.now, { overdueMultiplierBp, today })
  if (late !== null && late.fee > 0)
    throw new Refusal('overdueUnsettled', { fee: late.fee, charged: false, what: '超时费用' })
  const owed = dueFen(order)
  if (term.last.kind === 'late' && owed > 0 && !ctx.can('order.override'))
    throw new Refusal('overdueUnsettled', { fee: owed, charged: true, what: '超时费用' })
  return priceRenewal(term, rules, {
    ...wish,
    storeId: order.storeId,
    modelId: order.modelId,
    source: order.source,
    now: ctx.now,
    mayDiscount: ctx.can('order.discount'),
  })
}

/**
 * The price of extending a long rental: the monthly price of the order, however late the order is. An
 * overdue instalment must be paid first, unless the caller may override.
 * @throws Refusal orderStatusRefuses (2001), overdueUnsettled (2201), badInput (-2)
 */
async function priceOfLong(
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
