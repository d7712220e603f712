import { type Board, isClear } from '../board.ts'

/** Which order holds each vehicle (1 + its place in the list, 0: none) after the orders so far, and how it came to that. */
interface State {
  /** Filled in when it is followed: most states are not. */
  busy: number[] | null
  /** The same as one number. */
  readonly key: number
  moves: number
  vehicle: number
  before: State | null
}

/** What the order before the `k`-th left. */
function busyIn(state: State, k: number): number[] {
  if (state.busy === null) {
    state.busy = state.before!.busy!.slice()
    state.busy[state.vehicle] = k
  }
  return state.busy
}

/** Only the states with the fewest moves are followed where there are more; few vehicles never have so many. */
const MOST_STATES = 2000

/**
 * Gives the orders of a few vehicles (`members`, board items sorted by start) the vehicles anew, among these only, with as
 * few away from the live plan as can be; the vehicle of each, or null when it takes more than `most`.
 *
 * A sweep by start: what counts later is only which order holds each vehicle, so of equal states the one with fewest moves
 * is kept. An order that takes a vehicle pays at once for those of the live plan that it keeps from it, so a state that will
 * cost more than `most` ends early. `chance` (0 to 1) picks between equals.
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
