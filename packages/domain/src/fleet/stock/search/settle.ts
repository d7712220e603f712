import type { Board } from '../board.ts'
import { randomFrom } from './random.ts'
import { rearrange } from './rearrange.ts'

/** Number of vehicles that are rearranged together; the cost grows as its factorial. */
const VEHICLES = 5
/** Ends after this number of rearrangements without a gain. */
const PATIENCE = 250
/** Share of the vehicles that are chosen along moved orders; the others are random. */
const ALONG_MOVES = 0.8

/** Whether a plan moves an order away from its present vehicle. */
export const isMoved = (board: Board, plan: readonly number[], i: number): boolean =>
  board.at[i]! >= 0 && plan[i] !== board.at[i]

/** Number of moved orders of a plan. */
export const countMoved = (board: Board, plan: readonly number[]): number =>
  plan.reduce((count, _, i) => count + Number(isMoved(board, plan, i)), 0)

/**
 * Reduces the moves of a plan, never increases them: a few vehicles at a time, connected by moved orders, are
 * rearranged optimally ({@link rearrange}). Plans with the same number of moves are also exchanged, so that the
 * search leaves local optima.
 */
export function settle(board: Board, plan: readonly number[], seed: number, expired: () => boolean): number[] {
  const random = randomFrom(seed)
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!
  const at = [...plan]
  const byStart = at.map((_, i) => i).sort((a, b) => board.items[a]!.from - board.items[b]!.from)
  const rank = new Int32Array(at.length)
  const lines: number[][] = board.fixed.map(() => [])
  byStart.forEach((i, k) => {
    rank[i] = k
    lines[at[i]!]!.push(i)
  })
  const size = Math.min(VEHICLES, lines.length)

  /** Vehicles that are connected by moved orders, starting with a moved order. */
  const choose = (moved: readonly number[]): number[] => {
    const first = pick(moved)
    const chosen = new Set([board.at[first]!, at[first]!])
    while (chosen.size < size) {
      const linked = moved.filter((i) => chosen.has(board.at[i]!) !== chosen.has(at[i]!))
      if (linked.length === 0 || random() > ALONG_MOVES) chosen.add(Math.floor(random() * lines.length))
      else {
        const next = pick(linked)
        chosen.add(chosen.has(at[next]!) ? board.at[next]! : at[next]!)
      }
    }
    return [...chosen]
  }

  const allMoved = () => byStart.filter((i) => isMoved(board, at, i))
  let moved = allMoved()
  /** Groups of vehicles that were rearranged without effect since the last change. */
  const vain = new Set<string>()
  for (let since = 0; since < PATIENCE && moved.length > 0 && !expired(); since++) {
    const vehicles = choose(moved)
    const name = vehicles.toSorted((a, b) => a - b).join()
    if (vain.has(name)) continue
    const members = vehicles.flatMap((v) => lines[v]!).sort((a, b) => rank[a]! - rank[b]!)
    const before = members.filter((i) => isMoved(board, at, i)).length
    const found = rearrange(board, vehicles, members, before, random())
    if (found === null || members.every((i, k) => at[i] === found[k])) {
      vain.add(name)
      continue
    }
    vain.clear()
    for (const v of vehicles) lines[v] = []
    members.forEach((i, k) => {
      at[i] = found[k]!
      lines[found[k]!]!.push(i)
    })
    moved = allMoved()
    if (members.filter((i) => isMoved(board, at, i)).length < before) since = -1
  }
  return at
}
