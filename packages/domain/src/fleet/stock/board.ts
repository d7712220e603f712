import { DAY } from '../../time.ts'
import { occupancyKind } from '../inventory/occupancy-codes.ts'
import type { Interval, Move, Occupancy, Pool, VehicleId } from './pool.ts'

/*
 * The packing problem of a pool: fixed time ranges of each vehicle, and items that may change vehicles. Vehicles
 * are numbers here; `to` is Infinity where there is no end.
 */

export interface Span {
  readonly from: number
  readonly to: number
}

/**
 * `to` is Infinity for a car that leaves the pool. `ends`: until when its documents must be valid: the whole
 * rental, until its real end at the other store, but at most {@link PAPERS_AHEAD}.
 */
export interface Stay extends Span {
  readonly ends: number
}

/**
 * How long after its start a rental needs valid documents. Documents that expire later are renewed while the car is
 * out: inspections and policies are yearly, and otherwise a rental of several months would find no car.
 */
export const PAPERS_AHEAD = 28 * DAY

export interface Item extends Stay {
  /** null for a requested item. */
  readonly row: Occupancy | null
  /** Its present vehicle, or the one before a stronger item took it; -1 for none. Another vehicle counts as a move. */
  readonly home: number
}

export interface Board {
  readonly vehicles: readonly VehicleId[]
  /** Per vehicle, sorted and without overlaps. */
  readonly fixed: readonly (readonly Span[])[]
  /**
   * From when a vehicle is blocked for good (expired documents, a stop without an end): items must end before, as
   * far as they need documents. This is no time range, because a vehicle that leaves takes the block with it to the
   * other store.
   */
  readonly until: readonly number[]
  readonly items: readonly Item[]
  /** Vehicle of each item in the present plan; -1 for an item without one. */
  readonly at: readonly number[]
}

/** What a request adds to the pool. */
export interface Question {
  /** Rows of this order or ticket are left out. */
  readonly without?: string
  /** The requested vehicle leaves the pool. */
  readonly leaves?: boolean | undefined
  /** A range that one vehicle must take, whatever is on it; `forces` also displaces unpinned orders in their lock window. */
  readonly mandatory?: Span & { readonly vehicleId: VehicleId; readonly forces: boolean }
  readonly wanted?: readonly Item[]
  /** Treated as if they were not pinned. */
  readonly loose?: ReadonlySet<string>
  /** Orders under a stop or an expired document that no plan can move: they stay where they are. */
  readonly staying?: ReadonlySet<Occupancy>
  /** Orders for which no plan has a vehicle. One whose vehicle is late keeps its row on it, so that nothing else is planned there. */
  readonly dropped?: ReadonlySet<Occupancy>
}

export const overlaps = (a: Span, b: Span): boolean => a.from < b.to && b.from < a.to

/** Stops and expired documents do not remove an order that is already there. */
export const isSoft = (row: Occupancy): boolean =>
  row.kind === occupancyKind.stop || row.kind === occupancyKind.documentExpired

/** Blocks its vehicle for good, in every pool. */
const isForGood = (row: Occupancy): boolean => isSoft(row) && row.to === null

/** The same for a stop: unlike documents it is not renewed while the car is out, so that a rental that comes back must end before it. */
const isStopForGood = (row: Occupancy): boolean => isForGood(row) && row.kind === occupancyKind.stop

const isOrder = (row: Occupancy): boolean => row.kind === occupancyKind.order || row.kind === occupancyKind.placing

/** An unpinned order inside its lock window, or whose start has passed. */
export const isHeld = (row: Occupancy): boolean => isOrder(row) && !row.movable && !row.pinned && !row.onRent

/** The time of a row on its vehicle: a row that leaves the pool blocks it until the vehicle comes back by a `+1`. */
export function spanOf(row: Occupancy, pool: Pool): Span {
  if (!row.leaves) return { from: row.from, to: row.to ?? Number.POSITIVE_INFINITY }
  let to = Number.POSITIVE_INFINITY
  for (const delta of pool.deltas)
    if (delta.change === 1 && delta.vehicleId === row.vehicleId && bringsBack(delta, row)) to = Math.min(to, delta.at)
  return { from: row.from, to }
}

/**
 * Whether a vehicle that left with a row comes back by an arrival. The start of its trip decides: the trip before the row may
 * be so late that it arrives after the row should have begun, or even ended.
 */
export const bringsBack = (arrival: { readonly leftAt: number }, row: { readonly from: number }): boolean =>
  arrival.leftAt > row.from

/** The car belongs to this pool again after the rental. */
const comesBack = ({ to }: Stay): boolean => to < Number.POSITIVE_INFINITY

/** Whether a row and a rental need the same vehicle at the same time. */
export const isAgainst = (row: Occupancy, pool: Pool, stay: Stay): boolean =>
  isForGood(row) && !(isStopForGood(row) && comesBack(stay)) ? row.from < stay.ends : overlaps(spanOf(row, pool), stay)

/** Whether a vehicle is free for a rental, ignoring other items. */
export const isClear = ({ fixed, until }: Pick<Board, 'fixed' | 'until'>, vehicle: number, stay: Stay): boolean =>
  stay.ends <= until[vehicle]! && !fixed[vehicle]!.some((span) => overlaps(span, stay))

/** The time for which a row or request needs a vehicle. */
export function stayOf({ from, to, leaves }: Interval & { readonly leaves?: boolean }): Stay {
  const ends = to ?? Number.POSITIVE_INFINITY
  return { from, to: leaves ? Number.POSITIVE_INFINITY : ends, ends: Math.min(ends, from + PAPERS_AHEAD) }
}

/** Vehicles of the pool, then those that only arrive. */
export function vehiclesOf(pool: Pool): VehicleId[] {
  const all = new Set(pool.vehicles)
  for (const delta of pool.deltas) if (delta.change === 1) all.add(delta.vehicleId)
  return [...all]
}

/** When a vehicle of another home store arrives; null for the pool's own. */
export function arrivalOf(pool: Pool, vehicleId: VehicleId): number | null {
  if (pool.vehicles.includes(vehicleId)) return null
  let at = Number.POSITIVE_INFINITY
  for (const delta of pool.deltas) if (delta.change === 1 && delta.vehicleId === vehicleId) at = Math.min(at, delta.at)
  return at
}

/** Builds the board of a pool. Rows of vehicles that do not belong to the pool are ignored, unless they may move into it. */
export function layOut(pool: Pool, question: Question = {}): Board {
  const vehicles = vehiclesOf(pool)
  const index = new Map(vehicles.map((id, v) => [id, v]))
  const hard: Span[][] = vehicles.map((id) => {
    const arrival = arrivalOf(pool, id)
    return arrival === null ? [] : [{ from: Number.NEGATIVE_INFINITY, to: arrival }]
  })
  const soft: Span[][] = vehicles.map(() => [])
  const until = vehicles.map(() => Number.POSITIVE_INFINITY)
  const { mandatory } = question
  // A vehicle that leaves takes a stop for good with it; if no vehicle leaves, the stop is an ordinary time range.
  const somebodyLeaves =
    question.leaves === true ||
    pool.occupancies.some((row) => row.leaves) ||
    (question.wanted ?? []).some((item) => !comesBack(item))
  const mandatoryAt = mandatory ? index.get(mandatory.vehicleId) : undefined
  if (mandatory && mandatoryAt !== undefined) (mandatory.forces ? hard : soft)[mandatoryAt]?.push(mandatory)

  const held: Occupancy[] = []
  const movable: Occupancy[] = []
  for (const row of pool.occupancies) {
    if (row.refId === question.without) continue
    const v = row.vehicleId === null ? undefined : index.get(row.vehicleId)
    if (question.staying?.has(row) || question.dropped?.has(row)) {
      if (v !== undefined) hard[v]?.push(spanOf(row, pool))
    } else if (row.movable || question.loose?.has(row.refId)) movable.push(row)
    else if (isHeld(row)) held.push(row)
    else if (v === undefined) continue
    else if (isForGood(row) && (somebodyLeaves || !isStopForGood(row))) until[v] = Math.min(until[v]!, row.from)
    else (isSoft(row) ? soft : hard)[v]!.push(spanOf(row, pool))
  }

  const fixed = hard.map((spans, v) => [...spans, ...(soft[v] ?? [])])
  for (const row of held) {
    const v = row.vehicleId === null ? undefined : index.get(row.vehicleId)
    const span = spanOf(row, pool)
    const impossible = v === undefined || (hard[v] ?? []).some((other) => overlaps(span, other))
    if (impossible) movable.push(row)
    else fixed[v]?.push(span)
  }
  return { vehicles, fixed: fixed.map(merge), until, ...place(movable, question, index, { fixed, until }) }
}

/** Movable orders on their vehicles; one that overlaps with something fixed, or with another order, has none. */
function place(
  movable: readonly Occupancy[],
  question: Question,
  index: ReadonlyMap<VehicleId, number>,
  idle: Pick<Board, 'fixed' | 'until'>,
): Pick<Board, 'items' | 'at'> {
  const items: Item[] = []
  const at: number[] = []
  const lines: Span[][] = idle.fixed.map(() => [])
  for (const row of movable) {
    const v = row.vehicleId === null ? undefined : index.get(row.vehicleId)
    const item: Item = { row, ...stayOf(row), home: v ?? -1 }
    const stands = v !== undefined && isClear(idle, v, item) && !lines[v]!.some((other) => overlaps(item, other))
    if (stands) lines[v]!.push(item)
    items.push(item)
    at.push(stands ? item.home : -1)
  }
  for (const item of question.wanted ?? []) {
    items.push(item)
    at.push(-1)
  }
  return { items, at }
}

/** Sorts and merges ranges; touching ones become one. */
export function merge(spans: readonly Span[]): Span[] {
  const merged: Span[] = []
  for (const span of [...spans].sort((a, b) => a.from - b.from)) {
    const last = merged.at(-1)
    if (last && span.from <= last.to) merged[merged.length - 1] = { from: last.from, to: Math.max(last.to, span.to) }
    else merged.push(span)
  }
  return merged
}

/** Orders that change vehicles in a plan. */
export function movesOf(board: Board, at: readonly number[]): Move[] {
  return board.items.flatMap(({ row }, i): Move[] => {
    if (row === null || at[i] === -1) return []
    const to = board.vehicles[at[i]!]!
    return to === row.vehicleId ? [] : [{ refId: row.refId, kind: row.kind, from: row.vehicleId, to }]
  })
}
