import type { Lanes } from './lane.ts'
import type { Pruner } from './prune.ts'

/**
 * Complete search over the lanes: take the item with the fewest lanes left (weighted by how often it was part of a
 * dead end), try one lane, propagate, else exclude that lane. Interchangeable vehicles are one lane already.
 * Returns a plan, `'none'` as a proof that there is none, or `'open'` after `effort` tries or when `expired`;
 * `weights` passes what was learned to the next, longer try.
 */
export function exhaust(
  lanes: Lanes,
  pruner: Pruner,
  weights: Float64Array,
  effort: number,
  expired: () => boolean,
): Int16Array | 'none' | 'open' {
  const count = lanes.items.length
  const start = pruner.mark()
  let tries = 0

  const blame = (group: number): void => {
    for (const i of pruner.out(group)) weights[i]!++
  }
  const choose = (): number => {
    let best = -1
    let score = Number.POSITIVE_INFINITY
    for (let i = 0; i < count; i++) {
      const size = pruner.sizeOf(i)
      if (size === 1 || size / weights[i]! >= score) continue
      score = size / weights[i]!
      best = i
    }
    return best
  }
  /** true: solved. false: no plan below this state. null: given up. */
  const search = (): boolean | null => {
    const i = choose()
    if (i < 0) return true
    for (;;) {
      if (++tries > effort || expired()) return null
      const mark = pruner.mark()
      const home = lanes.home[i]!
      const lane = home >= 0 && pruner.allows(i, home) ? home : pruner.lanesOf(i)[0]!
      const dead = pruner.assign(i, lane)
      const found = dead < 0 ? search() : false
      if (found !== false) return found
      if (dead >= 0) blame(dead)
      pruner.undo(mark)
      if (pruner.sizeOf(i) === 1) return false
      const stuck = pruner.forbid(i, lane)
      if (stuck >= 0) {
        blame(stuck)
        return false
      }
      if (pruner.sizeOf(i) === 1) return search()
    }
  }
  const found = search()
  const plan = found ? Int16Array.from(lanes.items, (_, i) => pruner.lanesOf(i)[0]!) : null
  pruner.undo(start)
  return plan ?? (found === false ? 'none' : 'open')
}
