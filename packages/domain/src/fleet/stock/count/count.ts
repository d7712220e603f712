import type { Instant } from '../../../time.ts'
import { type OccupancyKind, occupancyKind } from '../../inventory/occupancy-codes.ts'
import { bringsBack, isHeld } from '../board.ts'
import type { Interval, Occupancy, Pool, StopSale } from '../pool.ts'

/** State of a pool at one instant. A vehicle counts once, in the first of the three groups that it is in. */
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
  /** Includes stop-sales that name channels, for this source. */
  readonly source?: number
  /** Documents that expire from then on do not block a car for the requested rental. */
  readonly papers?: Instant
}

/** A vehicle counts in the first of its groups: ordered, ticketed, stopped. */
type Group = 0 | 1 | 2

const groupOf: Readonly<Record<OccupancyKind, Group>> = {
  [occupancyKind.order]: 0,
  [occupancyKind.placing]: 0,
  [occupancyKind.relocation]: 1,
  [occupancyKind.maintenance]: 1,
  [occupancyKind.inspection]: 1,
  [occupancyKind.documentExpired]: 1,
  [occupancyKind.stop]: 2,
}

const FOREVER = Number.POSITIVE_INFINITY

export const covers = (span: Interval, t: Instant): boolean => span.from <= t && t < (span.to ?? FOREVER)
export const meets = (a: Interval, b: Interval): boolean => a.from < (b.to ?? FOREVER) && b.from < (a.to ?? FOREVER)

/** The requested rental does not need these documents any more at that time. */
const isRenewed = (row: Occupancy, papers: Instant | undefined): boolean =>
  papers !== undefined && row.kind === occupancyKind.documentExpired && row.to === null && row.from >= papers

/** How many vehicles a stop-sale removes. */
export const stoppedCount = (stop: StopSale, total: number): number => (stop.quantity === 'all' ? total : stop.quantity)

/** Vehicles in service at an instant: the pool's own and the planned moves that are due. */
export const totalAt = (pool: Pool, t: Instant): number =>
  pool.deltas.reduce((total, delta) => (delta.at <= t ? total + delta.change : total), pool.vehicles.length)

/** A relocation that changes the home store does not count as a ticket of this pool, because its vehicle has left the total. */
const takesAway = (row: Occupancy): boolean => row.leaves === true && row.kind === occupancyKind.relocation

/**
 * Whether a vehicle belongs to the pool's total at an instant, by the rows with which it leaves and its arrivals,
 * and the instants at which that may change.
 */
function createPresence(pool: Pool) {
  const own = new Set(pool.vehicles)
  const arrivals = Map.groupBy(
    pool.deltas.filter((delta) => delta.change === 1),
    (delta) => delta.vehicleId,
  )
  const left = new Map<string, { readonly from: Instant; readonly at: Instant }>()
  for (const row of pool.occupancies)
    if (row.leaves && row.vehicleId !== null)
      left.set(row.vehicleId, { from: row.from, at: takesAway(row) ? row.from : (row.to ?? FOREVER) })
  return {
    isPresent(vehicleId: string, t: Instant): boolean {
      const gone = left.get(vehicleId)
      const came = arrivals.get(vehicleId)?.filter(({ at }) => at <= t) ?? []
      if (gone !== undefined && gone.at <= t) return came.some((arrival) => bringsBack(arrival, gone))
      return own.has(vehicleId) || came.length > 0
    },
    changes: (vehicleId: string): Instant[] => [
      ...(left.has(vehicleId) ? [left.get(vehicleId)!.at] : []),
      ...(arrivals.get(vehicleId) ?? []).map(({ at }) => at),
    ],
  }
}

/** Counts of a pool over time; an instant has the counts of the last change before it. */
export interface CountsOverTime {
  at(t: Instant): Counts
  /** The counts at the moment of the interval with the smallest spare (the first one, if several). */
  worst(interval: Interval): Worst
}

type Worst = Counts & { readonly at: Instant }

/** Rows on one vehicle at an instant, by group; `loose`: those that count for the pool even when the vehicle does not belong to it. */
interface Car {
  present: boolean
  readonly rows: [number, number, number]
  readonly loose: [number, number, number]
}

/**
 * Counts of a pool over time in one pass over its changes; `within`: only valid for instants of this interval, and
 * only rows that overlap it are processed.
 */
export function createCounts(pool: Pool, options: CountOptions & { readonly within?: Interval } = {}): CountsOverTime {
  const { within } = options
  const isNear = (span: Interval): boolean => within === undefined || meets(span, within)
  const events: { readonly at: Instant; readonly happen: () => void }[] = []
  const during = (span: Interval, change: (by: 1 | -1) => void): void => {
    events.push({ at: span.from, happen: () => change(1) })
    if (span.to !== null) events.push({ at: span.to, happen: () => change(-1) })
  }

  let total = pool.vehicles.length
  let units = 0
  let wholes = 0
  const sums: [number, number, number] = [0, 0, 0]
  /**
   * Adds (by = 1) or removes (-1) a car's occupancies in the sums of the groups. A car of this pool counts once, in
   * its first group that has any; a foreign car counts per occupancy.
   */
  const count = (car: Car, by: 1 | -1): void => {
    if (car.present) {
      const group = car.rows.findIndex((rows) => rows > 0)
      if (group >= 0) sums[group]! += by
    } else
      car.loose.forEach((rows, group) => {
        sums[group]! += by * rows
      })
  }
  const alter = (car: Car, change: () => void): void => {
    count(car, -1)
    change()
    count(car, 1)
  }

  const { isPresent, changes } = createPresence(pool)
  const cars = new Map<string, Car>()
  const carOf = (vehicleId: string): Car => {
    const known = cars.get(vehicleId)
    if (known !== undefined) return known
    const present = isPresent(vehicleId, Number.NEGATIVE_INFINITY)
    const car: Car = { present, rows: [0, 0, 0], loose: [0, 0, 0] }
    cars.set(vehicleId, car)
    for (const at of changes(vehicleId))
      events.push({
        at,
        happen: () =>
          alter(car, () => {
            car.present = isPresent(vehicleId, at)
          }),
      })
    return car
  }
  for (const row of pool.occupancies) {
    if (row.refId === options.without || takesAway(row) || !isNear(row) || isRenewed(row, options.papers)) continue
    const group = groupOf[row.kind]
    if (row.vehicleId === null) {
      during(row, (by) => {
        sums[group] += by
      })
      continue
    }
    const car = carOf(row.vehicleId)
    // a row on a vehicle that left the pool does not count, unless it may move into the pool
    const loose = Number(row.movable || isHeld(row))
    during(row, (by) =>
      alter(car, () => {
        car.rows[group] += by
        car.loose[group] += by * loose
      }),
    )
  }
  for (const delta of pool.deltas)
    events.push({
      at: delta.at,
      happen: () => {
        total += delta.change
      },
    })
  for (const stop of pool.stopSales) {
    const { channels, quantity } = stop
    const counts = channels.length === 0 || (options.source !== undefined && channels.includes(options.source))
    if (!counts || !isNear(stop)) continue
    during(stop, (by) => {
      if (quantity === 'all') wholes += by
      else units += by * quantity
    })
  }

  const steps: Worst[] = []
  const note = (at: Instant): void => {
    const [ordered, ticketed, busy] = sums
    const stopped = busy + units + wholes * total
    steps.push({ total, ordered, ticketed, stopped, spare: total - ordered - ticketed - stopped, at })
  }
  note(Number.NEGATIVE_INFINITY)
  events.sort((a, b) => a.at - b.at)
  events.forEach(({ at, happen }, i) => {
    happen()
    if (events[i + 1]?.at !== at) note(at)
  })

  /** The step that applies at an instant. */
  const indexAt = (t: Instant): number => {
    let low = 0
    for (let high = steps.length; high - low > 1; ) {
      const middle = (low + high) >> 1
      if (steps[middle]!.at <= t) low = middle
      else high = middle
    }
    return low
  }
  return {
    at(t) {
      const { at: _, ...counts } = steps[indexAt(t)]!
      return counts
    },
    worst({ from, to }) {
      let i = indexAt(from)
      let worst = steps[i]!
      const first = worst
      while (++i < steps.length && steps[i]!.at < (to ?? FOREVER)) if (steps[i]!.spare < worst.spare) worst = steps[i]!
      return worst === first ? { ...worst, at: from } : worst
    },
  }
}

/** Counts at an instant. @internal */
export const countsAt = (pool: Pool, t: Instant, options: CountOptions = {}): Counts =>
  createCounts(pool, { ...options, within: { from: t, to: t + 1 } }).at(t)

/** The moments of an interval at which a row begins or ends. */
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

export function smallestSpare(
  pool: Pool,
  interval: Interval,
  options: CountOptions = {},
): { readonly spare: number; readonly at: Instant } {
  const { spare, at } = createCounts(pool, { ...options, within: interval }).worst(interval)
  return { spare, at }
}
