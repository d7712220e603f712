import {
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
import { type IdentityType, identityType } from '@cheyi/domain/rental/driver/codes'
import { endOfTerm } from '@cheyi/domain/rental/instalment/months'
import { payInterval } from '@cheyi/domain/rental/instalment/terms'
import { DAY, type Instant } from '@cheyi/domain/time'
import type { Rent } from '../../../booking/order/parts/rent-fields.tsx'
import type { Quote, QuoteInput } from '../../../booking/order/parts/use-quote.ts'
import type { calls, InputOf, OutputOf } from '../../../kernel/call/calls.ts'
import { caughtUp, fromNow, type Times, usualTimes } from './times.ts'

/*
 * The form of a booking as it is filled in, and what is sent of it. Only what the person chose is kept; what stands in
 * for the rest (the store of the app, the next half hour) is worked out when it is needed, so that a form taken up again
 * tomorrow begins tomorrow.
 */

export type Store = OutputOf<typeof calls.store.list>[number]
export type Renter = OutputOf<typeof calls.driver.searchPeople>[number]
export type BookingDraft = OutputOf<typeof calls.order.draft>
export type BookingInput = InputOf<typeof calls.order.create>
export type ServiceItem = OutputOf<typeof calls.quote.services>[number]

/** Where the car is brought to, or fetched from (WGS-84). */
export interface Place {
  readonly address: string
  readonly lng: number | null
  readonly lat: number | null
  /** The address as it was when the place was pointed out; '' when the place came without one. */
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
  /** The customer stands at the counter and leaves with the car. */
  readonly walkIn: boolean
  /** null: the store chosen for the whole app, or the only one. */
  readonly storeId: string | null
  /** null: where it was picked up. */
  readonly returnStoreId: string | null
  /** null: from the next half hour on, for a day. */
  readonly times: Times | null
  readonly pickup: Handover<PickupType>
  readonly return: Handover<ReturnType>
  readonly modelId: string | null
  /** A car to be arranged at once. */
  readonly vehicle: { readonly vehicleId: string; readonly plate: string } | null
  /** As typed, without spaces. */
  readonly phone: string
  readonly name: string
  /** A known customer, numbers masked. */
  readonly renter: Renter | null
  readonly identityType: IdentityType
  readonly identityNo: string
  readonly codrivers: readonly { readonly personId: string; readonly name: string }[]
  /** Pieces by code; mandatory services need not be named. */
  readonly services: Readonly<Record<string, number>>
  readonly reduces: readonly Reduction[]
  /** null: the first that is offered. */
  readonly depositMode: DepositMode | null
  readonly payMode: typeof payMode.onlineIn | typeof payMode.offlineIn
  readonly source: Source
  readonly channelOrderNo: string
  readonly remark: string
  readonly tags: readonly string[]
  /** Of a long rental: what is agreed of its price and payments. */
  readonly long: Rent | null
  readonly payerName: string
  readonly payerTaxNo: string
  /** Submitted without an answer: the order may exist already. Kept, so that a reload does not forget it. */
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
  unanswered: false,
}

/** A new form for a long rental. */
export const emptyLong: Entered = {
  ...emptyForm,
  long: { payInterval: payInterval.monthly, monthlyPrice: null, total: null },
}

/** What an address proposes: a car, its model and store, from when on for a day, and whether for who stands there. */
export interface Proposal {
  readonly storeId: string | undefined
  readonly modelId: string | undefined
  readonly vehicleId: string | undefined
  readonly plate: string
  readonly from: Instant | undefined
  readonly walkIn: boolean
}

/** A new form as it is proposed. */
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

/** A form found on the phone: a pickup that has gone by moves to now. */
export const takenUp = (entered: Entered, now: Instant): Entered => ({
  ...entered,
  times: caughtUp(entered.times, now),
})

/** What the form's gaps are filled from. */
export interface Surroundings {
  readonly stores: readonly Store[]
  /** The store chosen for the whole app. */
  readonly currentStoreId: string | null
  /** When the form was opened: the usual times must not move under the person's eyes. */
  readonly openedAt: Instant
}

/** Where and when, gaps filled in. */
export interface Trip {
  /** undefined: none chosen yet. */
  readonly store: Store | undefined
  readonly returnStore: Store | undefined
  readonly times: Times
  readonly pickupType: PickupType
  readonly returnType: ReturnType
}

/** Gaps filled in: the store of the app, back to where it came from, from the next half hour on for a day. */
export function tripOf(entered: Entered, { stores, currentStoreId, openedAt }: Surroundings): Trip {
  const find = (id: string | null) => stores.find((one) => one.id === id)
  const store = find(entered.storeId) ?? find(currentStoreId) ?? (stores.length === 1 ? stores[0] : undefined)
  const returnStore = find(entered.returnStoreId) ?? store
  return {
    store,
    returnStore,
    times: entered.times ?? usual(entered, openedAt, store),
    // A way the new store does not offer gives way to one it does.
    pickupType: offered(entered.pickup.type, store?.pickupModes) ?? pickupType.store,
    returnType: offered(entered.return.type, returnStore?.returnModes) ?? returnType.store,
  }
}

/** Months that a long rental is begun with. */
const USUAL_TERM = 3

function usual({ walkIn, long }: Entered, openedAt: Instant, store: Store | undefined): Times {
  if (walkIn) return fromNow(openedAt)
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

/** An address rewritten from its beginning is another place: what the map said no longer holds. */
export function readdressed<T extends number>(handover: Handover<T>, address: string): Handover<T> {
  const same = handover.placed === '' || address.startsWith(handover.placed.slice(0, 2))
  return { ...handover, ...(same ? {} : nowhere), address }
}

/** What to ask of the free cars; null until it is known where and when. */
export function freeInput(entered: Entered, trip: Trip): InputOf<typeof calls.stock.free> | null {
  const [from, to] = trip.times
  if (!trip.store || from === undefined || to === undefined || from >= to) return null
  return {
    storeId: trip.store.id,
    returnStoreId: trip.returnStore?.id,
    from,
    to,
    source: entered.source,
    pickupType: trip.pickupType,
    returnType: trip.returnType,
    orderKind: entered.long === null ? orderKind.short : orderKind.long,
    priced: true,
  }
}

/**
 * What to have priced; null while something the price cannot do without is missing, the offer of services included:
 * chosen ones that the model does not have are left out.
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
    source: entered.source,
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

/** An empty record at the store, else the address with its place; null while either is missing. */
function placeOf(handover: Handover<number>, type: number) {
  if (type === pickupType.store) return {}
  const { lng, lat } = handover
  const address = handover.address.trim()
  return address === '' || lng === null || lat === null ? null : { address, lng, lat }
}

/** The deposit mode that stands: the chosen one while it is offered, else the first. */
export const modeOf = (chosen: DepositMode | null, modes: readonly DepositMode[]): DepositMode =>
  chosen !== null && modes.includes(chosen) ? chosen : (modes[0] ?? depositMode.offline)

export interface Sending {
  readonly submit: boolean
  readonly quote: Pick<Quote, 'quoteId' | 'total'>
  readonly depositMode: DepositMode
  /** The draft this is saved into or becomes. */
  readonly draft: Pick<BookingDraft, 'orderId' | 'version'> | null
}

/** What `create` takes. A draft leaves out what is not yet fit to be kept. */
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
    channelOrderNo: entered.source === source.offline ? undefined : entered.channelOrderNo.trim() || undefined,
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
