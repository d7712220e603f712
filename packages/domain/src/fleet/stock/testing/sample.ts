import { DAY, HOUR, type Instant, MINUTE } from '../../../time.ts'
import { occupancyKind } from '../../inventory/occupancy-codes.ts'
import type { Occupancy, Pool, Request } from '../pool.ts'
import { randomFrom } from '../search/random.ts'

/* Synthetic pools of realistic size, for tests and benchmarks. The same seed gives the same pool. */

export interface SampleOptions {
  readonly vehicles: number
  /** About this many rows from now to the horizon, which follows from it. */
  readonly orders: number
  /** Share of vehicle time that is taken, 0–1. */
  readonly use: number
  /** Share of the future orders that are pinned, distributed evenly over the whole time (harder than in real stores). */
  readonly pinnedShare: number
  /** Share of the future rows that are maintenance. Default 0.02. */
  readonly blockShare?: number
  /** One more order is possible if others are moved: see `Sample.room`. */
  readonly withRoom?: boolean
}

export interface Sample {
  readonly pool: Pool
  readonly now: Instant
  /** The use applies from now until here. */
  readonly horizon: Instant
  /** With `withRoom`: an interval that certainly fits, though often only after many moves. */
  readonly room: Request | null
}

/** Monday 2026-03-02 09:00 in Asia/Shanghai. */
export const NOW: Instant = 1_772_413_200_000
export const LOCK_WINDOW = 2 * HOUR
/** Rental lengths in days, one entry per 5 %: mostly short, some weeks. */
export const LENGTHS = [1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 3, 3, 3, 4, 4, 5, 5, 7, 7, 10]
const MEAN_LENGTH = (LENGTHS.reduce((a, b) => a + b) / LENGTHS.length) * DAY + 2 * HOUR

interface Draft {
  readonly from: number
  readonly to: number
  readonly block: boolean
  pinned: boolean
}

const halfHour = (t: number): number => Math.round(t / (30 * MINUTE)) * 30 * MINUTE

/** A length with its hour of return and an hour of turnaround. */
const length = (random: () => number): number =>
  LENGTHS[Math.floor(random() * LENGTHS.length)]! * DAY + halfHour((random() * 10 - 4) * HOUR) + HOUR

/** A feasible pool: every row has a vehicle, and none overlap. */
export function randomPool(seed: number, options: SampleOptions): Sample {
  const random = randomFrom(seed)
  const horizon = NOW + (options.orders * MEAN_LENGTH) / (options.vehicles * options.use)
  const lines: Draft[][] = Array.from({ length: options.vehicles }, () => {
    const line: Draft[] = []
    for (let t = NOW - random() * MEAN_LENGTH; t < horizon; ) {
      const long = length(random)
      const idle = -Math.log(1 - random()) * ((long * (1 - options.use)) / options.use)
      const from = halfHour(t + idle)
      const block = from > NOW && random() < (options.blockShare ?? 0.02)
      if (from + long > NOW) line.push({ from, to: from + long, block, pinned: from <= NOW })
      t = from + long
    }
    return line
  })
  mix(lines, random)
  for (const draft of lines.flat()) draft.pinned ||= draft.block || random() < options.pinnedShare
  const room = options.withRoom ? takeOut(lines, random) : null
  if (room) mix(lines, random)

  const vehicles = lines.map((_, v) => `v${v + 1}`)
  let number = 0
  const occupancies = lines.flatMap((line, v) =>
    line.map(({ from, to, block, pinned }): Occupancy => {
      number++
      return {
        from,
        to,
        kind: block ? occupancyKind.maintenance : occupancyKind.order,
        refId: `${block ? 't' : 'o'}${number}`,
        vehicleId: vehicles[v]!,
        pinned,
        onRent: from <= NOW,
        movable: !pinned && from > NOW + LOCK_WINDOW,
        source: block ? undefined : 1 + Math.floor(random() * 3),
      }
    }),
  )
  return { pool: { vehicles, occupancies, deltas: [], stopSales: [] }, now: NOW, horizon, room }
}

/** Removes a movable order, so that its time certainly fits. */
function takeOut(lines: Draft[][], random: () => number): Request {
  const movable = lines.flat().filter((draft) => !draft.pinned && draft.from > NOW + LOCK_WINDOW)
  const out = movable[Math.floor(random() * movable.length)]!
  for (const [v, line] of lines.entries()) lines[v] = line.filter((draft) => draft !== out)
  return { from: out.from, to: out.to }
}

/**
 * Exchanges parts without pins between vehicles that are both idle at both ends, so that the plan is as mixed as
 * after many bookings and cancellations.
 */
function mix(lines: Draft[][], random: () => number): void {
  for (let n = 0; n < lines.length * 50; n++) {
    const a = Math.floor(random() * lines.length)
    const b = Math.floor(random() * lines.length)
    if (a === b) continue
    const both = [...lines[a]!, ...lines[b]!]
    const idle = both
      .flatMap((draft) => [draft.from, draft.to])
      .filter((t) => t > NOW + LOCK_WINDOW && !both.some((draft) => draft.from < t && draft.to > t))
    if (idle.length === 0) continue
    const from = idle[Math.floor(random() * idle.length)]!
    const later = [...idle.filter((t) => t > from), Number.POSITIVE_INFINITY]
    const to = later[Math.floor(random() * later.length)]!
    const within = (draft: Draft) => draft.from >= from && draft.to <= to
    if (both.some((draft) => draft.pinned && within(draft))) continue
    const [one, two] = [lines[a]!, lines[b]!]
    lines[a] = [...one.filter((draft) => !within(draft)), ...two.filter(within)]
    lines[b] = [...two.filter((draft) => !within(draft)), ...one.filter(within)]
  }
}

/** A booking like the pool's own, between the lock window and the horizon. */
export function randomRequest(seed: number, sample: Sample): Request {
  const random = randomFrom(seed)
  const long = length(random)
  const room = sample.horizon - long - (sample.now + LOCK_WINDOW)
  const from = halfHour(sample.now + LOCK_WINDOW + random() * Math.max(0, room))
  return { from, to: from + long }
}
