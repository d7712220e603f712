import { exhaust } from './exhaust.ts'
import type { Lanes } from './lane.ts'
import { createPruner, type Pruner } from './prune.ts'

/*
 * The linear relaxation of the packing by lanes: each order has shares of its lanes that add up to one, a lane
 * never has more than its windows, another lane than that of the present plan costs a move, and leaving an order
 * out costs more than all moves. With these costs the solution was integral on nearly all full pools that were
 * measured (decision 8; without them it is not), so that one linear program finds a plan or refutes it. It begins
 * with the present plan, which leaves out items without a vehicle. Results of the solver are not trusted: a plan is
 * verified, and a refusal is proved again from its prices.
 */

/** Minimises `cost · x` over all x with `0 ≤ x ≤ upper` and each row equal to `right`; columns are sparse. */
export interface LinearProgram {
  readonly cost: Float64Array
  readonly upper: Float64Array
  readonly right: Float64Array
  /** Entries of column c: `starts[c]` up to `starts[c + 1]` of `rows` and `values`. */
  readonly starts: Int32Array
  readonly rows: Int32Array
  readonly values: Float64Array
  /** A feasible initial basis: 1 for its columns. */
  readonly basic: Int32Array
}

export interface LinearOptimum {
  readonly x: ArrayLike<number>
  /** Dual price of each row: by how much the cost grows with its right side. */
  readonly prices: ArrayLike<number>
}

/**
 * Solves a linear program within a time limit (ms); null when there is no result in time. `corner`: a vertex, by the
 * simplex method from the given basis; it is nearly always integral, but too slow when the optimum is far from the
 * basis. `middle`: an interior optimum; it takes about the same time for every program, and its dual prices are better
 * for ranking lanes.
 */
export type LinearSolver = (program: LinearProgram, where: 'corner' | 'middle', ms: number) => LinearOptimum | null

/** Leaving one order out costs this multiple of moving all of them. */
const LEFT_OUT = 5
/**
 * A plan is searched, with a few tries, among lanes whose cost is at most this part of a move above an order's
 * cheapest one: by the prices of the middle, the narrowest set nearly always contains one (decision 8).
 */
const NEARLY = [0.01, 0.1, 0.3]
const TRIES = 100

/**
 * The lane of each item, `'none'` as a proof, or `'open'` when the time is over. Where a corner splits orders
 * between lanes, or takes long, a plan is searched among lanes that are nearly the cheapest by the prices of the
 * middle; if that fails, the most split order is assigned to one lane, then excluded from it, with propagation in
 * both cases.
 * @param left milliseconds left
 */
export function relax(
  lanes: Lanes,
  pruner: Pruner,
  linear: LinearSolver,
  left: () => number,
): Int16Array | 'none' | 'open' {
  const count = lanes.items.length
  const search = (): Int16Array | 'none' | 'open' => {
    const domain = lanes.items.map((_, i) => pruner.lanesOf(i))
    const { program, choices, rowOf } = relaxation(lanes, domain)
    const solved = (where: 'corner' | 'middle') => {
      const ms = left()
      const optimum = ms > 0 ? linear(program, where, ms) : null
      if (optimum === null) return null
      const lane = new Int16Array(count).fill(-1)
      const share = new Float64Array(count)
      choices.forEach(({ item, lane: x, column }) => {
        if (optimum.x[column]! <= share[item]!) return
        share[item] = optimum.x[column]!
        lane[item] = x
      })
      return { lane, share, ...priceBound(lanes, domain, rowOf, optimum.prices) }
    }
    const corner = solved('corner')
    if (corner !== null) {
      if (corner.bound > count) return 'none'
      if (isPlan(lanes, corner.lane)) return corner.lane
    }
    const middle = solved('middle')
    if (middle === null) return 'open'
    const { bound, costs, lane, share } = middle
    if (bound > count) return 'none'
    for (const more of NEARLY) {
      const near = domain.map((own, i) => {
        const most = Math.min(...costs[i]!) + more
        return own.filter((_, k) => costs[i]![k]! <= most)
      })
      const found = among({ ...lanes, domain: near }, () => left() <= 0)
      if (found !== null) return found
    }
    const several = domain.flatMap((own, i) => (own.length > 1 ? [i] : []))
    if (several.length === 0) return 'open'
    const torn = several.reduce((most, i) => (share[i]! < share[most]! ? i : most))
    const into = lane[torn]! < 0 ? domain[torn]![0]! : lane[torn]!
    const attempt = (draw: () => number) => {
      const mark = pruner.mark()
      const found = draw() < 0 ? search() : 'none'
      pruner.undo(mark)
      return found
    }
    const found = attempt(() => pruner.assign(torn, into))
    return found === 'none' ? attempt(() => pruner.forbid(torn, into)) : found
  }
  return search()
}

/** A plan that a short search finds in the remaining lanes of each item, or null. */
function among(lanes: Lanes, expired: () => boolean): Int16Array | null {
  const pruner = createPruner(lanes)
  if (pruner.settle() >= 0) return null
  const found = exhaust(lanes, pruner, new Float64Array(lanes.items.length).fill(1), TRIES, expired)
  return typeof found === 'string' ? null : found
}

/** Whether each item has a lane, and no lane is too full at any moment. */
function isPlan({ groups, first, last, capacity }: Lanes, lane: Int16Array): boolean {
  const free = Int16Array.from(capacity)
  return lane.every((x, i) => {
    if (x < 0) return false
    for (let k = x * groups + first[i]!; k < x * groups + last[i]!; k++) if (--free[k]! < 0) return false
    return true
  })
}

/** 1 for an order that leaves the lane of the present plan. */
const moves = (lanes: Lanes, item: number, lane: number): number =>
  Number(lanes.home[item]! >= 0 && lanes.home[item] !== lane)

interface Relaxation {
  readonly program: LinearProgram
  readonly choices: readonly { readonly item: number; readonly lane: number; readonly column: number }[]
  /** Row of a lane's moment, `[lane * groups + group]`; -1 where nothing begins, ends or opens. */
  readonly rowOf: Int32Array
}

/**
 * As a flow: a lane is a line of moments along which its windows are passed on, idle or with an order. The first
 * rows ensure that each order gets one lane (or is left out), the others that the flow into a moment equals the
 * flow out of it.
 */
function relaxation(lanes: Lanes, domain: readonly (readonly number[])[]): Relaxation {
  const { groups, first, last, home, capacity } = lanes
  const cost: number[] = []
  const upper: number[] = []
  const right: number[] = domain.map(() => 1)
  const starts = [0]
  const rows: number[] = []
  const values: number[] = []
  const basic: number[] = []
  const column = (
    price: number,
    most: number,
    begins: boolean,
    entries: readonly (readonly [row: number, value: number])[],
  ): number => {
    for (const [row, value] of entries) {
      if (row < 0) continue
      rows.push(row)
      values.push(value)
    }
    basic.push(Number(begins))
    upper.push(most)
    starts.push(rows.length)
    return cost.push(price) - 1
  }

  const turns = new Uint8Array(lanes.lanes * groups)
  domain.forEach((own, i) => {
    for (const x of own) {
      turns[x * groups + first[i]!] = 1
      if (last[i]! < groups) turns[x * groups + last[i]!] = 1
    }
  })
  const rowOf = new Int32Array(turns.length).fill(-1)
  for (let x = 0; x < lanes.lanes; x++) {
    let before = -1
    for (let k = x * groups; k < (x + 1) * groups; k++) {
      const open = capacity[k]!
      const opened = open - (k === x * groups ? 0 : capacity[k - 1]!)
      if (turns[k] === 0 && opened === 0) continue
      rowOf[k] = right.push(open - (before < 0 ? 0 : capacity[before]!)) - 1
      if (before >= 0)
        column(0, capacity[before]!, true, [
          [rowOf[before]!, 1],
          [rowOf[k]!, -1],
        ])
      before = k
    }
    if (before >= 0) column(0, capacity[before]!, true, [[rowOf[before]!, 1]])
  }
  const choices = domain.flatMap((own, item) =>
    own.map((lane) => ({
      item,
      lane,
      column: column(moves(lanes, item, lane), 1, home[item] === lane, [
        [item, 1],
        [rowOf[lane * groups + first[item]!]!, 1],
        [last[item]! < groups ? rowOf[lane * groups + last[item]!]! : -1, -1],
      ]),
    })),
  )
  domain.forEach((own, i) => {
    column(LEFT_OUT * domain.length, 1, !own.includes(home[i]!), [[i, 1]])
  })
  const program = {
    cost: Float64Array.from(cost),
    upper: Float64Array.from(upper),
    right: Float64Array.from(right),
    starts: Int32Array.from(starts),
    rows: Int32Array.from(rows),
    values: Float64Array.from(values),
    basic: Int32Array.from(basic),
  }
  return { program, choices, rowOf }
}

/**
 * The bound that follows from any prices. A full moment of a lane costs its windows, so that each item has a cost
 * in each of its lanes, and no way to place the items, or leave some out, costs less than the bound: each item in
 * its cheapest lane (weak duality). A plan of all items costs at most their number.
 */
function priceBound(
  lanes: Lanes,
  domain: readonly (readonly number[])[],
  rowOf: Int32Array,
  prices: ArrayLike<number>,
): { readonly bound: number; readonly costs: readonly (readonly number[])[] } {
  const { groups, first, last, capacity } = lanes
  const before = new Float64Array(lanes.lanes * (groups + 1))
  let bound = 0
  for (let x = 0; x < lanes.lanes; x++) {
    const price = new Float64Array(groups)
    let next = 0
    for (let g = groups - 1; g >= 0; g--) {
      const row = rowOf[x * groups + g]!
      if (row < 0) continue
      price[g] = Math.max(0, next - prices[row]!)
      next = prices[row]!
      bound -= price[g]! * capacity[x * groups + g]!
    }
    for (let g = 0; g < groups; g++) before[x * (groups + 1) + g + 1] = before[x * (groups + 1) + g]! + price[g]!
  }
  const costs = domain.map((own, i) =>
    own.map((x) => {
      const line = x * (groups + 1)
      return moves(lanes, i, x) + before[line + last[i]!]! - before[line + first[i]!]!
    }),
  )
  for (const own of costs) bound += Math.min(LEFT_OUT * domain.length, ...own)
  return { bound, costs }
}
