import { feeMode, orderItemType, pickupType, pickupTypes, returnTypes } from '../../../booking/order/codes.ts'
import { formatKm } from '../../../length.ts'
import { applyBp, type Fen, formatMoney, percent } from '../../../money.ts'
import { hoursWords } from '../../../platform/store/hours-words.ts'
import { isOpen } from '../../../platform/store/opening.ts'
import { badInput, Refusal } from '../../../refusal.ts'
import { formatClock, type Instant, minuteOfDay } from '../../../time.ts'
import { areaHolds } from '../area/area.ts'
import type { HandoverPlace, LineKind, PriceInput, PriceLine } from '../quote.ts'
import type { FeeConfig, FeeKind, PriceRules, ServiceArea, StoreTerms } from '../rules.ts'
import { line } from './lines.ts'

/*
 * Handover fees: at night, at another store, at the customer's address. Percentages apply to `base`, the rent and
 * services before any fee and reduction, so that no percentage is applied to another.
 */

const METRES = 1000

/** Road distance from the straight-line distance, metres; used when the map service fails. */
export const estimatedMetres = (straightMetres: number): number => Math.round((straightMetres * 13) / 10)

/**
 * Fees for night, one-way, delivery and collection, in bill order.
 * @param sold the trip that is being modified: a way of handover that was agreed stays possible at its store
 * @throws Refusal 3006 and -2 for what the stores do not offer
 */
export function handoverLines(
  input: PriceInput,
  rules: PriceRules,
  base: Fen,
  sold?: PriceInput,
): readonly PriceLine[] {
  requireModes(input, rules, sold)
  const lines: PriceLine[] = [...pickupNightLines(input, rules, base)]
  lines.push(...returnNightLines(input, rules, base))
  if (input.returnStoreId !== input.storeId) lines.push(oneWayLine(input, rules, base))
  for (const visit of visitsOf(input, rules))
    if (visit.place.type !== pickupType.store) lines.push(placeLine(visit, rules, base))
  return lines
}

const visitsOf = (
  input: Pick<PriceInput, 'pickup' | 'pickupAt' | 'return' | 'returnAt'>,
  rules: Pick<PriceRules, 'store' | 'returnStore'>,
): readonly [Visit, Visit] => [
  { end: pickupEnd, place: input.pickup, at: input.pickupAt, store: rules.store },
  { end: returnEnd, place: input.return, at: input.returnAt, store: rules.returnStore },
]

/** @throws Refusal badInput (-2) for a way of handover that a store does not offer */
function requireModes(input: PriceInput, { store, returnStore }: PriceRules, sold: PriceInput | undefined): void {
  const { type: pickup } = input.pickup
  const { type: back } = input.return
  const keepsPickup = sold?.pickup.type === pickup && sold.storeId === input.storeId
  const keepsReturn = sold?.return.type === back && sold.returnStoreId === input.returnStoreId
  if (!keepsPickup && !store.pickupModes.includes(pickup))
    throw badInput('pickupType', `取车门店不提供「${pickupTypes.text(pickup)}」，请换一种取车方式`)
  if (!keepsReturn && !returnStore.returnModes.includes(back))
    throw badInput('returnType', `还车门店不提供「${returnTypes.text(back)}」，请换一种还车方式`)
}

const PICKUP_NIGHT = 'night.pickup'
const RETURN_NIGHT = 'night.return'

/** The night fee of a pickup; none by day. */
function pickupNightLines(
  { storeId, pickupAt }: Pick<PriceInput, 'storeId' | 'pickupAt'>,
  { fees }: Pick<PriceRules, 'fees'>,
  base: Fen,
): readonly PriceLine[] {
  const fee = nightFee(fees, storeId, pickupAt)
  return fee === null ? [] : [nightLine(fee, PICKUP_NIGHT, '取车', pickupAt, base)]
}

/** The night fee of a return; none by day. */
function returnNightLines(
  { returnStoreId, returnAt }: Pick<PriceInput, 'returnStoreId' | 'returnAt'>,
  { fees }: Pick<PriceRules, 'fees'>,
  base: Fen,
): readonly PriceLine[] {
  const fee = nightFee(fees, returnStoreId, returnAt)
  return fee === null ? [] : [nightLine(fee, RETURN_NIGHT, '还车', returnAt, base)]
}

/**
 * Handover fees after the pickup, and perhaps the return, has moved: the night fee of a moved end follows its new
 * hour and the present rows; the other fees are as sold, a percentage of them applied to the new `base`.
 */
export function handoverMoved(
  sold: { readonly lines: readonly PriceLine[]; readonly input: Pick<PriceInput, 'returnAt'> },
  input: Pick<PriceInput, 'storeId' | 'pickupAt' | 'returnStoreId' | 'returnAt'>,
  rules: Pick<PriceRules, 'fees'>,
  base: { readonly sold: Fen; readonly now: Fen },
): readonly PriceLine[] {
  const returnMoved = input.returnAt !== sold.input.returnAt
  const moved = [PICKUP_NIGHT, ...(returnMoved ? [RETURN_NIGHT] : [])]
  const stay = sold.lines.filter(({ kind, code }) => handoverKinds.includes(kind) && !moved.includes(code))
  return [
    ...pickupNightLines(input, rules, base.now),
    ...(returnMoved ? returnNightLines(input, rules, base.now) : []),
    ...stay.map((row) => ofBase(row, base)),
  ]
}

const handoverKinds: readonly LineKind[] = ['night', 'oneWay', 'handover']

function ofBase(row: PriceLine, base: { readonly sold: Fen; readonly now: Fen }): PriceLine {
  if (row.feeMode !== feeMode.percentage || row.rateBp === null) return row
  const amount = applyBp(base.now, row.rateBp)
  const formula = row.formula.replace(shareText(base.sold, row.rateBp), shareText(base.now, row.rateBp))
  return { ...row, amount, unitPrice: amount, formula }
}

/** The night row whose window contains the local time; null: no fee. Windows are half-open and may pass midnight. */
export function nightFee(fees: readonly FeeConfig[], storeId: string, at: Instant): FeeConfig | null {
  const minute = minuteOfDay(at)
  for (const fee of fees) {
    if (fee.kind !== 'night' || fee.storeId !== storeId) continue
    const { from, to } = nightWindow(fee)
    if (from < to ? minute >= from && minute < to : minute >= from || minute < to) return fee
  }
  return null
}

type NightHours = Pick<FeeConfig, 'windowFrom' | 'windowTo'>
const windowFrom = (fee: NightHours): string => fee.windowFrom ?? '22:00'
const windowTo = (fee: NightHours): string => fee.windowTo ?? '08:00'
/** Minutes of the day; `to` is smaller for a window that passes midnight. */
export const nightWindow = (fee: NightHours): { readonly from: number; readonly to: number } => ({
  from: minutes(windowFrom(fee)),
  to: minutes(windowTo(fee)),
})
const minutes = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5))

function nightLine(fee: FeeConfig, code: string, end: string, at: Instant, base: Fen): PriceLine {
  const { amount, formula } = feeAmount(fee, base, 0)
  return line({
    kind: 'night',
    itemType: orderItemType.extraService,
    code,
    name: `${fee.name}（${end}）`,
    amount,
    formula: `${formatClock(at)}${end}，在${windowFrom(fee)}–${windowTo(fee)}内：${formula}`,
    feeMode: fee.feeMode,
    rateBp: fee.rateBp,
  })
}

/** The fee of a return at another store; undefined: not priced. */
export const oneWayFee = (fees: readonly FeeConfig[], storeId: string, returnStoreId: string): FeeConfig | undefined =>
  fees.find((row) => row.kind === 'oneWay' && row.storeId === storeId && row.pairStoreId === returnStoreId)

/** Whether a fee depends on the distance. */
export const isByKm = (fee: FeeConfig): boolean => fee.feeMode === feeMode.custom && (fee.perKmFee ?? 0) > 0

/** What it comes to: a percentage of `base`, kilometres begun of `metres` where it asks for them. */
export const oneWayAmount = (fee: FeeConfig, base: Fen, metres: number | null): { amount: Fen; formula: string } =>
  feeAmount(fee, base, isByKm(fee) ? beginKm(metres ?? 0, 0) : 0)

function oneWayLine(input: PriceInput, rules: PriceRules, base: Fen): PriceLine {
  const { store, returnStore } = rules
  if (store.oneWayStoreIds !== null && !store.oneWayStoreIds.includes(returnStore.id)) throw notOffered('returnStoreId')
  const sameCity = store.cityCode === returnStore.cityCode
  const name = sameCity ? '异店还车费' : '异地还车费'
  const fee = oneWayFee(rules.fees, store.id, returnStore.id)
  const common = { kind: 'oneWay', itemType: orderItemType.extraService, code: 'oneWay', name } as const
  if (fee === undefined) {
    // Within a city a return at another store is free unless priced; between cities it is only offered where
    // priced.
    if (!sameCity) throw notOffered('returnStoreId')
    return line({ ...common, amount: 0, formula: '同城免费', feeMode: feeMode.free })
  }
  const byKm = isByKm(fee)
  if (byKm && input.oneWayMetres === null) throw badInput('returnStoreId', '暂时无法计算两店距离，请稍后再试')
  const { amount, formula } = oneWayAmount(fee, base, input.oneWayMetres)
  const estimated = byKm && input.oneWayEstimated === true
  return line({ ...common, amount, formula: roadText(formula, estimated), feeMode: fee.feeMode, rateBp: fee.rateBp })
}

/** Differences between delivery and collection. */
interface End {
  readonly code: 'delivery' | 'collect'
  readonly itemType: PriceLine['itemType']
  readonly addressField: string
  readonly addressMissing: string
  readonly timeField: string
  readonly timeWords: string
}

/** A handover outside of the store: where and when, and the store that sends the driver. */
interface Visit {
  readonly end: End
  readonly place: HandoverPlace
  readonly at: Instant
  readonly store: StoreTerms
}

const pickupEnd: End = {
  code: 'delivery',
  itemType: orderItemType.delivery,
  addressField: 'pickupAddress',
  addressMissing: '请填写取车地址',
  timeField: 'pickupAt',
  timeWords: '取车时间',
}
const returnEnd: End = {
  code: 'collect',
  itemType: orderItemType.collection,
  addressField: 'returnAddress',
  addressMissing: '请填写还车地址',
  timeField: 'returnAt',
  timeWords: '还车时间',
}

function placeLine(visit: Visit, rules: PriceRules, base: Fen): PriceLine {
  const { end, place } = visit
  if (place.metres === null) throw badInput(end.addressField, end.addressMissing)
  const fee = placeFee(visit, rules)
  const maxKm = fee.maxKm ?? Number.POSITIVE_INFINITY
  if (place.metres > maxKm * METRES) throw notOffered(end.addressField, maxKm)
  const { amount, formula } = feeAmount(fee, base, beginKm(place.metres, fee.baseKm ?? 0))
  return line({
    kind: 'handover',
    itemType: end.itemType,
    code: place.type === pickupType.shuttle ? `shuttle.${end.code}` : end.code,
    name: fee.name,
    amount,
    formula: roadText(formula, place.estimated),
    feeMode: fee.feeMode,
    rateBp: fee.rateBp,
  })
}

/**
 * The row that prices a position: that of the first of its service areas that is served at that hour, else the
 * store's own row; without a row or an area it is not offered. When the hour is outside of the hours of every area,
 * the refusal is about the time.
 */
function placeFee(visit: Visit, rules: PriceRules): FeeConfig {
  const { end, place, store } = visit
  const kind = feeKindOf(visit)
  const rows = rules.fees.filter((fee) => fee.kind === kind && fee.storeId === store.id)
  const first = rows[0]
  if (first === undefined) throw notOffered(end.addressField)
  // A store without any area is limited by distance only.
  if (areasOf(visit).length === 0) return first
  if (place.lng === null || place.lat === null) throw badInput(end.addressField, end.addressMissing)
  const around = areasAround(visit)
  if (around.length === 0) throw notOffered(end.addressField, first.maxKm ?? 0)
  const area = requireServedArea(visit, around)
  return rows.find((fee) => fee.id === area.feeConfigId) ?? first
}

const feeKindOf = ({ place, end }: Visit): FeeKind => (place.type === pickupType.shuttle ? 'shuttle' : end.code)

/** The service areas that limit a handover. */
const areasOf = ({ place, end, store }: Visit): readonly ServiceArea[] =>
  place.type === pickupType.shuttle
    ? []
    : store.serviceAreas.filter((area) => area.kind === end.code || area.kind === 'both')

function areasAround(visit: Visit): readonly ServiceArea[] {
  const { store } = visit
  const { lng, lat } = visit.place
  if (lng === null || lat === null) return []
  const storeAt = store.lng === null || store.lat === null ? null : { lng: store.lng, lat: store.lat }
  return areasOf(visit).filter((area) => areaHolds(area, storeAt, { lng, lat }))
}

/** The first area that is served at the hour. @throws Refusal badInput (-2) about the time when none is */
function requireServedArea({ end, at }: Visit, around: readonly ServiceArea[]): ServiceArea {
  const area = around.find(({ hours = [] }) => isOpen(hours, [], at))
  if (area !== undefined) return area
  const { name, hours } = around[0]!
  throw badInput(end.timeField, `${end.timeWords}不在「${name}」的服务时间内（${hoursWords(hours ?? [])}）`)
}

/**
 * A delivery or collection that was sold is moved to an hour at which its area is served. An area that has changed since
 * does not matter: the place was agreed.
 * @throws Refusal badInput (-2) about the time
 */
export function requireMovesServed(
  sold: Pick<PriceInput, 'pickupAt' | 'returnAt'>,
  input: Pick<PriceInput, 'pickup' | 'pickupAt' | 'return' | 'returnAt'>,
  rules: Pick<PriceRules, 'store' | 'returnStore'>,
): void {
  const soldAt = [sold.pickupAt, sold.returnAt]
  for (const [i, visit] of visitsOf(input, rules).entries()) {
    if (visit.place.type === pickupType.store || visit.at === soldAt[i]) continue
    const around = areasAround(visit)
    if (around.length > 0) requireServedArea(visit, around)
  }
}

const notOffered = (field: string, maxKm = 0): Refusal => new Refusal('outOfServiceRange', { n: maxKm, field })

/** Started kilometres beyond the free ones, from exact metres: 12.4 km with 3 free are 10, 3.0 km are none. */
function beginKm(metres: number, freeKm: number): number {
  return Math.ceil(Math.max(0, metres - Math.round(freeKm * METRES)) / METRES)
}

/** A fee by its mode: free, a share of `base`, or an amount plus the kilometres. */
function feeAmount(fee: FeeConfig, base: Fen, km: number): { amount: Fen; formula: string } {
  if (fee.feeMode === feeMode.free) return { amount: 0, formula: '免费' }
  if (fee.feeMode === feeMode.percentage) {
    const bp = fee.rateBp ?? 0
    return { amount: applyBp(base, bp), formula: shareText(base, bp) }
  }
  const amount = fee.amount ?? 0
  const perKm = fee.perKmFee ?? 0
  if (km === 0 || perKm === 0) return { amount, formula: formatMoney(amount) }
  return { amount: amount + km * perKm, formula: `${formatMoney(amount)} + ${formatKm(km)} × ${formatMoney(perKm)}` }
}

const roadText = (formula: string, estimated: boolean): string => (estimated ? `${formula}（距离为预估）` : formula)
const shareText = (base: Fen, bp: number): string => `租金及服务费${formatMoney(base)} × ${percent(bp)}`
