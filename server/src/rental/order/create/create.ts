import type { contract } from '@cheyi/contract/index'
import type { ParsedOf } from '@cheyi/contract/kernel/call'
import { advance } from '@cheyi/domain/advance'
import { isPlatform, type OrderStatus, orderStatus } from '@cheyi/domain/booking/order/codes'
import { profileOf } from '@cheyi/domain/booking/order/kinds'
import { isSoldByTerm, prepayOfSold, type SoldSnapshot } from '@cheyi/domain/booking/order/sold/snapshot'
import { awaitsAcceptance, awaitsCar, awaitsPayment, awaitsPickup, orderSteps } from '@cheyi/domain/booking/order/steps'
import { arrivedBy, channelConfirmDeadline, confirmDeadline, payDeadline } from '@cheyi/domain/booking/order/timers'
import type { StoredLanguage } from '@cheyi/domain/language'
import { payMode } from '@cheyi/domain/money/payment/codes'
import type { PrepayRule } from '@cheyi/domain/platform/merchant/prepay'
import type { DepositTerms, Trip } from '@cheyi/domain/pricing/quote/trip'
import { badInput, Refusal } from '@cheyi/domain/refusal'
import { billedAtBooking } from '@cheyi/domain/rental/instalment/rows'
import { MINUTE } from '@cheyi/domain/time'
import { lockOrder, logOrder, type OrderRow } from '../../../booking/order/actions.ts'
import { insertItems } from '../../../booking/order/items.ts'
import { queueMessage, type Scene } from '../../../booking/order/messages.ts'
import { tellOfNew } from '../../../booking/order/notices.ts'
import { occupy, reserveOrder, takePool } from '../../../fleet/stock/actions.ts'
import { type Context, newId } from '../../../kernel/context.ts'
import { prefetch } from '../../../kernel/db/prefetch.ts'
import { depositLabels, insertDeposits, newDeposits } from '../../../money/deposit/actions.ts'
import { billLines, moneyOfNew, postNew } from '../../../money/payment/actions.ts'
import {
  cancelRules,
  cancelTerms,
  type Offer,
  offerOf,
  offerOfQuote,
  priceTrip,
  requireOffered,
  takeQuote,
} from '../../../pricing/quote/actions.ts'
import { companyOfBooking } from '../../company/actions.ts'
import { resolveRenter } from '../../driver/actions.ts'
import { insertPlan, newPlan } from '../../instalment/actions.ts'
import { requireHours } from './opening.ts'
import * as store from './store-create.ts'

type Input = ParsedOf<typeof contract.order.create>

/**
 * The origin of an order that no account of the merchant entered. Its channel sets the minutes within which it must be
 * accepted, and business hours do not extend them; one of another system was accepted there.
 */
export interface Arrival {
  readonly confirmMinutes?: number
  readonly platform?: DepositTerms['platform']
  /** The customer booked on the merchant's own page: nobody else has collected money or sold under terms of its own. */
  readonly ownPage?: { readonly language: StoredLanguage }
  /** Who booked for a company there, as the merchant named them with the invitation. */
  readonly booker?: string
  /** Another system sold it: its rental may have begun, and nobody is told of it. */
  readonly takenOver?: true
}

/** Books an order, or saves it as a draft. A draft holds no car and no money. */
export async function create(input: Input, ctx: Context, arrival?: Arrival) {
  ctx.require(profileOf(input.orderKind).createKey)
  const draft = input.orderId === undefined ? null : await lockOrder(ctx, input.orderId, input.version)
  const taken = prefetch(takeQuote(ctx, input.quoteId, { orderId: draft?.id ?? null, again: draft !== null }))
  // These queries are sent right behind the query of the quote, without waiting for its result.
  const asked = { cancelRules: prefetch(cancelRules(ctx)), offer: prefetch(offerOfQuote(ctx)) }
  if (!input.submit) return keepDraft(ctx, input, draft, await quotedTrip(ctx, input, { taken, ...asked }), asked)
  const booking = {
    ...asked,
    pool: takePool(ctx, input),
    renter: prefetch(resolveRenter(ctx, input)),
    messageId: prefetch(newId(ctx)),
    arrival,
  }
  return submit(ctx, input, draft, await quotedTrip(ctx, input, { taken, ...asked, arrival }), booking)
}

/** Queries that are sent behind the query of the quote. */
interface Asked {
  readonly cancelRules: ReturnType<typeof cancelRules>
  readonly offer: ReturnType<typeof offerOfQuote>
}

/** The additional queries of a booking. */
interface Booking extends Asked {
  readonly pool: ReturnType<typeof takePool>
  readonly renter: ReturnType<typeof resolveRenter>
  /** The ID of the message that the customer may receive. */
  readonly messageId: Promise<string>
  readonly arrival: Arrival | undefined
}

async function keepDraft(ctx: Context, input: Input, draft: OrderRow | null, quoted: QuotedTrip, asked: Asked) {
  if (input.vehicleId !== undefined) await refuseOtherCar(ctx, input.vehicleId, quoted.trip.modelId)
  const saved = await store.saveOrder(ctx, {
    existing: draft,
    status: draft === null ? orderStatus.notSubmitted : advance(orderSteps, 'editDraft', draft.status),
    form: input,
    ...quoted,
    payer: null,
    renterId: input.renterId ?? null,
    cancelTerms: await cancelTerms(ctx, quoted.snapshot, {
      asked: asked.cancelRules,
      calendar: quoted.offer.holidays,
    }),
    payDeadline: null,
    confirmDeadline: null,
    prepayFen: null,
    booked: { vehicleId: input.vehicleId ?? null },
  })
  ctx.audit({ targetType: 'order', targetId: saved.id })
  return { ...saved, orderId: saved.id }
}

/**
 * @throws Refusal notFound (-4) for a car that does not belong to the merchant, badInput (-2) for a car of another model
 *   than the draft requests
 */
async function refuseOtherCar(ctx: Context, vehicleId: string, modelId: string): Promise<void> {
  const car = await store.modelOfVehicle(ctx, vehicleId)
  if (car === undefined) throw new Refusal('notFound', { field: 'vehicleId' })
  if (car.modelId !== modelId) throw badInput('vehicleId', '指定车辆不是所选车型')
}

async function submit(ctx: Context, input: Input, draft: OrderRow | null, quoted: QuotedTrip, asked: Booking) {
  const { id, snapshot, offer, trip } = quoted
  checkForm(ctx, input, quoted, asked.arrival)
  const payer =
    trip.companyId === undefined
      ? null
      : await companyOfBooking(ctx, trip.companyId, {
          more: billedAtBooking(snapshot),
          storeId: trip.storeId,
          byCustomer: asked.arrival?.ownPage !== undefined,
        })
  const status = advance(orderSteps, 'submit', draft?.status ?? orderStatus.notSubmitted, {
    // What costs nothing waits for no payment: none could be made.
    payOnline: input.payMode === payMode.onlineIn && billedAtBooking(snapshot) > 0,
    autoConfirm: input.autoConfirm ?? offer.settings.autoConfirm,
  })
  const renter = await asked.renter
  if (renter.blacklisted) throw new Refusal('personBlacklisted')

  // A car that the form names is assigned immediately, unless the order must be accepted first.
  const vehicleId = awaitsCar(status) ? input.vehicleId : undefined
  const arranged = vehicleId === undefined ? status : advance(orderSteps, 'arrange', status)
  const pinned = vehicleId !== undefined
  const isTold = asked.arrival?.takenOver !== true
  const message = isTold ? messageOf(arranged) : null
  const plan = isSoldByTerm(snapshot) ? await newPlan(ctx, snapshot) : null
  const placed = { ...trip, id, status, vehicleId: null, actualPickupAt: null, actualReturnAt: null }
  const { settings } = offer
  const { seat, moved } = await reserveOrder(ctx, placed, { vehicleId, pinned, settings, taken: asked.pool })

  // From here on no statement waits for a result: all of them are sent with the commit.
  const platform = asked.arrival?.platform
  const terms = { ...quoted.deposits, ...(platform !== undefined && { platform }) }
  const deposits = newDeposits(terms)
  const { hours, holidays } = offer.pickupStore
  const opening = { hours, exceptions: holidays }
  const booked = await store.saveOrder(ctx, {
    existing: draft,
    status: arranged,
    via: status,
    form: input,
    ...quoted,
    deposits: terms,
    payer,
    renterId: renter.personId,
    cancelTerms: await cancelTerms(ctx, snapshot, { asked: asked.cancelRules, calendar: offer.holidays }),
    payDeadline: awaitsPayment(status) ? payDeadline(ctx.now, offer.settings.payTimeoutMinutes) : null,
    confirmDeadline: !awaitsAcceptance(status)
      ? null
      : asked.arrival?.confirmMinutes === undefined
        ? confirmDeadline(ctx.now, offer.settings.confirmAlarmMinutes, opening)
        : channelConfirmDeadline(ctx.now, asked.arrival.confirmMinutes),
    prepayFen: prepayOfSold(quoted.prepay, snapshot),
    booked: {
      vehicleId: seat.vehicleId,
      plate: seat.plate,
      pinned,
      ...depositLabels(deposits),
      ...(plan?.cached ?? moneyOfNew(snapshot.lines)),
      prepayRule: quoted.prepay,
      ...(asked.arrival?.confirmMinutes !== undefined &&
        asked.arrival.ownPage === undefined && { arrived: arrivedBy.channel }),
      ...(asked.arrival?.ownPage !== undefined && asked.arrival.ownPage),
    },
  })
  await occupy(ctx, placed, seat)
  insertItems(ctx, id, snapshot.lines)
  insertDeposits(ctx, id, deposits)
  if (plan === null) billLines(ctx, id, snapshot.lines)
  else {
    insertPlan(ctx, id, plan.rows)
    postNew(ctx, id, plan.entries)
  }
  const detail = {
    total: snapshot.total,
    plate: seat.plate,
    moved,
    ...(asked.arrival !== undefined && { reason: reasonOf(asked.arrival) }),
  }
  logOrder(ctx, { id, status: draft?.status ?? null }, { action: 'submit', to: arranged, detail })
  if (isTold) tellOfNew(ctx, booked)
  if (message !== null) queueMessage(ctx, sceneOf(quoted, await asked.messageId), booked, message)
  ctx.audit({ targetType: 'order', targetId: id, after: { status: arranged, total: snapshot.total } })
  return { ...booked, orderId: booked.id }
}

/** What a customer is told of a new order; null: nothing yet. */
function messageOf(status: OrderStatus): 'confirmed' | 'awaitingPayment' | null {
  if (awaitsPickup(status)) return 'confirmed'
  return awaitsPayment(status) ? 'awaitingPayment' : null
}

/** Why an order is there that nobody entered. */
function reasonOf({ ownPage, booker, takenOver }: Arrival): string {
  if (takenOver) return '从原系统导入'
  if (booker !== undefined) return `企业预订人${booker}在自营网站下单`
  return ownPage ? '客户在自营网站下单' : '渠道接口下单'
}

/** The stores and names of an order, from the rows that the offer was read from. */
const sceneOf = ({ offer: { pickupStore, returnStore, nameOf }, trip }: QuotedTrip, id: string): Scene => ({
  id,
  settings: pickupStore.merchantSettings,
  store: pickupStore.name,
  storePhone: pickupStore.phone,
  returnStore: returnStore.name,
  model: nameOf(trip.modelId),
})

interface QuotedTrip {
  /** The order ID. */
  readonly id: string
  readonly trip: Trip & { readonly returnStoreId: string }
  readonly snapshot: SoldSnapshot
  readonly deposits: DepositTerms
  readonly offer: Offer
  /** As it was shown to the operator, even where the price was calculated again. */
  readonly prepay: PrepayRule | null
}

/**
 * The trip of the quote. Until the quote expires, its price is valid even if rules have changed; afterwards the trip is
 * priced again and must cost what was shown to the operator.
 * @throws Refusal quoteExpired (3004) for a quote that is unknown or used; priceChanged (3005)
 */
async function quotedTrip(
  ctx: Context,
  input: Input,
  {
    taken,
    offer: offered,
    arrival,
  }: Pick<Asked, 'offer'> & { readonly taken: ReturnType<typeof takeQuote>; readonly arrival?: Arrival | undefined },
): Promise<QuotedTrip> {
  const quote = await taken
  // A quote for the change or renewal of an order cannot book another order.
  if (quote === undefined || quote.inputs.modifies !== undefined || quote.inputs.renews !== undefined)
    throw new Refusal('quoteExpired')
  if (isSoldByTerm(quote.snapshot) !== (profileOf(input.orderKind).counts === 'dates'))
    throw new Refusal('quoteExpired')
  // The page sells at its own prices and counts coupons; a quote of staff may have reductions that were meant for somebody else.
  if ((quote.inputs.page === true) !== (arrival?.ownPage !== undefined)) throw new Refusal('quoteExpired')
  const id = quote.orderId
  const { trip: asked, deposits, prepay = null } = quote.inputs
  const trip = { ...asked, returnStoreId: asked.returnStoreId ?? asked.storeId }
  if (!input.submit || quote.expiresAt > ctx.now) {
    const offer = offerOf(ctx, trip, await offered)
    return requireAgreedPrice(input, { id, trip, snapshot: quote.snapshot, deposits, offer, prepay })
  }
  const priced = await priceTrip(ctx, trip, quote.snapshot.input)
  return requireAgreedPrice(input, { ...priced, id, offer: priced.loaded, trip, prepay })
}

function requireAgreedPrice(input: Input, quoted: QuotedTrip): QuotedTrip {
  const { total } = quoted.snapshot
  if (input.submit && total !== input.expectTotal) throw new Refusal('priceChanged', { total })
  return quoted
}

/** Checks that the schema cannot express, because they depend on the time, the store and the caller. */
function checkForm(ctx: Context, input: Input, { trip, offer }: QuotedTrip, arrival: Arrival | undefined): void {
  requireOffered(offer, trip.modelId)
  if (arrival?.takenOver !== true && trip.pickupAt < ctx.now - offer.settings.graceMinutes * MINUTE)
    throw new Refusal('pickupInPast', { field: 'pickupAt' })
  if (isPlatform(trip.source) && input.channelOrderNo === undefined)
    throw badInput('channelOrderNo', '请填写渠道订单号')
  requireHours(ctx, offer, trip)
}
