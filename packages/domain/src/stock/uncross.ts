import { type Board, overlaps } from './board.ts'

/**
 * Exchanges stretches between two vehicles, from one moment at which both are idle to the next, while that brings more
 * orders back to their vehicles than it takes away. Plans that only label vehicles otherwise become the live one again.
 */
export function uncross(board: Board, plan: readonly number[], expired: () => boolean): number[] {
  const { items, fixed } = board
  const at = [...plan]
  const byStart = items.map((_, i) => i).sort((a, b) => items[a]!.from - items[b]!.from)
  const lines: number[][] = fixed.map(() => [])
  for (const i of byStart) lines[at[i]!]?.push(i)
  const clear = (i: number, v: number): boolean => !fixed[v]!.some((span) => overlaps(span, items[i]!))
  const score = (i: number, v: number): number => (items[i]!.home === v ? 1 : 0)

  /** Exchanges what is worth it between `a` and `b`. */
  const exchange = (a: number, b: number): boolean => {
    const both = [...lines[a]!, ...lines[b]!].sort((i, j) => items[i]!.from - items[j]!.from)
    let changed = false
    for (let k = 0; k < both.length; ) {
      let gain = 0
      let free = true
      let end = Number.NEGATIVE_INFINITY
      let next = k
      for (; next < both.length && (next === k || items[both[next]!]!.from < end); next++) {
        const i = both[next]!
        const other = at[i] === a ? b : a
        gain += score(i, other) - score(i, at[i]!)
        free &&= clear(i, other)
        end = Math.max(end, items[i]!.to)
      }
      if (free && gain > 0) {
        for (const i of both.slice(k, next)) at[i] = at[i] === a ? b : a
        changed = true
      }
      k = next
    }
    if (changed) {
      lines[a] = both.filter((i) => at[i] === a)
      lines[b] = both.filter((i) => at[i] === b)
    }
    return changed
  }
  for (let again = true; again && !expired(); ) {
    again = false
    for (let a = 0; a < lines.length; a++) for (let b = a + 1; b < lines.length; b++) if (exchange(a, b)) again = true
  }
  return at
}
