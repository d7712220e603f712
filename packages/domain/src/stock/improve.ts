import { toVehicles } from './assign.ts'
import type { Board } from './board.ts'
import { fewestMoves } from './chain.ts'
import { eject } from './eject.ts'
import type { Lanes } from './lane.ts'
import type { Search } from './pool.ts'
import { uncross } from './uncross.ts'

/** So many moves are few: the first chains look no further, and a plan with no more is used as it is. */
export const MOST_MOVES = 4
/** Chains of more moves are beyond reach. */
const LONGEST_CHAIN = 9
const CHAIN_EFFORT = 30_000
/** Ejections tried, each with chances of its own; those among single windows move less and fail more. */
const TURNS = 8
const WINDOW_EFFORT = 1000
const LANE_EFFORT = 3000
/** How much dearer it is to throw out what stands as in the live plan, in the prices of ejection. */
const KEEP = 10

const GIVE_UP_AFTER = 2000
const IMPROVE_FOR = 300

/** Milliseconds left to look. */
export const expiresIn = (search: Search): number => (search.giveUpAfter ?? GIVE_UP_AFTER) - search.elapsed()

/** Orders that have a vehicle and lose it by a plan. */
const disturbed = (board: Board, plan: readonly number[]): number =>
  plan.reduce((count, vehicle, i) => count + Number(board.at[i]! >= 0 && vehicle !== board.at[i]), 0)

/**
 * A plan that moves as few orders as can be found within the limit, the given one at worst: longer chains, other ejections,
 * and stretches exchanged back between vehicles. The clock ends it, or a fixed number of attempts.
 */
export function improve(
  board: Board,
  plan: readonly number[],
  { lanes, windows }: { readonly lanes: Lanes; readonly windows: Lanes },
  search: Search,
): { readonly kind: 'plan'; readonly at: readonly number[]; readonly limited: boolean } {
  let at = plan
  let moves = disturbed(board, plan)
  const until = search.elapsed() + Math.min(search.improveFor ?? IMPROVE_FOR, expiresIn(search))
  const expired = () => search.elapsed() >= until
  const offer = (other: readonly number[]) => {
    const count = disturbed(board, other)
    if (count >= moves) return
    at = other
    moves = count
  }
  const isOpen = () => moves > MOST_MOVES && !expired()

  if (isOpen()) offer(uncross(board, at, expired))
  for (let turn = 1; turn <= TURNS && isOpen(); turn++) {
    for (const [space, effort] of [
      [windows, WINDOW_EFFORT],
      [lanes, LANE_EFFORT],
    ] as const) {
      const found = eject(space, space.domain, turn, effort, expired, KEEP)
      if (found && isOpen()) offer(uncross(board, toVehicles(board, space, found), expired))
    }
    // Chains find the plan with the fewest moves where there is a short one, and are lost time where there is none.
    if (turn === 2 && isOpen()) {
      const chained = fewestMoves(board, Math.min(LONGEST_CHAIN, moves - 1), CHAIN_EFFORT, expired)
      if (chained) offer(chained)
    }
  }
  return { kind: 'plan', at, limited: moves > MOST_MOVES }
}
