import { payKind, payMode } from '@cheyi/domain/money/payment/codes'
import { badInput, Refusal } from '@cheyi/domain/refusal'
import { signWay } from '@cheyi/domain/rental/agreement/codes'
import { changeKindOf, MOST_UNPAID_RENEWALS, tripChangeFault } from '@cheyi/domain/sales/site/change'
import { DAY } from '@cheyi/domain/time'
import { lockOrder, type OrderRow, readOrder } from '../../../booking/order/actions.ts'
import type { Context } from '../../../kernel/context.ts'
import { addressOf, linkToPay } from '../../../money/payment/online/actions.ts'
import { customerPhone } from '../../../platform/customer-link/actions.ts'
import { keepQuote } from '../../../pricing/quote/actions.ts'
import { modifyTrip, previewChange } from '../../../rental/order/modify/actions.ts'
import { renewals } from '../../../rental/renewal/actions.ts'
import { type PageHandler, withSiteRefusals } from '../visit.ts'
import { cancelCost, requireHere } from './here.ts'
import * as store from './store.ts'
import { ownOrder } from './visit.ts'

/*
 * Other times for a rental, by the code and the prices of staff: before the pickup the trip is modified, in use the return is renewed. What
 * it costs is said first.
 */

/** @throws Refusal sitePlatformOrder (9321), siteAtStore (9322) also for a store that is not open on the page, orderStatusRefuses (2001) */
function changeOf(ctx: Context, order: OrderRow) {
  requireHere(order)
  const kind = changeKindOf(order.status)
  if (kind === null) throw new Refusal('orderStatusRefuses')
  if (!ctx.identity.storeIds.includes(order.storeId)) throw new Refusal('siteAtStore')
  return kind
}

interface Times {
  readonly pickupAt: number
  readonly returnAt: number
}

/** @throws Refusal badInput (-2) for times that the customer may not choose without staff */
async function requireOwnChange(ctx: Context, order: OrderRow, times: Times): Promise<void> {
  const cost = await cancelCost(ctx, order.id)
  const { pickupAt, returnAt } = order
  const fault = tripChangeFault({ now: ctx.now, penalty: cost?.penalty ?? 1, old: { pickupAt, returnAt }, ...times })
  if (fault !== null) throw badInput('returnAt', fault)
}

async function tripPrice(ctx: Context, order: OrderRow, times: Times) {
  await requireOwnChange(ctx, order, times)
  const { storeId, returnStoreId, modelId } = order
  const { trip, deposits, prepay, snapshot, modification } = await previewChange(ctx, order.id, {
    ...times,
    storeId,
    returnStoreId,
    modelId,
  })
  const inputs = { trip, deposits, prepay, modifies: order.id }
  const kept = await keepQuote(ctx, { inputs, snapshot, total: snapshot.total })
  return {
    ...kept,
    difference: modification.difference,
    lines: modification.changes.map(({ name, before, after }) => ({ name, amount: after - before })),
  }
}

async function renewalPrice(ctx: Context, order: OrderRow, newReturnAt: number) {
  const { quoteId, expiresAt, amount, lines } = await renewals.price({ orderId: order.id, newReturnAt }, ctx)
  return {
    quoteId,
    expiresAt,
    difference: amount,
    lines: lines.map(({ name, amount: fen }) => ({ name, amount: fen })),
  }
}

export const changePrice: PageHandler<'changePrice'> = async ({ orderId, pickupAt, returnAt }, ctx, visit) => {
  const { order } = await ownOrder(ctx, visit, orderId)
  const kind = changeOf(ctx, order)
  return withSiteRefusals(() =>
    kind === 'renewal'
      ? renewalPrice(ctx, order, returnAt)
      : tripPrice(ctx, order, { pickupAt: pickupAt ?? order.pickupAt, returnAt }),
  )
}

/** @throws Refusal tooFrequent (-7) for a customer who lets renewals lapse: each holds the car until its payment time has passed */
async function renew(ctx: Context, order: OrderRow, quoteId: string, mobile: string): Promise<string | null> {
  const open = await store.openRenewal(ctx, order.id)
  if (open === undefined && (await store.unpaidRenewals(ctx, order.id, ctx.now - DAY)) >= MOST_UNPAID_RENEWALS)
    throw new Refusal('tooFrequent')
  // A repeated request, or one more tap, leads to the payment of the renewal that waits for it.
  const made =
    open === undefined
      ? await renewals.create({ orderId: order.id, quoteId, payMode: payMode.onlineIn }, ctx)
      : { renewalId: open.id, toPay: open.payFen }
  if (made.toPay === null) return null
  const phone = (await customerPhone(ctx, order)) ?? mobile
  const link = { payKind: payKind.renewal, refId: made.renewalId, way: signWay.qr, phone } as const
  const { token } = await linkToPay(ctx, await readOrder(ctx, order.id), link)
  return addressOf(ctx, token)
}

/** The quote decides what is changed; that its times are the customer's to choose is asked again, because time has passed. */
async function moveTrip(ctx: Context, orderId: string, quoteId: string): Promise<void> {
  const order = await lockOrder(ctx, orderId)
  const quote = await store.changeQuote(ctx, quoteId)
  if (quote?.modifies !== orderId) throw new Refusal('quoteExpired')
  const { pickupAt, returnAt } = quote.trip
  // A repeated request finds the trip as it asked for it.
  if (order.pickupAt === pickupAt && order.returnAt === returnAt) return
  await requireOwnChange(ctx, order, { pickupAt, returnAt })
  await modifyTrip(ctx, order, quoteId)
}

export const change: PageHandler<'change'> = async ({ orderId, quoteId }, ctx, visit) => {
  const { order, customer } = await ownOrder(ctx, visit, orderId)
  const kind = changeOf(ctx, order)
  return withSiteRefusals(async () => {
    if (kind === 'renewal') return { url: await renew(ctx, order, quoteId, customer.mobile) }
    await moveTrip(ctx, orderId, quoteId)
    return { url: null }
  })
}
