import type { Board } from '../board.ts'
import { randomFrom } from './random.ts'
import { rearrange } from './rearrange.ts'

/** Vehicles that are rearranged at once: their plans are compared one and all, and that number grows as its factorial. */
const VEHICLES = 5
/** So many rearrangements without a gain end it. */
const PATIENCE = 250
/** Share of the vehicles taken from where moved orders came from or went to; the rest by chance. */
const ALONG_MOVES = 0.8

/** Whether a plan takes an order off the vehicle that the live plan gives it. */
export const isMoved = (board: Board, plan: readonly number[], i: number): boolean =>
  board.at[i]! >= 0 && plan[i] !== board.at[i]

/** Orders that have a vehicle and lose it by a plan. */
export const countMoved = (board: Board, plan: readonly number[]): number =>
  plan.reduce((count, _, i) => count + Number(isMoved(board, plan, i)), 0)

/**
 * A plan that moves as few orders as can be found from the given one, and never more: a few vehicles at a time, linked by
 * what moves between them, are rearranged in the best way there is ({@link rearrange}). Equal plans are exchanged too, so
 * that it does not stay where no few vehicles gain anything.
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

  /** Vehicles between which orders moved, from a moved order on. */
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
  /** Vehicles that were rearranged to no effect since anything changed. */
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
