import { type OrderKind, orderKind, pickupType, returnType, source } from '@cheyi/domain/booking/order/codes'
import { profileOf } from '@cheyi/domain/booking/order/kinds'
import { payMode } from '@cheyi/domain/money/payment/codes'
import { displayPlate } from '@cheyi/domain/platform/check/plate'
import { payInterval } from '@cheyi/domain/pricing/quote/long/terms'
import type { Rent } from '../../../booking/order/parts/rent-fields.tsx'
import { type Candidate, canTake } from '../../arrange/parts/candidate.ts'
import type { Problems } from './check.ts'
import { type BookingDraft, type Entered, emptyForm, type Renter } from './form.ts'

/* A draft stored on the server, converted to a form, and the changes of others to it. */

export interface ChosenCar {
  readonly vehicle: Entered['vehicle']
  /** Shown at the car when it is no longer available. */
  readonly problems: Problems
}

/** The car of a draft, if it is still free among `cars`: a draft holds no car. undefined when unknown. */
export function chosenCar({ vehicleId }: BookingDraft, cars: readonly Candidate[] | undefined): ChosenCar {
  if (vehicleId === null) return { vehicle: null, problems: {} }
  const car = cars?.find((one) => one.vehicleId === vehicleId)
  if (car && canTake(car)) return { vehicle: { vehicleId, plate: car.plate }, problems: {} }
  const which = car ? `原指定的 ${displayPlate(car.plate)} ` : '原指定车辆'
  return { vehicle: null, problems: { vehicle: `${which}${cars ? '已不可用' : '未能确认'}，可重新指定` } }
}

/** The form of a draft. The caller queries the renter; additional drivers come without names. */
export function formOfDraft(draft: BookingDraft, renter: Renter | null, vehicle: Entered['vehicle'] = null): Entered {
  const place = (address: string, lng: number | null, lat: number | null) => ({ address, lng, lat, placed: address })
  return {
    ...emptyForm,
    storeId: draft.storeId,
    returnStoreId: draft.returnStoreId === draft.storeId ? null : draft.returnStoreId,
    times: [draft.pickupAt, draft.returnAt],
    pickup: { type: draft.pickupType, ...place(draft.pickupAddress, draft.pickupLng, draft.pickupLat) },
    return: { type: draft.returnType, ...place(draft.returnAddress, draft.returnLng, draft.returnLat) },
    modelId: draft.modelId,
    vehicle,
    phone: draft.contactPhone,
    name: draft.contactName,
    renter,
    codrivers: draft.codriverIds.map((personId) => ({ personId, name: '' })),
    services: Object.fromEntries(draft.services.map(({ code, qty }) => [code, qty])),
    reduces: draft.reduces,
    depositMode: draft.depositMode,
    payMode: draft.payMode === payMode.onlineIn ? payMode.onlineIn : payMode.offlineIn,
    source: draft.source,
    channelOrderNo: draft.channelOrderNo ?? '',
    remark: draft.remark,
    tags: draft.tags,
    long: draft.long && { ...draft.long, total: draft.long.agreedTotal },
    payerName: draft.payerName,
    payerTaxNo: draft.payerTaxNo,
    company: draft.company,
  }
}

/** What the server keeps of a form that was handed to a colleague: the input of its quote and of its booking. */
export type HandedInput = Pick<BookingDraft, 'storeId' | 'modelId' | 'pickupAt' | 'returnAt'> &
  Partial<BookingDraft> & {
    readonly orderKind?: OrderKind
    readonly monthlyPrice?: number
    readonly total?: number
    readonly payInterval?: Rent['payInterval']
    readonly companyId?: string
  }

/** A form that a colleague filled in, in the shape of a stored draft. */
export function draftOfHanded({
  orderKind: kind,
  monthlyPrice,
  total,
  payInterval: interval,
  companyId,
  ...given
}: HandedInput) {
  const agreed = { monthlyPrice: monthlyPrice ?? null, agreedTotal: total ?? null }
  return {
    ...blankDraft,
    returnStoreId: given.storeId,
    ...given,
    // The form of a colleague has the id alone.
    company: companyId === undefined ? null : { companyId, name: '' },
    long:
      profileOf(kind ?? orderKind.short).counts === 'dates'
        ? { ...agreed, payInterval: interval ?? payInterval.monthly }
        : null,
  } satisfies BookingDraft
}

const blankDraft = {
  orderId: '',
  version: 0,
  source: source.offline,
  pickupType: pickupType.store,
  returnType: returnType.store,
  pickupAddress: '',
  pickupLng: null,
  pickupLat: null,
  returnAddress: '',
  returnLng: null,
  returnLat: null,
  services: [],
  reduces: [],
  renterId: null,
  codriverIds: [],
  contactName: '',
  contactPhone: '',
  channelOrderNo: null,
  remark: '',
  payMode: payMode.offlineIn,
  depositMode: null,
  vehicleId: null,
  selfService: false,
  tags: [],
  payerName: '',
  payerTaxNo: '',
} as const satisfies Partial<BookingDraft>

/** The compared parts of two readings of a draft, by their form labels. */
const draftParts: readonly (readonly [name: string, of: (draft: BookingDraft) => unknown])[] = [
  ['取车门店', (draft) => [draft.storeId, draft.pickupType, draft.pickupAddress]],
  ['还车门店', (draft) => [draft.returnStoreId, draft.returnType, draft.returnAddress]],
  ['用车时间', (draft) => [draft.pickupAt, draft.returnAt]],
  ['车型', (draft) => draft.modelId],
  ['指定车辆', (draft) => draft.vehicleId],
  ['客户', (draft) => [draft.renterId, draft.contactName, draft.contactPhone, draft.codriverIds]],
  ['保障与服务', (draft) => draft.services],
  ['减免', (draft) => draft.reduces],
  ['押金与收款', (draft) => [draft.depositMode, draft.payMode]],
  ['租金与付款', (draft) => [draft.long, draft.payerName, draft.payerTaxNo]],
  ['其他信息', (draft) => [draft.source, draft.channelOrderNo, draft.remark, draft.tags]],
]

/** The parts of a draft that another person changed: `用车时间`, `车型`. */
export const draftChanges = (before: BookingDraft, after: BookingDraft): string[] =>
  draftParts.filter(([, of]) => JSON.stringify(of(before)) !== JSON.stringify(of(after))).map(([name]) => name)
