import type { OrderKind, Source } from '../../booking/order/codes.ts'
import { addDays, DAY, type Instant, type LocalDate, localDate, MINUTE, startOfDate } from '../../time.ts'
import { carOfDay } from './car-of-day.ts'
import { type CarPiece, pieceShare } from './car-time.ts'
import { daysOfOrder, type OrderFacts, orderShare } from './order-share.ts'
import type { Cash, Facts, Slice } from './reckon.ts'
import { addTo, noSums, type SumKey, type Sums } from './sums.ts'
import { daysOf, type Window } from './window.ts'

/** The slice of a part; null where the part has no such dimension: a car has no source, a payment no model. */
export interface PartKey {
  readonly storeId: string | null
  readonly modelId: string | null
  readonly source: Source | null
  readonly kind: OrderKind | null
}

/** A contribution to the sums of a day in one slice. */
export interface Part extends PartKey {
  readonly day: LocalDate
  readonly sums: Partial<Sums>
  /** The vehicle that it is stored for; null or missing where it belongs to none. It is no dimension of the figures. */
  readonly vehicleId?: string | null
}

export type Day = Window & { readonly day: LocalDate }

export const wholeDay = (day: LocalDate): Day => ({ day, from: startOfDate(day), until: startOfDate(addDays(day, 1)) })

/** Both days inclusive. */
export function wholeDays(first: LocalDate, last: LocalDate): Day[] {
  const days: Day[] = []
  for (let day = first; day <= last; day = addDays(day, 1)) days.push(wholeDay(day))
  return days
}

const nonZeroSums = (sums: Partial<Sums>): Partial<Sums> =>
  Object.fromEntries(Object.entries(sums).filter(([, value]) => value !== 0))
const isNothing = (sums: Partial<Sums>): boolean => Object.keys(sums).length === 0

/** Contributions of an order to some days; days without any are left out. */
export function orderParts(order: OrderFacts, days: readonly Day[]): Part[] {
  if (days.length === 0) return []
  const [first, last] = daysOfOrder(order, Math.max(...days.map(({ until }) => until)))
  const { storeId, modelId, source, kind } = order
  // Each day looks at its own income only, or a year of it would be read for each of its days.
  const incomeOn = Map.groupBy(order.income, ({ day }) => day)
  return days
    .filter(({ day }) => day >= first && day <= last)
    .map((day) => ({
      day: day.day,
      storeId,
      modelId,
      source,
      kind,
      vehicleId: carOfDay(order.cars, day.day),
      sums: nonZeroSums(orderShare({ ...order, income: incomeOn.get(day.day) ?? [] }, day)),
    }))
    .filter(({ sums }) => !isNothing(sums))
}

/** All contributions of an order up to `lastDay`, inclusive. */
export function allPartsOf(order: OrderFacts, lastDay: LocalDate): Part[] {
  const [first, last] = daysOfOrder(order, startOfDate(addDays(lastDay, 1)))
  return orderParts(order, wholeDays(first, last < lastDay ? last : lastDay))
}

/** Contributions of cars to some days, one part per day and slice. */
export function carParts(pieces: readonly CarPiece[], days: readonly Day[]): Part[] {
  const parts = new Map<string, Part & { readonly sums: Record<SumKey, number> }>()
  // With its end: what was driven until midnight is of the day before.
  for (const piece of pieces)
    for (const day of days)
      if (piece.from <= day.until && piece.to >= day.from) {
        const { storeId, modelId, order } = piece
        const key = { storeId, modelId, source: order?.source ?? null, kind: order?.kind ?? null }
        const name = `${day.day} ${nameOf(key)}`
        const part = parts.get(name) ?? { day: day.day, ...key, sums: noSums() }
        parts.set(name, part)
        addTo(part.sums, pieceShare(piece, day))
      }
  return [...parts.values()]
    .map((part) => ({ ...part, sums: nonZeroSums(part.sums) }))
    .filter(({ sums }) => !isNothing(sums))
}

/** Contributions of payments; their model, source and kind are not known. */
export const cashParts = (cash: readonly Cash[], days: readonly Pick<Day, 'day'>[]): Part[] => {
  const asked = new Set(days.map(({ day }) => day))
  return cash
    .filter(({ day }) => asked.has(day))
    .map(({ day, storeId, collected, refunded }) => ({
      day,
      storeId,
      modelId: null,
      source: null,
      kind: null,
      sums: nonZeroSums({ collected, refunded }),
    }))
    .filter(({ sums }) => !isNothing(sums))
}

/** All contributions to the days of a window, which are cut at its ends. */
export function partsOf({ orders, pieces, cash }: Facts, window: Window): Part[] {
  const days = daysOf(window)
  return [...orders.flatMap((order) => orderParts(order, days)), ...carParts(pieces, days), ...cashParts(cash, days)]
}

/** Key of a slice. */
export const nameOf = ({ storeId, modelId, source, kind }: PartKey): string =>
  `${storeId ?? 0} ${modelId ?? 0} ${source ?? 0} ${kind ?? 0}`

const isAmong = <T>(asked: readonly T[] | undefined, value: T | null): boolean =>
  asked === undefined || (value !== null && asked.includes(value))

/** Whether a part belongs to a slice. Time of cars has no source and no kind, so that it belongs to every one of them. */
export const isInSlice =
  ({ storeIds, modelIds, source, kind }: Slice) =>
  (part: PartKey): boolean =>
    isAmong(storeIds, part.storeId) &&
    isAmong(modelIds, part.modelId) &&
    (source === undefined || part.source === null || part.source === source) &&
    (kind === undefined || part.kind === null || part.kind === kind)

/** Sums are stored by all dimensions, by one of them, and in total. */
export const grains = ['all', 'store', 'model', 'source', 'part'] as const
export type Grain = (typeof grains)[number]

const of: Readonly<Record<Grain, (key: PartKey) => PartKey>> = {
  all: () => ({ storeId: null, modelId: null, source: null, kind: null }),
  store: ({ storeId }) => ({ storeId, modelId: null, source: null, kind: null }),
  model: ({ modelId }) => ({ storeId: null, modelId, source: null, kind: null }),
  source: ({ source, kind }) => ({ storeId: null, modelId: null, source, kind }),
  part: (key) => key,
}

/** The slice of a grain to which a part belongs. */
export const keyIn = (grain: Grain, { storeId, modelId, source, kind }: PartKey): PartKey =>
  of[grain]({ storeId, modelId, source, kind })

/** Sums of parts by day and grain; zero sums are left out. */
export function sumByGrain(parts: readonly Part[]): (Part & { readonly grain: Grain; readonly sums: Sums })[] {
  const sums = new Map<string, Part & { readonly grain: Grain; readonly sums: Record<SumKey, number> }>()
  for (const part of parts)
    for (const grain of grains) {
      const key = keyIn(grain, part)
      const name = `${grain} ${part.day} ${nameOf(key)}`
      const kept = sums.get(name) ?? { grain, day: part.day, ...key, sums: noSums() }
      sums.set(name, kept)
      addTo(kept.sums, part.sums)
    }
  return [...sums.values()].filter((one) => Object.values(one.sums).some((value) => value !== 0))
}

/** Parts with negative sums, which cancel the given ones. */
export const negatedParts = (parts: readonly Part[]): Part[] =>
  parts.map((part) => ({
    ...part,
    sums: Object.fromEntries(Object.entries(part.sums).map(([key, value]) => [key, -value])),
  }))

export const monthOf = (day: LocalDate): LocalDate => `${day.slice(0, 7)}-01`

/** First days of the months between two days, inclusive. */
export function monthsFrom(first: LocalDate, last: LocalDate): LocalDate[] {
  const months: LocalDate[] = []
  for (let month = monthOf(first); month <= last; month = monthOf(addDays(month, 31))) months.push(month)
  return months
}

/** Calls and jobs that began before midnight have ended by then. */
const KEPT_AFTER = 10 * MINUTE

/** The last day whose sums may be stored: after it, no transaction is open that still writes into that day. */
export const lastStorableDay = (now: number): LocalDate => localDate(now - KEPT_AFTER - DAY)
/** From when on a day may be kept. */
export const storableAt = (day: LocalDate): Instant => startOfDate(addDays(day, 1)) + KEPT_AFTER
