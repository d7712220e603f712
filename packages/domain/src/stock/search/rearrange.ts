import { type Board, overlaps } from '../board.ts'

/** Which order holds each vehicle (1 + its place in the list, 0: none) after the orders so far, and how it came to that. */
interface State {
  readonly busy: Uint16Array
  readonly moves: number
  readonly vehicle: number
  readonly before: State | null
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
  const { items, fixed, at: live } = board
  const size = vehicles.length
  const home = members.map((i) => vehicles.indexOf(live[i]!))
  const from = members.map((i) => items[i]!.from)
  const to = members.map((i) => items[i]!.to)
  const digit = vehicles.map((_, v) => (members.length + 1) ** v)
  const moves = members.map((i, k) =>
    vehicles.map((vehicle, v) => {
      if (fixed[vehicle]!.some((span) => overlaps(span, items[i]!))) return Number.POSITIVE_INFINITY
      let count = Number(live[i]! >= 0 && live[i] !== vehicle)
      for (let later = k + 1; later < members.length && from[later]! < to[k]!; later++) if (home[later] === v) count++
      return count
    }),
  )
  const turn = Math.floor(chance * size)

  let states: State[] = [{ busy: new Uint16Array(size), moves: 0, vehicle: -1, before: null }]
  for (let k = 0; k < members.length; k++) {
    const next = new Map<number, State>()
    for (const state of states) {
      const { busy } = state
      let key = 0
      for (let v = 0; v < size; v++) {
        const holder = busy[v]!
        if (holder > 0 && to[holder - 1]! <= from[k]!) busy[v] = 0
        else key += holder * digit[v]!
      }
      const paid = Number(home[k]! >= 0 && busy[home[k]!]! > 0)
      for (let n = 0; n < size; n++) {
        const v = (n + turn) % size
        if (busy[v]! > 0) continue
        const sum = state.moves + moves[k]![v]! - paid
        if (sum > most) continue
        const held = key + (k + 1) * digit[v]!
        if ((next.get(held)?.moves ?? Number.POSITIVE_INFINITY) <= sum) continue
        const after = busy.slice()
        after[v] = k + 1
        next.set(held, { busy: after, moves: sum, vehicle: v, before: state })
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
