import type { Lanes } from './lane.ts'
import { randomFrom } from './random.ts'

/**
 * How prices grow: in each round a full moment of a lane becomes `step` dearer (in moves saved) for each vehicle too few,
 * shrinking as 1 / (1 + round / slower); taking it now costs `present` steps more. Small steps take longer and end nearer the
 * fewest moves; the second way finds plans where the first runs in circles. Measured on grown pools of 60 vehicles.
 */
export const WAYS = [
  { step: 0.005, slower: 20_000, present: 8 },
  { step: 0.01, slower: 3000, present: 16 },
] as const
/** Equal prices are told apart by chance. */
const NOISE = 0.01
/** Every so many rounds all orders that moved look again whether they may go home. */
const HOMEWARD = 8
/** The clock is looked at every so many rounds. */
const LOOK = 16

/**
 * Looks for a plan by negotiated congestion (PathFinder, McMurchie and Ebeling 1995; as a method, dual ascent on the linear
 * relaxation): every order stands somewhere, in lanes that may be too full. In each round the orders at full moments take the
 * lane that is cheapest for them: another one than the live plan's costs a move, a full moment its price, and what stays
 * too full becomes dearer. Returns the lane of each item, or null after so many `rounds` or when `expired`: no proof.
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
  /** Sums of the prices of each lane before a moment, and before its end: `[lane * (groups + 1) + group]`. */
  const before = new Float64Array(free.length + lanes.lanes)
  const lane = new Int16Array(count)
  /** Moments at which a lane is too full, of each lane and of all. */
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
  /** What the item pays in a lane, or something not below `bound`. */
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
