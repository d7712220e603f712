import {
  isPlatform,
  orderKind,
  type PickupType,
  pickupType,
  type ReduceType,
  type ReturnType,
  returnType,
  type Source,
  source,
} from '@cheyi/domain/booking/order/codes'
import { type DepositMode, depositMode } from '@cheyi/domain/money/deposit/codes'
import { payMode } from '@cheyi/domain/money/payment/codes'
import { normaliseId } from '@cheyi/domain/platform/check/id-number'
import { isContactPhone, normalisePhone } from '@cheyi/domain/platform/check/mobile'
import { endOfTerm } from '@cheyi/domain/pricing/quote/long/months'
import { payInterval } from '@cheyi/domain/pricing/quote/long/terms'
import { type IdentityType, identityType } from '@cheyi/domain/rental/driver/codes'
import { DAY, type Instant } from '@cheyi/domain/time'
import type { Rent } from '../../../booking/order/parts/rent-fields.tsx'
import type { Quote, QuoteInput } from '../../../booking/order/parts/use-quote.ts'
import type { calls, InputOf, OutputOf } from '../../../kernel/call/calls.ts'
import { oneDayFromNow, type Times, timesNotPast, usualTimes } from './times.ts'

/* The form of a booking, and its call input. Only explicit choices are stored; defaults (the current store, the next half hour) are
 * computed when needed, so that a form continued tomorrow starts tomorrow. */

export type Store = OutputOf<typeof calls.store.list>[number]
export type Renter = OutputOf<typeof calls.driver.searchPeople>[number]
export type BookingDraft = OutputOf<typeof calls.order.draft>
export type BookingInput = InputOf<typeof calls.order.create>
export type ServiceItem = OutputOf<typeof calls.quote.services>[number]

/** Place of a delivery or collection (WGS-84). */
export interface Place {
  readonly address: string
  readonly lng: number | null
  readonly lat: number | null
  /** The address when the place was selected; '' when the place came without one. */
  readonly placed: string
}

/** One end of the rental: at the store, or at a place. */
export interface Handover<T extends number> extends Place {
  readonly type: T
}

export interface Reduction {
  readonly reduceType: ReduceType
  /** Fen, positive. */
  readonly amount: number
}

export interface Entered {
  /** The customer is at the counter and takes the car now. */
  readonly walkIn: boolean
  /** null: the current store of the app, or the only one. */
  readonly storeId: string | null
  /** null: the pickup store. */
  readonly returnStoreId: string | null
  /** null: one day from the next half hour. */
  readonly times: Times | null
  readonly pickup: Handover<PickupType>
  readonly return: Handover<ReturnType>
  readonly modelId: string | null
  /** A specific car to be arranged with the booking. */
  readonly vehicle: { readonly vehicleId: string; readonly plate: string } | null
  /** As typed, without spaces. */
  readonly phone: string
  readonly name: string
  /** A known customer, numbers masked. */
  readonly renter: Renter | null
  readonly identityType: IdentityType
  readonly identityNo: string
  readonly codrivers: readonly { readonly personId: string; readonly name: string }[]
  /** Quantities by code; mandatory services may be left out. */
  readonly services: Readonly<Record<string, number>>
  readonly reduces: readonly Reduction[]
  /** null: the first offered mode. */
  readonly depositMode: DepositMode | null
  readonly payMode: typeof payMode.onlineIn | typeof payMode.offlineIn
  readonly source: Source
  readonly channelOrderNo: string
  readonly remark: string
  readonly tags: readonly string[]
  /** Agreed price and payments of a long rental. */
  readonly long: Rent | null
  readonly payerName: string
  readonly payerTaxNo: string
  /** The company that rents and pays, at its agreed prices; a name is '' where only the id is known. */
  readonly company: { readonly companyId: string; readonly name: string } | null
  /** Submitted without an answer: the order may exist already. Stored, so that it survives a reload. */
  readonly unanswered: boolean
}

const nowhere = { address: '', lng: null, lat: null, placed: '' } as const

export const emptyForm: Entered = {
  walkIn: false,
  storeId: null,
  returnStoreId: null,
  times: null,
  pickup: { type: pickupType.store, ...nowhere },
  return: { type: returnType.store, ...nowhere },
  modelId: null,
  vehicle: null,
  phone: '',
  name: '',
  renter: null,
  identityType: identityType.idCard,
  identityNo: '',
  codrivers: [],
  services: {},
  reduces: [],
  depositMode: null,
  payMode: payMode.offlineIn,
  source: source.offline,
  channelOrderNo: '',
  remark: '',
  tags: [],
  long: null,
  payerName: '',
  payerTaxNo: '',
  company: null,
  unanswered: false,
}

/** A new form for a long rental. */
export const emptyLong: Entered = {
  ...emptyForm,
  long: { payInterval: payInterval.monthly, monthlyPrice: null, total: null },
}

/** Values proposed by an address: a car, its model and store, the start of a one-day stay, and whether it is for a walk-in. */
export interface Proposal {
  readonly storeId: string | undefined
  readonly modelId: string | undefined
  readonly vehicleId: string | undefined
  readonly plate: string
  readonly from: Instant | undefined
  readonly walkIn: boolean
}

/** A new form with the proposed values. */
export const proposedForm = (
  { storeId, modelId, vehicleId, plate, from, walkIn }: Proposal,
  empty: Entered = emptyForm,
): Entered => ({
  ...empty,
  walkIn,
  storeId: storeId ?? null,
  modelId: modelId ?? null,
  vehicle: vehicleId === undefined ? null : { vehicleId, plate },
  times: from === undefined ? null : [from, empty.long === null ? from + DAY : endOfTerm(from, USUAL_TERM)],
})

/** A form stored on the phone: a past pickup moves to now. */
export const resumedForm = (entered: Entered, now: Instant): Entered => ({
  ...entered,
  times: timesNotPast(entered.times, now),
})

/** Sources of the default values. */
export interface Surroundings {
  readonly stores: readonly Store[]
  /** The current store of the app. */
  readonly currentStoreId: string | null
  /** When the form was opened: default times must not change while the form is in use. */
  readonly openedAt: Instant
}

/** Stores and times with defaults filled in. */
export interface Trip {
  /** undefined: none chosen yet. */
  readonly store: Store | undefined
  readonly returnStore: Store | undefined
  readonly times: Times
  readonly pickupType: PickupType
  readonly returnType: ReturnType
}

/** The form after a change: it stays at the store that it showed, whichever store is looked at meanwhile. */
export function changedForm(entered: Entered, change: Partial<Entered>, shownStoreId: string | null): Entered {
  const next = { ...entered, ...change }
  return { ...next, storeId: next.storeId ?? shownStoreId }
}

/** Fills in the defaults: the current store, return to the same store, one day from the next half hour. */
export function tripOf(entered: Entered, { stores, currentStoreId, openedAt }: Surroundings): Trip {
  const find = (id: string | null) => stores.find((one) => one.id === id)
  const store = find(entered.storeId) ?? find(currentStoreId) ?? (stores.length === 1 ? stores[0] : undefined)
  const returnStore = find(entered.returnStoreId) ?? store
  return {
    store,
    returnStore,
    times: entered.times ?? usual(entered, openedAt, store),
    // A way that the new store does not offer is replaced by an offered one.
    pickupType: offered(entered.pickup.type, store?.pickupModes) ?? pickupType.store,
    returnType: offered(entered.return.type, returnStore?.returnModes) ?? returnType.store,
  }
}

/** Default length of a long rental in months. */
const USUAL_TERM = 3

function usual({ walkIn, long }: Entered, openedAt: Instant, store: Store | undefined): Times {
  if (walkIn) return oneDayFromNow(openedAt)
  const times = usualTimes(openedAt, store?.hours ?? [])
  const [from] = times
  return long === null || from === undefined ? times : [from, endOfTerm(from, USUAL_TERM)]
}

const offered = <T>(type: T, modes: readonly T[] | undefined): T | undefined =>
  modes === undefined || modes.includes(type) ? type : modes[0]

/** Why a car of this store cannot be brought back to another; undefined when it can. */
export function oneWayBar(from: Store, to: Store): string | undefined {
  if (from.id === to.id) return undefined
  if (!from.allowOneWay) return '取车门店不支持异店还车'
  const open = from.oneWayStoreIds.length === 0 || from.oneWayStoreIds.includes(to.id)
  return open ? undefined : '不支持还到该门店'
}

/** An address that no longer starts with the located one is another place: its position is dropped. */
export function withAddress<T extends number>(handover: Handover<T>, address: string): Handover<T> {
  const same = handover.placed === '' || address.startsWith(handover.placed.slice(0, 2))
  return { ...handover, ...(same ? {} : nowhere), address }
}

/** Input of the free-cars call; null until store and times are known. */
export function freeInput(entered: Entered, trip: Trip): InputOf<typeof calls.stock.free> | null {
  const [from, to] = trip.times
  if (!trip.store || from === undefined || to === undefined || from >= to) return null
  return {
    storeId: trip.store.id,
    returnStoreId: trip.returnStore?.id,
    from,
    to,
    source: entered.source,
    companyId: entered.source === source.offline ? entered.company?.companyId : undefined,
    pickupType: trip.pickupType,
    returnType: trip.returnType,
    orderKind: entered.long === null ? orderKind.short : orderKind.long,
    priced: true,
  }
}

/**
 * Input of the quote call; null while required values are missing, including the list of services: chosen services that the model does
 * not have are left out.
 */
export function quoteInput(entered: Entered, trip: Trip, offer: readonly ServiceItem[] | undefined): QuoteInput | null {
  const free = freeInput(entered, trip)
  if (free === null || entered.modelId === null || offer === undefined) return null
  const pickup = placeOf(entered.pickup, trip.pickupType)
  const back = placeOf(entered.return, trip.returnType)
  if (pickup === null || back === null) return null
  const codes = new Set(offer.map(({ code }) => code))
  const services = Object.entries(entered.services)
    .filter(([code, qty]) => qty > 0 && codes.has(code))
    .map(([code, qty]) => ({ code, qty }))
  return {
    storeId: free.storeId,
    returnStoreId: free.returnStoreId,
    modelId: entered.modelId,
    pickupAt: free.from,
    returnAt: free.to,
    source: free.source,
    companyId: free.companyId,
    pickupType: trip.pickupType,
    returnType: trip.returnType,
    ...('address' in pickup && { pickupAddress: pickup.address, pickupLng: pickup.lng, pickupLat: pickup.lat }),
    ...('address' in back && { returnAddress: back.address, returnLng: back.lng, returnLat: back.lat }),
    services,
    reduces: entered.reduces.map((one) => ({ ...one })),
    ...(entered.long !== null && longInput(entered.long)),
  }
}

const longInput = ({ payInterval: interval, monthlyPrice, total }: Rent) => ({
  orderKind: orderKind.long,
  payInterval: interval,
  monthlyPrice: monthlyPrice ?? undefined,
  total: total ?? undefined,
})

/** An empty object for the store, otherwise the address with its position; null while either is missing. */
function placeOf(handover: Handover<number>, type: number) {
  if (type === pickupType.store) return {}
  const { lng, lat } = handover
  const address = handover.address.trim()
  return address === '' || lng === null || lat === null ? null : { address, lng, lat }
}

/** The effective deposit mode: the chosen one while it is offered, otherwise the first. */
export const modeOf = (chosen: DepositMode | null, modes: readonly DepositMode[]): DepositMode =>
  chosen !== null && modes.includes(chosen) ? chosen : (modes[0] ?? depositMode.offline)

export interface Sending {
  readonly submit: boolean
  readonly quote: Pick<Quote, 'quoteId' | 'total'>
  readonly depositMode: DepositMode
  /** The draft that is updated or submitted. */
  readonly draft: Pick<BookingDraft, 'orderId' | 'version'> | null
}

/** Input of `create`. A draft leaves out values that are not valid yet. */
export function bookingInput(entered: Entered, { submit, quote, depositMode, draft }: Sending): BookingInput {
  const phone = normalisePhone(entered.phone)
  const name = entered.name.trim()
  const identityNo = normaliseId(entered.identityNo)
  const isNew = entered.renter === null && identityNo !== '' && submit
  return {
    submit,
    orderKind: entered.long === null ? orderKind.short : orderKind.long,
    quoteId: quote.quoteId,
    expectTotal: submit ? quote.total : undefined,
    orderId: draft?.orderId,
    version: draft?.version,
    renterId: entered.renter?.personId,
    person: isNew ? { name, phone, identityType: entered.identityType, identityNo } : undefined,
    codriverIds: given(entered.codrivers.map(({ personId }) => personId)),
    contactName: name || undefined,
    contactPhone: submit || isContactPhone(phone) ? phone : undefined,
    channelOrderNo: isPlatform(entered.source) ? entered.channelOrderNo.trim() || undefined : undefined,
    remark: entered.remark.trim() || undefined,
    payMode: entered.payMode,
    depositMode,
    vehicleId: entered.vehicle?.vehicleId,
    tags: given(entered.tags),
    payerName: entered.payerName.trim() || undefined,
    payerTaxNo: entered.payerTaxNo.trim() || undefined,
  }
}

const given = <T>(list: readonly T[]): T[] | undefined => (list.length > 0 ? [...list] : undefined)
