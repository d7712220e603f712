import { toVehicles } from '../assign.ts'
import type { Board } from '../board.ts'
import type { Search } from '../pool.ts'
import { eject } from './eject.ts'
import type { Lanes } from './lane.ts'
import { countMoved, settle } from './settle.ts'

/** A plan with at most this number of moves is used without improvement; the first chains search up to it. */
export const MOST_MOVES = 4
/** Number of start plans with different random numbers; and how many in a row without a gain end the search. */
const TURNS = 12
const PATIENCE = 5
/** Ejections among single windows move less and fail more. */
const WINDOW_EFFORT = 1000
const LANE_EFFORT = 3000
/** Additional cost of ejecting an order that is as in the present plan, in the prices of ejection. */
const KEEP = 10

const GIVE_UP_AFTER = 2000
const IMPROVE_FOR = 300

/** Milliseconds left for the search. */
export const expiresIn = (search: Search): number => (search.giveUpAfter ?? GIVE_UP_AFTER) - search.elapsed()

/**
 * A plan with as few moves as can be found within the limit, at worst the given one: it and others that ejection
 * finds are each settled (see {@link settle}). Ends by the clock, or after a fixed number of attempts.
 */
export function improve(
  board: Board,
  plan: readonly number[],
  { lanes, windows }: { readonly lanes: Lanes; readonly windows: Lanes },
  search: Search,
): { readonly kind: 'plan'; readonly at: readonly number[]; readonly limited: boolean } {
  const until = search.elapsed() + Math.min(search.improveFor ?? IMPROVE_FOR, expiresIn(search))
  const expired = () => search.elapsed() >= until
  let at = plan
  let moves = countMoved(board, at)
  let start: readonly number[] | null = plan
  for (let turn = 1, idle = 0; turn <= TURNS && idle < PATIENCE && moves > MOST_MOVES && !expired(); turn++) {
    idle++
    if (start !== null) {
      const settled = settle(board, start, turn, expired)
      const count = countMoved(board, settled)
      if (count < moves) {
        at = settled
        moves = count
        idle = 0
      }
    }
    const [space, effort] = turn % 2 === 1 ? [windows, WINDOW_EFFORT] : [lanes, LANE_EFFORT]
    const other = eject(space, space.domain, turn, effort, expired, KEEP)
    start = other && toVehicles(board, space, other)
  }
  return { kind: 'plan', at, limited: moves > MOST_MOVES }
}
