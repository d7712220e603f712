import type { OrderKind, Source } from '../order/codes.ts'
import { type Instant, MINUTE } from '../time.ts'
import type { Sums } from './sums.ts'
import type { Window } from './window.ts'

/** From a moment to another, or on and on. */
interface Stretch {
  readonly from: Instant
  readonly to: Instant | null
}

/** A stretch of a car's life in service, at one store and as one model. */
export interface ServiceTime extends Stretch {
  readonly vehicleId: string
  readonly storeId: string
  readonly modelId: string
}

/** Who had a car when. */
export interface CarHeld extends Stretch {
  readonly vehicleId: string
  readonly orderId: string
  readonly source: Source
  readonly kind: OrderKind
  /** Kilometres of the stretch, once it has ended. */
  readonly km: number | null
}

/** A car at the garage or at its inspection, by what really happened. */
export interface CarDown extends Stretch {
  readonly vehicleId: string
}

export interface CarFacts {
  readonly service: readonly ServiceTime[]
  readonly held: readonly CarHeld[]
  readonly down: readonly CarDown[]
}

/**
 * What a car did at one store, as one model: minutes of `[from, to)` in service, with an order, or out of order. What it drove
 * counts at the end of the stretch, which begins there too.
 */
export interface CarPiece {
  readonly what: 'fleet' | 'rented' | 'down' | 'driven'
  readonly storeId: string
  readonly modelId: string
  /** Of what is rented. */
  readonly order: Pick<CarHeld, 'orderId' | 'source' | 'kind'> | null
  readonly from: Instant
  readonly to: Instant
  readonly km: number
}

/** Minutes are whole: what is cut at a second is cut at its minute. */
const minute = (t: Instant) => Math.floor(t / MINUTE) * MINUTE

interface Closed {
  readonly from: Instant
  readonly to: Instant
}

const closed = <T extends Stretch>(stretch: T, now: Instant): T & Closed => ({
  ...stretch,
  from: minute(stretch.from),
  to: minute(Math.min(stretch.to ?? now, now)),
})

/** What is left of some stretches where others are taken out; both in order and apart. */
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

/** One car is one car: of several that say they had it at a minute, the one that began last did. */
function oneAtATime<T extends Closed>(stretches: readonly T[]): T[] {
  const sorted = stretches.toSorted((a, b) => a.from - b.from || a.to - b.to)
  return sorted.flatMap((stretch, index) =>
    without(
      [stretch],
      sorted.slice(index + 1).filter(({ from }) => from < stretch.to),
    ).map((part) => ({ ...stretch, ...part })),
  )
}

/** All that overlaps or touches as one. */
function merged(stretches: readonly Closed[]): Closed[] {
  const whole: { from: Instant; to: Instant }[] = []
  for (const { from, to } of stretches.toSorted((a, b) => a.from - b.from)) {
    const last = whole.at(-1)
    if (last !== undefined && from <= last.to) last.to = Math.max(last.to, to)
    else whole.push({ from, to })
  }
  return whole
}

const ofOrder = ({ orderId, source, kind }: CarHeld) => ({ orderId, source, kind })

/** What every car did, in the slice that it was in at each minute, until now. */
export function carPieces({ service, held, down }: CarFacts, now: Instant): CarPiece[] {
  const heldOf = Map.groupBy(held, ({ vehicleId }) => vehicleId)
  const downOf = Map.groupBy(down, ({ vehicleId }) => vehicleId)
  const pieces: CarPiece[] = []
  for (const [vehicleId, periods] of Map.groupBy(service, (one) => one.vehicleId)) {
    const all = (heldOf.get(vehicleId) ?? []).map((one) => closed(one, now))
    const rented = oneAtATime(all)
    const idle = without(merged((downOf.get(vehicleId) ?? []).map((one) => closed(one, now))), rented)
    for (const period of periods.map((one) => closed(one, now))) {
      const { storeId, modelId } = period
      const add = (what: CarPiece['what'], stretch: Closed, order: CarPiece['order']) => {
        const [from, to] = [Math.max(stretch.from, period.from), Math.min(stretch.to, period.to)]
        if (from < to) pieces.push({ what, storeId, modelId, order, from, to, km: 0 })
      }
      add('fleet', period, null)
      for (const one of rented) add('rented', one, ofOrder(one))
      for (const one of idle) add('down', one, null)
      for (const one of all)
        if (one.km !== null && one.km > 0 && one.to > period.from && one.to <= period.to)
          pieces.push({ what: 'driven', storeId, modelId, order: ofOrder(one), from: one.to, to: one.to, km: one.km })
    }
  }
  return pieces
}

/** What a piece adds to the figures of a window. */
export function pieceShare({ what, from, to, km }: CarPiece, window: Window): Partial<Sums> {
  // Of the last minute before it: a car that is back at midnight was driven the day before.
  if (what === 'driven') return to > window.from && to <= window.until ? { km } : {}
  return { [what]: Math.max(0, minute(Math.min(to, window.until)) - minute(Math.max(from, window.from))) / MINUTE }
}
