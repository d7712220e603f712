import { type Board, isClear } from '../board.ts'

/** The order on each vehicle (1 + its index in the list, 0: none) after the orders so far, and the state before. */
interface State {
  /** Computed on demand, because most states are not continued. */
  busy: number[] | null
  /** The same as one number. */
  readonly key: number
  moves: number
  vehicle: number
  before: State | null
}

/** The vehicles after the order before the `k`-th. */
function busyIn(state: State, k: number): number[] {
  if (state.busy === null) {
    state.busy = state.before!.busy!.slice()
    state.busy[state.vehicle] = k
  }
  return state.busy
}

/** Limit of states: with more, only those with the fewest moves are continued. A few vehicles never reach it. */
const MOST_STATES = 2000

/**
 * Reassigns the orders of a few vehicles (`members`, board items sorted by start) among these vehicles only, as close to
 * the present plan as possible; returns the vehicle of each, or null when it needs more than `most` moves.
 *
 * A sweep by start: later only matters which order is on each vehicle, so that of equal states the one with the fewest
 * moves is used. An order that takes a vehicle immediately counts the orders of the present plan that it displaces, so
 * that a state above `most` ends early. `chance` (0 to 1) decides between equal states.
 */
export function rearrange(
  board: Board,
  vehicles: readonly number[],
  members: readonly number[],
  most: number,
  chance: number,
): number[] | null {
  const { items, at: live } = board
  const size = vehicles.length
  const home = members.map((i) => vehicles.indexOf(live[i]!))
  const from = members.map((i) => items[i]!.from)
  const to = members.map((i) => items[i]!.to)
  const digit = vehicles.map((_, v) => (members.length + 1) ** v)
  const moves = members.map((i, k) => {
    const cost = vehicles.map((vehicle) => Number(live[i]! >= 0 && live[i] !== vehicle))
    for (let later = k + 1; later < members.length && from[later]! < to[k]!; later++)
      if (home[later]! >= 0) cost[home[later]!]!++
    vehicles.forEach((vehicle, v) => {
      if (!isClear(board, vehicle, items[i]!)) cost[v] = Number.POSITIVE_INFINITY
    })
    return cost
  })
  const turn = Math.floor(chance * size)

  let states: State[] = [{ busy: vehicles.map(() => 0), key: 0, moves: 0, vehicle: -1, before: null }]
  for (let k = 0; k < members.length; k++) {
    const next = new Map<number, State>()
    const cost = moves[k]!
    const own = home[k]!
    for (const state of states) {
      const busy = busyIn(state, k)
      let { key } = state
      for (let v = 0; v < size; v++) {
        const holder = busy[v]!
        if (holder === 0 || to[holder - 1]! > from[k]!) continue
        busy[v] = 0
        key -= holder * digit[v]!
      }
      const left = most - state.moves + Number(own >= 0 && busy[own]! > 0)
      for (let n = 0; n < size; n++) {
        const v = n + turn < size ? n + turn : n + turn - size
        if (busy[v]! > 0 || cost[v]! > left) continue
        const sum = most - left + cost[v]!
        const held = key + (k + 1) * digit[v]!
        const other = next.get(held)
        if (other === undefined) next.set(held, { busy: null, key: held, moves: sum, vehicle: v, before: state })
        else if (sum < other.moves) {
          other.moves = sum
          other.vehicle = v
          other.before = state
        }
      }
    }
    states = [...next.values()]
    if (states.length > MOST_STATES) states = states.sort((a, b) => a.moves - b.moves).slice(0, MOST_STATES)
  }

  let best: State | null = null
  for (const state of states) if (best === null || state.moves < best.moves) best = state
  if (best === null) return null
  const found: number[] = []
  for (let state: State = best; state.before !== null; state = state.before) found.push(vehicles[state.vehicle]!)
  return found.reverse()
}
