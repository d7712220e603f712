import type { Instant } from '../time.ts'
import { type OccupancyKind, occupancyKind } from '../vehicle/occupancy-codes.ts'
import { isHeld } from './board.ts'
import type { Interval, Occupancy, Pool, StopSale } from './pool.ts'

/** What a pool looks like at one instant. Nothing counts twice: a vehicle counts in the first of the three it is in. */
export interface Counts {
  readonly total: number
  readonly ordered: number
  readonly ticketed: number
  readonly stopped: number
  /** total − ordered − ticketed − stopped; negative: oversold. */
  readonly spare: number
}

export interface CountOptions {
  /** Rows of this order are left out. */
  readonly without?: string
  /** Stop-sales that name channels count too, for this one. */
  readonly source?: number
}

type Group = 'ordered' | 'ticketed' | 'stopped'

const groupOf: Readonly<Record<OccupancyKind, Group>> = {
  [occupancyKind.order]: 'ordered',
  [occupancyKind.placing]: 'ordered',
  [occupancyKind.shunting]: 'ticketed',
  [occupancyKind.maintenance]: 'ticketed',
  [occupancyKind.inspection]: 'ticketed',
  [occupancyKind.documentExpired]: 'ticketed',
  [occupancyKind.stop]: 'stopped',
}
const precedence = { ordered: 0, ticketed: 1, stopped: 2 } as const

const FOREVER = Number.POSITIVE_INFINITY

export const covers = (span: Interval, t: Instant): boolean => span.from <= t && t < (span.to ?? FOREVER)
export const meets = (a: Interval, b: Interval): boolean => a.from < (b.to ?? FOREVER) && b.from < (a.to ?? FOREVER)

/** How many vehicles a stop-sale takes away. */
export const stoppedBy = (stop: StopSale, total: number): number => (stop.quantity === 'all' ? total : stop.quantity)

/** Vehicles in service at an instant: the pool's own and the planned moves that are due. */
export const totalAt = (pool: Pool, t: Instant): number =>
  pool.deltas.reduce((total, delta) => (delta.at <= t ? total + delta.change : total), pool.vehicles.length)

/** A shunting that changes the home store is no ticket to this pool: its vehicle has left the total. */
const takesAway = (row: Occupancy): boolean => row.leaves === true && row.kind === occupancyKind.shunting

/** Whether a vehicle is part of the pool's total at an instant, by the rows with which it leaves and its arrivals. */
function createPresence(pool: Pool): (vehicleId: string, t: Instant) => boolean {
  const own = new Set(pool.vehicles)
  const arrivals = new Map<string, Instant[]>()
  for (const delta of pool.deltas)
    if (delta.change === 1) arrivals.set(delta.vehicleId, [...(arrivals.get(delta.vehicleId) ?? []), delta.at])
  const left = new Map<string, Instant>()
  for (const row of pool.occupancies)
    if (row.leaves && row.vehicleId !== null) left.set(row.vehicleId, takesAway(row) ? row.from : (row.to ?? FOREVER))
  return (vehicleId, t) => {
    const gone = left.get(vehicleId)
    if (gone !== undefined && gone <= t) return arrivals.get(vehicleId)?.some((at) => at > gone && at <= t) ?? false
    return own.has(vehicleId) || (arrivals.get(vehicleId)?.some((at) => at <= t) ?? false)
  }
}

/** Counts at an instant. */
export function countsAt(pool: Pool, t: Instant, options: CountOptions = {}): Counts {
  return createCounter(pool, { from: t, to: t + 1 }, options)(t)
}

/** Counts for many instants of one interval, each at the cost of the rows that meet it. */
export const createCounter = (pool: Pool, interval: Interval, options: CountOptions = {}): ((t: Instant) => Counts) =>
  counterOf(nearOf(pool, interval), options, createPresence(pool))

/** A pool with only the rows that meet an interval. */
const nearOf = (pool: Pool, interval: Interval): Pool => ({
  ...pool,
  occupancies: pool.occupancies.filter((row) => meets(row, interval)),
  stopSales: pool.stopSales.filter((stop) => meets(stop, interval)),
})

function counterOf(
  pool: Pool,
  options: CountOptions,
  isPresent: ReturnType<typeof createPresence>,
): (t: Instant) => Counts {
  const rows = pool.occupancies.filter((row) => row.refId !== options.without && !takesAway(row))
  const stops = pool.stopSales.filter(
    ({ channels }) => channels.length === 0 || (options.source !== undefined && channels.includes(options.source)),
  )
  return (t) => {
    const total = totalAt(pool, t)
    const sums = { ordered: 0, ticketed: 0, stopped: 0 }
    const byVehicle = new Map<string, Group>()
    for (const row of rows) {
      if (!covers(row, t)) continue
      const group = groupOf[row.kind]
      if (row.vehicleId !== null && isPresent(row.vehicleId, t)) {
        const before = byVehicle.get(row.vehicleId)
        if (before === undefined || precedence[group] < precedence[before]) byVehicle.set(row.vehicleId, group)
      } else if (row.vehicleId === null || row.movable || isHeld(row)) sums[group]++
      // else it stands on a vehicle that is not the pool's any more, and takes nothing from it
    }
    for (const group of byVehicle.values()) sums[group]++
    for (const stop of stops) if (covers(stop, t)) sums.stopped += stoppedBy(stop, total)
    return { total, ...sums, spare: total - sums.ordered - sums.ticketed - sums.stopped }
  }
}

/** The moments of an interval at which something begins or ends. */
export function momentsOf(pool: Pool, interval: Interval): Instant[] {
  const moments = new Set([interval.from])
  const note = (t: Instant | null) => {
    if (t !== null && t > interval.from && t < (interval.to ?? FOREVER)) moments.add(t)
  }
  for (const span of [...pool.occupancies, ...pool.stopSales]) {
    note(span.from)
    note(span.to)
  }
  for (const delta of pool.deltas) note(delta.at)
  return [...moments].sort((a, b) => a - b)
}

type Worst = Counts & { readonly at: Instant }

/** The counts at the moment of the interval that has the smallest spare (the first one, if several). */
export const worstOf = (pool: Pool, interval: Interval, options: CountOptions = {}): Worst =>
  createWorst(pool, options)(interval)

/** As {@link worstOf}, for many intervals of one pool. */
export function createWorst(pool: Pool, options: CountOptions = {}): (interval: Interval) => Worst {
  const isPresent = createPresence(pool)
  return (interval) => {
    const near = nearOf(pool, interval)
    const count = counterOf(near, options, isPresent)
    let worst: Worst | null = null
    for (const at of momentsOf(near, interval)) {
      const counts = count(at)
      if (worst === null || counts.spare < worst.spare) worst = { ...counts, at }
    }
    return worst!
  }
}

/** The smallest spare within an interval, and when. */
export function smallestSpare(
  pool: Pool,
  interval: Interval,
  options: CountOptions = {},
): { readonly spare: number; readonly at: Instant } {
  const { spare, at } = worstOf(pool, interval, options)
  return { spare, at }
}
