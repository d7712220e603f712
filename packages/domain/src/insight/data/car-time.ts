import type { OrderKind, Source } from '../../booking/order/codes.ts'
import { type Instant, MINUTE } from '../../time.ts'
import type { Sums } from './sums.ts'
import type { Window } from './window.ts'

/** A time range; `to` is null while it is open. */
interface Stretch {
  readonly from: Instant
  readonly to: Instant | null
}

/** The time of a car in service at one store and as one model. */
export interface ServiceTime extends Stretch {
  readonly vehicleId: string
  readonly storeId: string
  readonly modelId: string
  /** Since when it is kept who may move the car (`vehicle_use`): from its first use on; null while there was none. */
  readonly usesFrom: Instant | null
}

/** The time of a car with an order. */
export interface CarHeld extends Stretch {
  readonly vehicleId: string
  readonly orderId: string
  readonly source: Source
  readonly kind: OrderKind
  /** Kilometres driven in that time; null until it has ended. */
  readonly km: number | null
}

/** The actual time of a car in repair or at an inspection. */
export interface CarDown extends Stretch {
  readonly vehicleId: string
}

/** The time in which somebody may move a car, whoever it is. */
export interface CarUsed extends Stretch {
  readonly vehicleId: string
}

export interface CarFacts {
  readonly service: readonly ServiceTime[]
  readonly held: readonly CarHeld[]
  readonly down: readonly CarDown[]
  readonly used: readonly CarUsed[]
}

/**
 * What a car did at one store and as one model: minutes of `[from, to)` in service, rented, out of order, or idle.
 * `driven` counts the kilometres at the end of the rental, where its range also begins.
 */
export interface CarPiece {
  readonly what: 'fleet' | 'rented' | 'down' | 'driven' | 'idle'
  readonly storeId: string
  readonly modelId: string
  /** Only of rented time. */
  readonly order: Pick<CarHeld, 'orderId' | 'source' | 'kind'> | null
  readonly from: Instant
  readonly to: Instant
  readonly km: number
}

/** Times are cut to whole minutes. */
const minute = (t: Instant) => Math.floor(t / MINUTE) * MINUTE

interface Closed {
  readonly from: Instant
  readonly to: Instant
}

const closeStretch = <T extends Stretch>(stretch: T, now: Instant): T & Closed => ({
  ...stretch,
  from: minute(stretch.from),
  to: minute(Math.min(stretch.to ?? now, now)),
})

/** Removes some ranges from others; both lists are sorted and without overlaps. */
function without(stretches: readonly Closed[], taken: readonly Closed[]): Closed[] {
  let left = [...stretches]
  for (const { from, to } of taken)
    left = left.flatMap((one) =>
      one.to <= from || one.from >= to
        ? [one]
        : [
            { from: one.from, to: Math.min(one.to, from) },
            { from: Math.max(one.from, to), to: one.to },
          ].filter((part) => part.from < part.to),
    )
  return left
}

/** Resolves overlaps: a minute that several ranges of a car claim belongs to the one that began last. */
function oneAtATime<T extends Closed>(stretches: readonly T[]): T[] {
  const sorted = stretches.toSorted((a, b) => a.from - b.from || a.to - b.to)
  return sorted.flatMap((stretch, index) =>
    without(
      [stretch],
      sorted.slice(index + 1).filter(({ from }) => from < stretch.to),
    ).map((part) => ({ ...stretch, ...part })),
  )
}

/** Merges ranges that overlap or touch. */
function mergeStretches(stretches: readonly Closed[]): Closed[] {
  const whole: { from: Instant; to: Instant }[] = []
  for (const { from, to } of stretches.toSorted((a, b) => a.from - b.from)) {
    const last = whole.at(-1)
    if (last !== undefined && from <= last.to) last.to = Math.max(last.to, to)
    else whole.push({ from, to })
  }
  return whole
}

/** The part of some ranges before a moment. */
const before = (stretches: readonly Closed[], end: Instant): Closed[] =>
  stretches.map(({ from, to }) => ({ from, to: Math.min(to, end) })).filter(({ from, to }) => from < to)

/**
 * The time in which somebody has a car, as a rule by the kept fact who may move it. Where that fact began later than the orders of the car,
 * the days before it are reckoned from its rentals and repairs, of which nothing else is known.
 */
function busyTime(used: readonly Closed[], otherwise: readonly Closed[], usesFrom: Instant | null): Closed[] {
  const begin = usesFrom === null ? Number.POSITIVE_INFINITY : minute(usesFrom)
  return mergeStretches([...before(otherwise, begin), ...used.filter(({ from, to }) => from < to)])
}

const ofOrder = ({ orderId, source, kind }: CarHeld) => ({ orderId, source, kind })

/** Splits the time of every car until now by store and model. */
export function carPieces({ service, held, down, used }: CarFacts, now: Instant): CarPiece[] {
  const heldOf = Map.groupBy(held, ({ vehicleId }) => vehicleId)
  const downOf = Map.groupBy(down, ({ vehicleId }) => vehicleId)
  const usedOf = Map.groupBy(used, ({ vehicleId }) => vehicleId)
  const pieces: CarPiece[] = []
  for (const [vehicleId, periods] of Map.groupBy(service, (one) => one.vehicleId)) {
    const all = (heldOf.get(vehicleId) ?? []).map((one) => closeStretch(one, now))
    const rented = oneAtATime(all)
    const downs = mergeStretches((downOf.get(vehicleId) ?? []).map((one) => closeStretch(one, now)))
    const stood = without(downs, rented)
    const uses = (usedOf.get(vehicleId) ?? []).map((one) => closeStretch(one, now))
    const busy = busyTime(uses, [...all, ...downs], periods[0]!.usesFrom)
    for (const period of periods.map((one) => closeStretch(one, now))) {
      const { storeId, modelId } = period
      const add = (what: CarPiece['what'], stretch: Closed, order: CarPiece['order']) => {
        const [from, to] = [Math.max(stretch.from, period.from), Math.min(stretch.to, period.to)]
        if (from < to) pieces.push({ what, storeId, modelId, order, from, to, km: 0 })
      }
      add('fleet', period, null)
      for (const one of rented) add('rented', one, ofOrder(one))
      for (const one of stood) add('down', one, null)
      if (period.from < period.to) for (const one of without([period], busy)) add('idle', one, null)
      for (const one of all)
        if (one.km !== null && one.km > 0 && one.to > period.from && one.to <= period.to)
          pieces.push({ what: 'driven', storeId, modelId, order: ofOrder(one), from: one.to, to: one.to, km: one.km })
    }
  }
  return pieces
}

/** What a piece adds to the sums of a window. */
export function pieceShare({ what, from, to, km }: CarPiece, window: Window): Partial<Sums> {
  // A car that is returned at midnight counts as driven the day before.
  if (what === 'driven') return to > window.from && to <= window.until ? { km } : {}
  return { [what]: Math.max(0, minute(Math.min(to, window.until)) - minute(Math.max(from, window.from))) / MINUTE }
}
