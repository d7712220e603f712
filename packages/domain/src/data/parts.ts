import type { OrderKind, Source } from '../order/codes.ts'
import { addDays, DAY, type Instant, type LocalDate, localDate, MINUTE, startOfDate } from '../time.ts'
import { type CarPiece, pieceShare } from './car-time.ts'
import { daysOfOrder, type OrderFacts, orderShare } from './order-share.ts'
import type { Cash, Facts, Slice } from './reckon.ts'
import { addTo, noSums, type SumKey, type Sums } from './sums.ts'
import { daysOf, type Window } from './window.ts'

/** Where a part of the figures belongs; null where it belongs to none: a car alone to no source, money to no model. */
export interface PartKey {
  readonly storeId: string | null
  readonly modelId: string | null
  readonly source: Source | null
  readonly kind: OrderKind | null
}

/** What something adds to the figures of a day, in the slice that it was of. */
export interface Part extends PartKey {
  readonly day: LocalDate
  readonly sums: Partial<Sums>
}

export type Day = Window & { readonly day: LocalDate }

/** A day from its beginning to its end. */
export const wholeDay = (day: LocalDate): Day => ({ day, from: startOfDate(day), until: startOfDate(addDays(day, 1)) })

/** The days from one to another, both with. */
export function wholeDays(first: LocalDate, last: LocalDate): Day[] {
  const days: Day[] = []
  for (let day = first; day <= last; day = addDays(day, 1)) days.push(wholeDay(day))
  return days
}

const told = (sums: Partial<Sums>): Partial<Sums> =>
  Object.fromEntries(Object.entries(sums).filter(([, value]) => value !== 0))
const isNothing = (sums: Partial<Sums>): boolean => Object.keys(sums).length === 0

/** What an order adds to some days, those left out to which it adds nothing. */
export function orderParts(order: OrderFacts, days: readonly Day[]): Part[] {
  if (days.length === 0) return []
  const [first, last] = daysOfOrder(order, Math.max(...days.map(({ until }) => until)))
  const { storeId, modelId, source, kind } = order
  return days
    .filter(({ day }) => day >= first && day <= last)
    .map((day) => ({ day: day.day, storeId, modelId, source, kind, sums: told(orderShare(order, day)) }))
    .filter(({ sums }) => !isNothing(sums))
}

/** All that an order adds to days that are over. */
export function allPartsOf(order: OrderFacts, lastDay: LocalDate): Part[] {
  const [first, last] = daysOfOrder(order, startOfDate(addDays(lastDay, 1)))
  return orderParts(order, wholeDays(first, last < lastDay ? last : lastDay))
}

/** What cars add to some days, one part for each day and slice. */
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
  return [...parts.values()].map((part) => ({ ...part, sums: told(part.sums) })).filter(({ sums }) => !isNothing(sums))
}

/** What money that came and went adds; of which model, source and kind nobody says. */
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
      sums: told({ collected, refunded }),
    }))
    .filter(({ sums }) => !isNothing(sums))
}

/** Everything that some facts add to the days of a window, each cut where the window is. */
export function partsOf({ orders, pieces, cash }: Facts, window: Window): Part[] {
  const days = daysOf(window)
  return [...orders.flatMap((order) => orderParts(order, days)), ...carParts(pieces, days), ...cashParts(cash, days)]
}

/** Tells slices apart. */
export const nameOf = ({ storeId, modelId, source, kind }: PartKey): string =>
  `${storeId ?? 0} ${modelId ?? 0} ${source ?? 0} ${kind ?? 0}`

const fits = <T>(asked: readonly T[] | undefined, value: T | null): boolean =>
  asked === undefined || (value !== null && asked.includes(value))

/** Whether a part is of a slice. Cars are no source's and no kind's: where one is asked for, all of them are in it. */
export const isInSlice =
  ({ storeIds, modelIds, source, kind }: Slice) =>
  (part: PartKey): boolean =>
    fits(storeIds, part.storeId) &&
    fits(modelIds, part.modelId) &&
    (source === undefined || part.source === null || part.source === source) &&
    (kind === undefined || part.kind === null || part.kind === kind)

/** Kept sums are told apart by all keys, by one of them, or by none. */
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

/** The sums of some parts by day and grain, without those of nothing. */
export function gathered(parts: readonly Part[]): (Part & { readonly grain: Grain; readonly sums: Sums })[] {
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

/** The opposite of some parts: what takes them back. */
export const takenBack = (parts: readonly Part[]): Part[] =>
  parts.map((part) => ({
    ...part,
    sums: Object.fromEntries(Object.entries(part.sums).map(([key, value]) => [key, -value])),
  }))

/** The first day of the month of a day. */
export const monthOf = (day: LocalDate): LocalDate => `${day.slice(0, 7)}-01`

/** The months from one day to another, each by its first day. */
export function monthsFrom(first: LocalDate, last: LocalDate): LocalDate[] {
  const months: LocalDate[] = []
  for (let month = monthOf(first); month <= last; month = monthOf(addDays(month, 31))) months.push(month)
  return months
}

/** Calls and jobs that began before midnight have ended by then. */
const KEPT_AFTER = 10 * MINUTE

/** The last whole day that may be kept: over for so long that nobody writes any more as if it were not. */
export const lastKept = (now: number): LocalDate => localDate(now - KEPT_AFTER - DAY)
/** From when on a day may be kept. */
export const keptFrom = (day: LocalDate): Instant => startOfDate(addDays(day, 1)) + KEPT_AFTER
