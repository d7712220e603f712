import type { Lanes } from './lane.ts'
import { randomFrom } from './random.ts'

/** Weight of an order's length, in failures, for an order over the whole time: measured on nearly full pools with a known plan. */
const LENGTH_WEIGHT = 200
const NOISE = 0.1

/**
 * Looks for a plan by ejection: an item without a place is put into the lane whose blocking orders are cheapest to
 * eject; those are placed next. An order that fails repeatedly becomes more expensive to eject, so that the search
 * does not loop. Finds plans of large, nearly full pools in milliseconds where exact search is hopeless; proves
 * nothing. Returns the lane of each item, or null after `effort` placements or when `expired`. `keep`: additional
 * cost of ejecting an order that is still in its lane of the present plan.
 */
export function eject(
  lanes: Lanes,
  domain: readonly (readonly number[])[],
  seed: number,
  effort: number,
  expired: () => boolean,
  keep = 0,
): Int16Array | null {
  const { groups, first, last } = lanes
  const count = lanes.items.length
  const random = randomFrom(seed)
  const free = Int16Array.from(lanes.capacity)
  const lane = new Int16Array(count).fill(-1)
  const members: number[][] = Array.from({ length: lanes.lanes }, () => [])
  const waiting: number[] = []
  // ejected orders should be short, since long ones are hard to place again; failures weigh little in comparison
  const price = Float64Array.from(lanes.items, (_, i) => 1 + (LENGTH_WEIGHT * (last[i]! - first[i]!)) / groups)

  const put = (i: number, x: number) => {
    lane[i] = x
    const list = members[x]!
    let k = list.length
    while (k > 0 && list[k - 1]! > i) k--
    list.splice(k, 0, i)
    for (let k = x * groups + first[i]!; k < x * groups + last[i]!; k++) free[k]!--
  }
  const take = (i: number) => {
    const x = lane[i]!
    lane[i] = -1
    members[x]!.splice(members[x]!.indexOf(i), 1)
    for (let k = x * groups + first[i]!; k < x * groups + last[i]!; k++) free[k]!++
  }
  const fits = (i: number, x: number): boolean => {
    for (let k = x * groups + first[i]!; k < x * groups + last[i]!; k++) if (free[k]! <= 0) return false
    return true
  }

  /** Full moments of the lane before a group; cost of clearing at least that many of the first ones, and the chosen members. */
  const before = new Int32Array(groups + 1)
  const cost = new Float64Array(groups + 1)
  const came = new Int32Array(groups + 1)
  const via = new Int32Array(groups + 1)
  const dearOf = (member: number, x: number): number =>
    (price[member]! + (lanes.home[member] === x ? keep : 0)) * (1 - NOISE / 2 + NOISE * random())
  /** In a lane of one window everything that overlaps has to leave. */
  const single = members.map((_, x) => lanes.capacity.subarray(x * groups, (x + 1) * groups).every((open) => open <= 1))
  const inTheWay = (i: number, x: number, bound: number): { cost: number; out: number[] } | null => {
    const out: number[] = []
    let total = 0
    for (const member of members[x]!) {
      if (first[member]! >= last[i]!) break
      if (last[member]! <= first[i]!) continue
      total += dearOf(member, x)
      out.push(member)
    }
    return total >= bound ? null : { cost: total, out: out.reverse() }
  }
  /** The cheapest orders whose removal makes place for `i` in the lane, if cheaper than `bound`: a cover of its full moments. */
  const cheapest = (i: number, x: number, bound: number): { cost: number; out: number[] } | null => {
    if (single[x]) return inTheWay(i, x, bound)
    const [start, end] = [first[i]!, last[i]!]
    let points = 0
    for (let g = start; g < end; g++) {
      before[g] = points
      if (free[x * groups + g]! <= 0) points++
    }
    before[end] = points
    cost.fill(Number.POSITIVE_INFINITY, 1, points + 1)
    cost[0] = 0
    // members are ordered by start, so that the costs before a member are known when it is visited
    for (const member of members[x]!) {
      if (first[member]! >= end) break
      if (last[member]! <= start) continue
      const from = before[Math.max(start, first[member]!)]!
      const to = before[Math.min(end, last[member]!)]!
      const total = cost[from]! + dearOf(member, x)
      for (let q = to; q > from && cost[q]! > total; q--) {
        cost[q] = total
        came[q] = from
        via[q] = member
      }
    }
    if (cost[points]! >= bound) return null
    const out: number[] = []
    for (let q = points; q > 0; q = came[q]!) out.push(via[q]!)
    return { cost: cost[points]!, out }
  }

  for (let i = 0; i < count; i++) {
    const x = lanes.home[i]!
    if (x >= 0 && domain[i]!.includes(x)) put(i, x)
    else waiting.push(i)
  }
  for (let step = 0; step < effort; step++) {
    const i = waiting.pop()
    if (i === undefined) return lane
    if ((step & 255) === 255 && expired()) return null
    const open = domain[i]!.filter((x) => fits(i, x))
    if (open.length > 0) {
      put(i, open.includes(lanes.home[i]!) ? lanes.home[i]! : open[Math.floor(random() * open.length)]!)
      continue
    }
    price[i]!++
    let best = { cost: Number.POSITIVE_INFINITY, out: [] as number[] }
    let into = -1
    for (const x of domain[i]!) {
      const found = cheapest(i, x, best.cost)
      if (found === null) continue
      best = found
      into = x
    }
    if (into < 0) return null
    for (const j of best.out) {
      take(j)
      waiting.push(j)
    }
    put(i, into)
  }
  return waiting.length === 0 ? lane : null
}
