import type { Lanes } from './lane.ts'
import { randomFrom } from './random.ts'

/**
 * Growth of prices: in each round the price of a full moment of a lane grows by `step` (in moves saved) for each
 * missing vehicle, shrinking as 1 / (1 + round / slower); using it now costs `present` steps more. Small steps take
 * longer and end nearer the fewest moves; the second setting finds plans where the first one loops. Measured on
 * grown pools of 60 vehicles.
 */
export const WAYS = [
  { step: 0.005, slower: 20_000, present: 8 },
  { step: 0.01, slower: 3000, present: 16 },
] as const
/** Random amount that decides between equal prices. */
const NOISE = 0.01
/** After this number of rounds all moved orders are checked for their original lane. */
const HOMEWARD = 8
/** The clock is read after this number of rounds. */
const LOOK = 16

/**
 * Looks for a plan by negotiated congestion (PathFinder, McMurchie and Ebeling 1995; as a method, dual ascent on
 * the linear relaxation): every order is in a lane, and lanes may be too full. In each round the orders at full
 * moments choose their cheapest lane: another one than that of the present plan costs a move, a full moment its
 * price, and moments that stay too full become more expensive. Returns the lane of each item, or null after
 * `rounds` or when `expired`: no proof.
 */
export function createNegotiation(
  lanes: Lanes,
  domain: readonly (readonly number[])[],
  way: (typeof WAYS)[number],
): (rounds: number, expired: () => boolean) => Int16Array | null {
  const { groups, first, last, home } = lanes
  const count = lanes.items.length
  const random = randomFrom(1)
  const free = Int16Array.from(lanes.capacity)
  const price = new Float64Array(free.length)
  /** Prefix sums of the prices of each lane: `[lane * (groups + 1) + group]`. */
  const before = new Float64Array(free.length + lanes.lanes)
  const lane = new Int16Array(count)
  /** Moments at which a lane is too full, per lane and in total. */
  const excess = new Int32Array(lanes.lanes)
  let total = 0

  const put = (i: number, x: number) => {
    lane[i] = x
    const end = x * groups + last[i]!
    for (let k = x * groups + first[i]!; k < end; k++)
      if (--free[k]! < 0) {
        excess[x]!++
        total++
      }
  }
  const take = (i: number) => {
    const x = lane[i]!
    const end = x * groups + last[i]!
    for (let k = x * groups + first[i]!; k < end; k++)
      if (++free[k]! <= 0) {
        excess[x]!--
        total--
      }
  }
  const isCrowded = (i: number): boolean => {
    const x = lane[i]!
    if (excess[x] === 0) return false
    const end = x * groups + last[i]!
    for (let k = x * groups + first[i]!; k < end; k++) if (free[k]! < 0) return true
    return false
  }
  let present = 0
  /** The cost of the item in a lane, or any value not below `bound`. */
  const costOf = (i: number, x: number, bound: number): number => {
    let cost = NOISE * random()
    if (home[i]! >= 0 && x !== home[i]) cost++
    const from = x * groups + first[i]!
    const to = x * groups + last[i]!
    cost += before[to + x]! - before[from + x]!
    for (let k = from; k < to && cost < bound; k++) if (free[k]! <= 0) cost += present * (1 - free[k]!)
    return cost
  }
  const settle = (i: number) => {
    take(i)
    let into = lane[i]!
    let least = costOf(i, into, Number.POSITIVE_INFINITY)
    for (const x of domain[i]!) {
      const cost = costOf(i, x, least)
      if (cost >= least) continue
      least = cost
      into = x
    }
    put(i, into)
  }

  for (let i = 0; i < count; i++) {
    const own = domain[i]!
    put(i, own.includes(home[i]!) ? home[i]! : own[Math.floor(random() * own.length)]!)
  }
  const turn: number[] = []
  let round = 0
  return (rounds, expired) => {
    for (const until = round + rounds; total > 0; round++) {
      if (round >= until || (round % LOOK === 0 && expired())) return null
      const step = way.step / (1 + round / way.slower)
      present = way.present * step
      const homeward = round % HOMEWARD === 0
      turn.length = 0
      for (let i = 0; i < count; i++) if (isCrowded(i) || (homeward && lane[i] !== home[i])) turn.push(i)
      for (let k = turn.length - 1; k > 0; k--) {
        const other = Math.floor(random() * (k + 1))
        const i = turn[k]!
        turn[k] = turn[other]!
        turn[other] = i
      }
      for (const i of turn) if (homeward || isCrowded(i)) settle(i)
      for (let x = 0; x < lanes.lanes; x++) {
        if (excess[x] === 0) continue
        for (let k = x * groups; k < (x + 1) * groups; k++) {
          if (free[k]! < 0) price[k]! -= step * free[k]!
          before[k + x + 1] = before[k + x]! + price[k]!
        }
      }
    }
    return lane
  }
}
