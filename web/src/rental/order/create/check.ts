import { isPlatform, pickupType, returnType } from '@cheyi/domain/booking/order/codes'
import { idProblem, normaliseId } from '@cheyi/domain/platform/check/id-number'
import { isContactPhone, normalisePhone } from '@cheyi/domain/platform/check/mobile'
import { closedWords } from '@cheyi/domain/platform/store/hours-words'
import { isOpen } from '@cheyi/domain/platform/store/opening'
import { monthSpan } from '@cheyi/domain/pricing/quote/long/months'
import { DAY, type Instant, localDate, MINUTE } from '@cheyi/domain/time'
import { driverSavePerson } from '../../../form/calls/driver-save-person.gen.ts'
import { problemsOf as faults } from '../../../form/form-call.ts'
import type { CallFailure } from '../../../kernel/call/failure.ts'
import { isRefusedFor } from '../../../kernel/call/refused.ts'
import { type Entered, type Handover, oneWayBar, type Store, type Trip } from './form.ts'

/* Missing or wrong entries, by part of the form: found here before sending, or reported by the server. */

export type Part = keyof Entered
export type Problems = { readonly [K in Part]?: string }

export interface CheckFacts {
  readonly now: Instant
  /** Filling a walk-in's form takes minutes: a pickup this far in the past still counts as now. */
  readonly graceMinutes: number
  /** May book outside opening hours after a confirmation. */
  readonly mayOverride: boolean
}

/** A new renter becomes a customer of the merchant with this name. */
const nameRule = { name: driverSavePerson.fields.name! }

/** Everything that prevents submitting. */
export function problemsOf(entered: Entered, trip: Trip, facts: CheckFacts): Problems {
  const all: { [K in Part]?: string | undefined } = {
    storeId: trip.store ? undefined : '请选择取车门店',
    returnStoreId: trip.store && trip.returnStore && oneWayBar(trip.store, trip.returnStore),
    times: timesProblem(trip, { ...facts, long: entered.long !== null }),
    pickup: trip.pickupType === pickupType.store ? undefined : placeProblem(entered.pickup, '取车'),
    return: trip.returnType === returnType.store ? undefined : placeProblem(entered.return, '还车'),
    modelId: entered.modelId === null ? '请选择车型' : undefined,
    phone: phoneProblem(entered),
    name: faults(nameRule, { name: entered.name }).name,
    identityNo: identityProblem(entered),
    channelOrderNo: isPlatform(entered.source) && entered.channelOrderNo.trim() === '' ? '请填写渠道订单号' : undefined,
  }
  return Object.fromEntries(Object.entries(all).filter(([, text]) => text !== undefined))
}

function timesProblem(
  { times, store, returnStore }: Trip,
  facts: CheckFacts & { readonly long: boolean },
): string | undefined {
  const [from, to] = times
  if (from === undefined || to === undefined) return '请选择取还车时间'
  if (to <= from) return '还车时间必须晚于取车时间'
  if (from < facts.now - facts.graceMinutes * MINUTE) return '取车时间不能早于当前时间'
  if (!store) return undefined
  const wrong = facts.long ? termProblem(from, to) : lengthProblem(store, (to - from) / MINUTE)
  if (wrong !== undefined) return wrong
  if (from > facts.now + store.maxAdvanceDays * DAY) return `最多可提前${store.maxAdvanceDays}天预订`
  return facts.mayOverride ? undefined : closedProblem({ times, store, returnStore }, false)
}

function lengthProblem({ minRentHours, maxRentDays }: Store, minutes: number): string | undefined {
  if (minutes < minRentHours * 60) return tooShort(minRentHours)
  return minutes > maxRentDays * 1440 ? `租期不能超过${maxRentDays}天` : undefined
}

function termProblem(from: Instant, to: Instant): string | undefined {
  const { months, extraDays } = monthSpan(localDate(from), localDate(to))
  return months < 1 || months + Number(extraDays > 0) > 36 ? '租期须为1至36个月' : undefined
}

const tooShort = (hours: number) => (hours % 24 === 0 ? `租期不能少于${hours / 24}天` : `租期不能少于${hours}小时`)

/** The problem when an end is outside the weekly opening hours of its store; exception days are known only to the server. */
export function closedProblem(
  { times, store, returnStore }: Pick<Trip, 'times' | 'store' | 'returnStore'>,
  mayPass: boolean,
) {
  const [from, to] = times
  if (from !== undefined && store && !isOpen(store.hours, [], from))
    return closedWords('取车', { hours: store.hours, exceptions: [] }, from, mayPass)
  if (to !== undefined && returnStore && !isOpen(returnStore.hours, [], to))
    return closedWords('还车', { hours: returnStore.hours, exceptions: [] }, to, mayPass)
  return undefined
}

function placeProblem({ address, lng, lat }: Handover<number>, end: string): string | undefined {
  if (address.trim() === '') return `请填写${end}地址`
  return lng === null || lat === null ? `请在地图上选择${end}位置` : undefined
}

function phoneProblem({ phone, renter }: Entered): string | undefined {
  if (!isContactPhone(normalisePhone(phone))) return '请输入正确的手机号'
  return renter?.blacklist ? '该客户在黑名单中' : undefined
}

function identityProblem({ renter, identityType, identityNo }: Entered): string | undefined {
  const number = normaliseId(identityNo)
  return renter !== null || number === '' ? undefined : (idProblem(identityType, number) ?? undefined)
}

/** The part of the form for each field of the calls. */
const partOf: Readonly<Record<string, Part>> = {
  storeId: 'storeId',
  returnStoreId: 'returnStoreId',
  pickupAt: 'times',
  returnAt: 'times',
  from: 'times',
  to: 'times',
  modelId: 'modelId',
  pickupAddress: 'pickup',
  pickupLng: 'pickup',
  pickupLat: 'pickup',
  returnAddress: 'return',
  returnLng: 'return',
  returnLat: 'return',
  services: 'services',
  reduces: 'reduces',
  renterId: 'phone',
  contactPhone: 'phone',
  contactName: 'name',
  person: 'name',
  codriverIds: 'codrivers',
  vehicleId: 'vehicle',
  channelOrderNo: 'channelOrderNo',
  remark: 'remark',
  tags: 'tags',
  monthlyPrice: 'long',
  total: 'long',
  payInterval: 'long',
  termMonths: 'times',
  payerName: 'payerName',
  payerTaxNo: 'payerTaxNo',
  companyId: 'company',
}
/** Fields of the customer, by the end of their path: `person.phone`. */
const partOfPerson: Readonly<Record<string, Part>> = {
  'person.name': 'name',
  'person.phone': 'phone',
  'person.identityNo': 'identityNo',
  'person.identityType': 'identityNo',
  identityNo: 'identityNo',
}

/** Refusals without a field, and the part that shows them. */
const partsRefused: readonly (readonly [Part, (failure: CallFailure) => boolean])[] = [
  ['times', isRefusedFor('returnBeforePickup', 'pickupInPast', 'lengthOutOfRange', 'advanceTooShort')],
  ['modelId', isRefusedFor('priceMissing', 'dateStopped', 'noVehicleLeft')],
  ['pickup', isRefusedFor('outOfServiceRange')],
  ['phone', isRefusedFor('personBlacklisted')],
  ['identityNo', isRefusedFor('idNumberInvalid')],
  ['channelOrderNo', isRefusedFor('channelOrderNoTaken')],
  ['vehicle', isRefusedFor('vehicleTaken')],
]

const detailOf = ({ data }: CallFailure): Readonly<Record<string, unknown>> =>
  typeof data === 'object' && data !== null ? (data as Record<string, unknown>) : {}

/**
 * The server's refusal at its part of the form; null when it belongs to none. `minutes`: requested length, to separate too short from too
 * long.
 */
export function refusedPart(
  failure: CallFailure,
  minutes: number,
): { readonly part: Part; readonly text: string } | null {
  if (failure.kind !== 'refused') return null
  const field = failure.field ?? ''
  const named = partOf[field.replace(/\.\d.*$/, '')] ?? partOfPerson[field]
  const part = named ?? partsRefused.find(([, refused]) => refused(failure))?.[0]
  return part === undefined ? null : { part, text: refusedText(failure, part, minutes) }
}

function refusedText(failure: CallFailure, part: Part, minutes: number): string {
  const detail = detailOf(failure)
  if (isRefusedFor('badInput')(failure) && typeof detail.字段 === 'string') return detail.字段
  if (isRefusedFor('forbidden')(failure) && (part === 'reduces' || part === 'long'))
    return '减免超出你的权限，请减少金额或请有减免权限的人员办理'
  if (isRefusedFor('lengthOutOfRange')(failure)) return lengthText(detail, minutes)
  if (!isRefusedFor('outOfServiceRange')(failure)) return failure.message
  if (part === 'returnStoreId') return '不支持还到该门店，请重新选择'
  const way = part === 'return' ? '上门取车' : '送车'
  return Number(detail.n) > 0 ? `超出${way}范围（最远${detail.n}公里）` : '该地址不在服务范围内'
}

/** The limit of the store or price that was exceeded. */
function lengthText({ minHours, minDays, maxDays }: Readonly<Record<string, unknown>>, minutes: number): string {
  if (minutes >= Number(maxDays) * 1440) return `租期不能超过${maxDays}天`
  return Number(minDays) > 1 ? `租期不能少于${minDays}天` : tooShort(Number(minHours))
}
