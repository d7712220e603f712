import { type Board, overlaps, type Span } from '../board.ts'

/*
 * The packing problem without vehicles. A window is a free time range of one vehicle between two fixed ones. A vehicle
 * whose documents expire has its windows open beyond that for items that do not need them any more. Windows that end at
 * the same moment form one lane: a vehicle that joins later is a block before its start, all those blocks are at the
 * beginning, and intervals that share a moment can be relabelled. So a set of orders fits into a lane exactly when at
 * no moment it has more of them than open windows; the vehicle of each one follows. Without pins and blocks there is
 * one lane, and the peak alone decides. Only starts of items matter: between two of them nothing is added, and a lane
 * only grows until its end. Of starts without an end or a new window between them, the last one is sufficient. Moments
 * are numbered ("groups"), and windows are trimmed to the items that could use them.
 */

export interface Window extends Span {
  /** Items in it must end by then: afterwards the vehicle cannot be used in any pool. */
  readonly until: number
  readonly vehicle: number
  readonly lane: number
}

export interface Lanes {
  readonly lanes: number
  readonly groups: number
  /** Board items of the component, in this order everywhere below. */
  readonly items: readonly number[]
  /** Groups during which an item is out: `[first, last)`. */
  readonly first: Int32Array
  readonly last: Int32Array
  /** Number of open windows: `[lane * groups + group]`. */
  readonly capacity: Int16Array
  /** Lanes whose windows could contain the item. */
  readonly domain: readonly (readonly number[])[]
  /** Lane of the present plan; -1 for an item without one. */
  readonly home: Int16Array
  readonly windows: readonly Window[]
}

/** Items that are connected in time with an item without a vehicle. The rest of the plan cannot be affected and stays. */
function component(board: Board): number[] {
  const order = board.items.map((_, i) => i).sort((a, b) => board.items[a]!.from - board.items[b]!.from)
  const found: number[] = []
  let run: number[] = []
  let end = Number.NEGATIVE_INFINITY
  let wanted = false
  const close = () => {
    if (wanted) found.push(...run)
    run = []
    wanted = false
  }
  for (const i of order) {
    const item = board.items[i]!
    if (item.from >= end) close()
    run.push(i)
    wanted ||= board.at[i] === -1
    end = Math.max(end, item.to)
  }
  close()
  return found
}

/** Index of the first value ≥ x in a sorted list. */
function firstNotBelow(sorted: readonly number[], x: number): number {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const mid = (low + high) >> 1
    if (sorted[mid]! < x) low = mid + 1
    else high = mid
  }
  return low
}

const distinct = (values: Iterable<number>): number[] => [...new Set(values)].sort((a, b) => a - b)

/** The largest value ≤ x of a sorted list. */
function lastNotAbove(sorted: readonly number[], x: number): number | undefined {
  const next = firstNotBelow(sorted, x)
  return sorted[next] === x ? x : sorted[next - 1]
}

/** The free time ranges of every vehicle within `[from, to)`, trimmed to items; ranges that no item fits into are left out. */
function windowsOf(board: Board, items: readonly number[], starts: readonly number[]): Omit<Window, 'lane'>[] {
  const tos = distinct(items.map((i) => board.items[i]!.to))
  const ends = distinct(items.map((i) => board.items[i]!.ends))
  const horizon = tos.at(-1)!
  const outlive = items.some((i) => board.items[i]!.ends < board.items[i]!.to)
  // the earliest end among the items that start at or after each group
  const reach = new Float64Array(starts.length).fill(Number.POSITIVE_INFINITY)
  for (const i of items) {
    const item = board.items[i]!
    const g = firstNotBelow(starts, item.from)
    reach[g] = Math.min(reach[g]!, item.ends)
  }
  for (let g = starts.length - 2; g >= 0; g--) reach[g] = Math.min(reach[g]!, reach[g + 1]!)

  const windows: Omit<Window, 'lane'>[] = []
  board.fixed.forEach((spans, vehicle) => {
    const until = board.until[vehicle]!
    // Where every item needs documents until its end, the window ends with them.
    const lasts = outlive ? Number.POSITIVE_INFINITY : until
    let open = Number.NEGATIVE_INFINITY
    const add = (close: number) => {
      const g = firstNotBelow(starts, open)
      const to = lastNotAbove(tos, close)
      const last = lastNotAbove(ends, until < close ? until : Number.POSITIVE_INFINITY)
      if (g < starts.length && to !== undefined && last !== undefined && reach[g]! <= Math.min(to, last))
        windows.push({ vehicle, from: starts[g]!, to, until: last })
    }
    for (const span of spans) {
      if (span.from > open) add(Math.min(span.from, horizon, lasts))
      open = Math.max(open, span.to)
      if (open >= Math.min(horizon, lasts)) return
    }
    add(Math.min(horizon, lasts))
  })
  return windows
}

/**
 * The component as lanes. An item that fits into no window has an empty domain. `apart`: every window is a lane of
 * its own, for plans that stay close to the present one.
 */
export function toLanes(board: Board, apart = false): Lanes {
  const items = component(board)
  const starts = distinct(items.map((i) => board.items[i]!.from))
  const free = windowsOf(board, items, starts)
  free.sort((a, b) => a.to - b.to || a.until - b.until)
  const changes = distinct([...items.map((i) => board.items[i]!.to), ...free.map((w) => w.from)])
  const moments = starts.filter((start, g) => {
    const change = changes[firstNotBelow(changes, start + 1)]
    return g === starts.length - 1 || (change !== undefined && change <= starts[g + 1]!)
  })
  const groups = moments.length
  const ends: Pick<Window, 'to' | 'until'>[] = []
  const windows = free.map((w): Window => {
    const last = ends.at(-1)
    if (apart || last?.to !== w.to || last.until !== w.until) ends.push(w)
    return { ...w, lane: ends.length - 1 }
  })

  const capacity = new Int16Array(ends.length * groups)
  for (const w of windows) {
    const close = firstNotBelow(moments, w.to)
    for (let g = firstNotBelow(moments, w.from); g < close; g++) capacity[w.lane * groups + g]!++
  }
  const byVehicle = new Map<number, Window[]>()
  for (const w of windows) byVehicle.set(w.vehicle, [...(byVehicle.get(w.vehicle) ?? []), w])

  const first = new Int32Array(items.length)
  const last = new Int32Array(items.length)
  const home = new Int16Array(items.length)
  const domain = items.map((i, k) => {
    const item = board.items[i]!
    first[k] = firstNotBelow(moments, item.from)
    last[k] = firstNotBelow(moments, item.to)
    home[k] = (byVehicle.get(board.at[i]!) ?? []).find((w) => overlaps(w, item))?.lane ?? -1
    const lanes: number[] = []
    ends.forEach(({ to, until }, x) => {
      if (item.to <= to && item.ends <= until && capacity[x * groups + first[k]!]! > 0) lanes.push(x)
    })
    return lanes
  })
  return { lanes: ends.length, groups, items, first, last, capacity, domain, home, windows }
}
