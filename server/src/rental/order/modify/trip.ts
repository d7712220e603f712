import { advance } from '@cheyi/domain/advance'
import { termWords } from '@cheyi/domain/booking/order/change-words'
import { isPlatform } from '@cheyi/domain/booking/order/codes'
import { isSoldByTerm, type SoldSnapshot } from '@cheyi/domain/booking/order/sold/snapshot'
import { hasCar, orderSteps } from '@cheyi/domain/booking/order/steps'
import { formatMoney } from '@cheyi/domain/money'
import { dueFen } from '@cheyi/domain/money/debt/due'
import { pick } from '@cheyi/domain/pick'
import { sellsAnew } from '@cheyi/domain/pricing/quote/modify'
import type { PriceInput } from '@cheyi/domain/pricing/quote/quote'
import { billChanges } from '@cheyi/domain/pricing/quote/requote'
import { badInput, Refusal } from '@cheyi/domain/refusal'
import { leaseTypes } from '@cheyi/domain/rental/agreement/codes'
import { isBinding } from '@cheyi/domain/rental/agreement/steps'
import { driverTaskType } from '@cheyi/domain/rental/driver/codes'
import { billedAtBooking } from '@cheyi/domain/rental/instalment/rows'
import { logOrder, type OrderRow, readOrder, updateOrder } from '../../../booking/order/actions.ts'
import { queueMessage, readScene } from '../../../booking/order/messages.ts'
import { checkPlace, placeOrder } from '../../../fleet/stock/actions.ts'
import type { Context } from '../../../kernel/context.ts'
import { prefetch } from '../../../kernel/db/prefetch.ts'
import { refundedRent } from '../../../money/payment/actions.ts'
import { inSight } from '../../../platform/store/actions.ts'
import {
  type ChangeWish,
  cancelRules,
  loadRules,
  type PricedChange,
  priceChange,
  registerChanges,
  requireOffered,
  takeQuote,
} from '../../../pricing/quote/actions.ts'
import { agreementOf, replaceAgreement } from '../../agreement/actions.ts'
import { withinOrderCredit } from '../../company/actions.ts'
import { callOffDrivers } from '../../driver/actions.ts'
import { requireReplannable } from '../../instalment/actions.ts'
import { requireHours } from '../create/opening.ts'
import { requireAmendable, requireNoCredit } from './amend.ts'
import { modifyOrder } from './modify.ts'

/** The order with the requested changes, priced, and the car that it would have; writes nothing. @throws as {@link modify} */
export async function previewChange(ctx: Context, orderId: string, wish: ChangeWish) {
  const order = await readOrder(ctx, orderId)
  if ((wish.orderKind ?? order.orderKind) !== order.orderKind) throw badInput('orderKind', '订单类型不能修改')
  const change = await changeOf(ctx, order, wish)
  const { snapshot } = change
  const sold = order.quoteSnapshot
  const arranged = hasCar(order.status)
  const keepsCar = arranged && (await keeps(ctx, order, change))
  if (!keepsCar) await checkPlace(ctx, { order: withTrip(order, change), pinned: false, sells: isSale(order, change) })
  const difference = snapshot.total - sold.total
  return {
    ...change,
    prepay: order.prepayRule,
    modification: {
      before: sold.total,
      difference,
      owed: dueFen(order) + billIncrease(order, snapshot),
      changes: billChanges(sold.lines, snapshot.lines).map((row) => ({ ...row })),
      plate: arranged ? order.plate : null,
      keepsCar,
    },
  }
}

registerChanges({ preview: previewChange })

/**
 * Changes times, stores or model of an order before its pickup, or the monthly price and plan of a long rental, at the price
 * of a quote that was made for this change. The assigned car is kept where it is still possible; otherwise it is released,
 * and the order has no assigned car. A driver task for an end that moves is cancelled, and an unsigned document becomes
 * void.
 * @throws Refusal quoteExpired (3004) for a quote of anything else; priceChanged (3005) when the price differs from the
 *   quote; orderStatusRefuses (2001), forbidden (-3), badInput (-2), the errors of the pricing, noVehicleLeft (3101),
 *   planPending (3107)
 */
export async function modify(
  ctx: Context,
  order: OrderRow,
  quoteId: string,
): Promise<OrderRow & { readonly letGo: string | null }> {
  const quote = await takeQuote(ctx, quoteId, { orderId: order.id, again: false })
  if (quote?.inputs.modifies !== order.id || quote.expiresAt <= ctx.now) throw new Refusal('quoteExpired')
  const wish = quote.inputs.trip
  // These queries do not depend on the price, so they are sent together with its queries.
  const rules = prefetch(cancelRules(ctx))
  const scenes = [prefetch(readScene(ctx, order)), prefetch(readScene(ctx, tripOf(order, wish)))] as const
  const change = await changeOf(ctx, order, wish, quote.snapshot.input)
  const { snapshot, deposits, trip, loaded } = change
  if (snapshot.total !== quote.snapshot.total) throw new Refusal('priceChanged', { total: snapshot.total })
  const moved = movedOf(order, trip)
  const same = !moved.pickup && !moved.return && trip.modelId === order.modelId
  if (same && termWords(order.quoteSnapshot, snapshot).length === 0 && snapshot.total === order.quoteSnapshot.total)
    throw badInput('quoteId', '没有修改任何内容')

  const [before, after] = await Promise.all(scenes)
  const cancel = { asked: rules, calendar: loaded.holidays }
  await withinOrderCredit(ctx, order, billIncrease(order, snapshot))
  const changed = await modifyOrder(ctx, order, { snapshot, deposits, names: { before, after }, cancel })
  const { seat, kept } = await seatOf(ctx, order, changed, change)
  const letGo = hasCar(order.status) && !kept ? order.plate : null
  const status = letGo === null ? order.status : advance(orderSteps, 'unarrange', order.status)
  const done = updateOrder(ctx, changed, {
    status,
    vehicleId: seat.vehicleId,
    plate: seat.plate,
    pinned: kept && order.pinned,
    // Those of a contract that was not signed, and is void now: the changed order is agreed anew.
    returnTerms: null,
  })
  const calledOff = [
    ...(moved.pickup ? [driverTaskType.deliver] : []),
    ...(moved.return ? [driverTaskType.collect] : []),
  ].map((type) => prefetch(callOffDrivers(ctx, order, '订单已修改', type)))
  const replaced = prefetch(replaceAgreement(ctx, order.id, leaseTypes, '订单已修改'))
  if (letGo !== null)
    logOrder(ctx, order, {
      action: 'unarrange',
      to: status,
      detail: { from: letGo, moved: seat.moved, reason: '改单后原车不能用' },
    })
  await Promise.all([...calledOff, replaced])
  queueMessage(ctx, after, done, 'modified', { ref: String(done.version), what: 'trip' })
  ctx.audit({ targetType: 'order', targetId: order.id, before: auditFieldsOf(order), after: auditFieldsOf(done) })
  return { ...done, letGo }
}

const auditFieldsOf = ({ pickupAt, returnAt, storeId, returnStoreId, modelId, plate, totalFen }: OrderRow) => ({
  pickupAt,
  returnAt,
  storeId,
  returnStoreId,
  modelId,
  plate,
  total: totalFen,
})

/**
 * The permitted changes with their price, using the distances of the previous pricing `before`: those of the quote, or of
 * what was sold.
 * @throws as {@link modify}
 */
async function changeOf(
  ctx: Context,
  order: OrderRow,
  wish: ChangeWish,
  before: PriceInput = order.quoteSnapshot.input,
) {
  advance(orderSteps, 'modify', order.status)
  await requireAmendable(ctx, order, 'order.modify')
  const sold = order.quoteSnapshot
  if (isPlatform(order.source)) throw badInput('orderId', '渠道订单请在渠道平台修改')
  const trip = tripOf(order, wish)
  const loading = prefetch(loadRules(ctx, { ...trip, modelIds: [trip.modelId] }))
  const refunded = prefetch(refundedRent(ctx, order.id))
  const paper = await agreementOf(ctx, order.id, leaseTypes)
  if (paper !== null && isBinding(paper.status)) throw badInput('orderId', '合同已签署，不能再改单，请取消后重新下单')
  if (isSoldByTerm(sold)) await requireReplannable(ctx, order.id)

  const moved = movedOf(order, trip)
  requireSight(ctx, order, trip)
  const loaded = await loading
  const elsewhere = trip.storeId !== order.storeId || trip.returnStoreId !== order.returnStoreId
  if (elsewhere || trip.modelId !== order.modelId) requireOffered(loaded, trip.modelId)
  requireHours(ctx, loaded, {
    pickupAt: moved.pickup ? trip.pickupAt : null,
    returnAt: moved.return ? trip.returnAt : null,
  })
  const priced = await priceChange(ctx, sold, trip, { loaded, before })
  requireNoCredit(ctx, order, billIncrease(order, priced.snapshot))
  refuseBelowRefunded(await refunded, billedAtBooking(priced.snapshot))
  return { trip, loaded, ...priced }
}

/** The amount by which a change increases the bill; for a long rental the difference of its first instalment. Fen. */
const billIncrease = (order: OrderRow, snapshot: SoldSnapshot): number =>
  billedAtBooking(snapshot) - billedAtBooking(order.quoteSnapshot)

/** A separate refund of rent remains refunded: the credit of a total below it would pay that money out a second time. */
function refuseBelowRefunded(refunded: number, total: number): void {
  if (total < refunded)
    throw badInput('orderId', `租金已退${formatMoney(refunded)}，改后总额不能更低，请取消后重新下单`)
}

/**
 * The stores must be visible to the caller, or be those already agreed: an order must not leave the caller's scope.
 * @throws Refusal notFound (-4)
 */
function requireSight(ctx: Context, order: OrderRow, { storeId, returnStoreId }: PricedChange['trip']): void {
  const { scope, storeIds } = ctx.identity
  const seen = scope === 'all' || storeIds.includes(storeId)
  if (!seen) inSight(ctx, storeId === order.storeId ? returnStoreId : storeId)
}

/** The booked trip with the requested changes applied. */
function tripOf(order: OrderRow, wish: ChangeWish): PricedChange['trip'] {
  const sold = order.quoteSnapshot
  const { input } = sold
  return {
    ...pick(wish, 'storeId', 'modelId', 'pickupAt', 'returnAt'),
    returnStoreId: wish.returnStoreId ?? wish.storeId,
    ...pick(order, 'source', 'pickupType', 'returnType', 'pickupAddress'),
    pickupLng: order.pickupLng ?? undefined,
    pickupLat: order.pickupLat ?? undefined,
    returnAddress: order.returnAddress,
    returnLng: order.returnLng ?? undefined,
    returnLat: order.returnLat ?? undefined,
    services: wish.services ?? input.services,
    reduces: input.reduces,
    ...(order.companyId !== null && { companyId: order.companyId }),
    ...(isSoldByTerm(sold) && {
      long: { monthlyPrice: null, agreedTotal: null, payInterval: sold.terms.payInterval, ...wish.long },
    }),
  }
}

/** Which end of the rental has another time or store. */
const movedOf = (order: OrderRow, trip: PricedChange['trip']) => ({
  pickup: trip.pickupAt !== order.pickupAt || trip.storeId !== order.storeId,
  return: trip.returnAt !== order.returnAt || trip.returnStoreId !== order.returnStoreId,
})

const isSale = (order: OrderRow, { snapshot }: PricedChange): boolean =>
  sellsAnew(order.quoteSnapshot.input, snapshot.input)

const withTrip = (order: OrderRow, { trip }: PricedChange): OrderRow => ({
  ...order,
  ...pick(trip, 'storeId', 'returnStoreId', 'modelId', 'pickupAt', 'returnAt'),
})

/** Whether the assigned car may still serve the changed order: a car of another store or model may not. */
const mayKeep = (order: OrderRow, { trip }: PricedChange): boolean =>
  hasCar(order.status) && order.vehicleId !== null && order.storeId === trip.storeId && order.modelId === trip.modelId

/**
 * Runs `work` with the assigned car; null where the car is not free at that time.
 * @throws Refusal vehicleTaken (3104) for a pinned car: it was promised to the customer, so it must be unassigned first
 */
async function withOwnCar<T>({ pinned }: OrderRow, work: () => Promise<T>): Promise<T | null> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Refusal && (error.key === 'vehicleTaken' || error.key === 'noVehicleLeft'))) throw error
    if (pinned) throw new Refusal('vehicleTaken')
    return null
  }
}

/** Whether the assigned car is kept after the change. @throws as {@link withOwnCar} */
async function keeps(ctx: Context, order: OrderRow, change: PricedChange): Promise<boolean> {
  const { vehicleId, pinned } = order
  if (!mayKeep(order, change)) return false
  const asked = { order: withTrip(order, change), vehicleId: vehicleId!, pinned, sells: isSale(order, change) }
  const kept = await withOwnCar(order, async () => {
    await checkPlace(ctx, asked)
    return true
  })
  return kept ?? false
}

/** Assigns the previous car to the changed order, otherwise any suitable car. @throws as {@link withOwnCar}, {@link placeOrder} */
async function seatOf(ctx: Context, order: OrderRow, changed: OrderRow, change: PricedChange) {
  const { vehicleId, pinned } = order
  const asked = { order: changed, sells: isSale(order, change) }
  const own = mayKeep(order, change)
    ? await withOwnCar(order, () => placeOrder(ctx, { ...asked, vehicleId: vehicleId!, pinned }))
    : null
  return own === null
    ? { seat: await placeOrder(ctx, { ...asked, pinned: false }), kept: false }
    : { seat: own, kept: true }
}
