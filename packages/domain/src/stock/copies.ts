import { type Board, type Item, layOut, merge, overlaps, type Span } from './board.ts'
import { spanOfRequest } from './plan.ts'
import type { Pool, Request, Search } from './pool.ts'
import { setAside } from './repack.ts'
import { expiresIn, isServable } from './solve.ts'

/**
 * How many copies of an interval could be added so that every order still has a vehicle, at most `most`. It can be
 * less than the smallest spare: a vehicle free now and another one free later do not make one that is free throughout.
 * What stays undecided does not count, so give each question a search of its own.
 */
export const copies = (pool: Pool, request: Request, most: number, search: Search): number =>
  most <= 0 ? 0 : createCopies(pool, request.refId, search)(request, most, search)

/** As {@link copies}, for many intervals of one pool: it is laid out once. `without`: rows of this order are left out. */
export function createCopies(
  pool: Pool,
  without: string | undefined,
  search: Search,
): (request: Request, most: number, search: Search) => number {
  const aside = setAside(pool, without, search)
  if (aside === null) return () => 0
  const board = layOut(pool, { ...aside, without })
  const stands = !board.at.includes(-1)
  const lines = stands ? linesOf(board) : []
  return (request, most, search) => {
    if (most <= 0) return 0
    const item: Item = { row: null, ...spanOfRequest(request), home: -1 }
    let low = stands ? Math.min(most, emptied(board, lines, item)) : 0
    if (low === most) return most
    const around = stands ? aroundOf(board, item) : null
    const fits = (n: number): boolean => {
      // half of the time left for each question: the bigger number may be the harder one
      const within = (): Search => ({ ...search, giveUpAfter: search.elapsed() + expiresIn(search) / 2 })
      if (around !== null) {
        if (isServable(withCopies(around.others, item, n), within()) === false) return false
        if (isServable(withCopies(around.kept, item, n), within()) === true) return true
      }
      return isServable(withCopies(board, item, n), within()) === true
    }
    if (fits(most)) return most
    for (let high = most; high - low > 1; ) {
      const middle = (low + high) >> 1
      if (fits(middle)) low = middle
      else high = middle
    }
    return low
  }
}

/** Everything that stands on each vehicle. */
function linesOf(board: Board): Span[][] {
  const lines = board.fixed.map((spans) => [...spans])
  board.items.forEach((item, i) => {
    lines[board.at[i]!]!.push(item)
  })
  return lines
}

/**
 * Vehicles that are idle for the whole item once orders have moved which are alone in their vehicle's way: each to one
 * that is busy at some other time of it. Mostly this is already all that the spare allows.
 */
function emptied(board: Board, lines: readonly (readonly Span[])[], item: Item): number {
  const near = lines.map((spans) => spans.filter((span) => overlaps(span, item)))
  const idle = near.filter((spans) => spans.length === 0).length
  const alone = new Set(near.flatMap((spans) => (spans.length === 1 ? spans : [])))
  const movers: { readonly span: Span; readonly vehicle: number }[] = []
  board.items.forEach((other, i) => {
    if (alone.has(other)) movers.push({ span: other, vehicle: board.at[i]! })
  })
  const paired = (late: boolean): number => {
    const going = movers.filter(({ span }) => span.from > item.from === late)
    const leaving = new Set(going.map(({ vehicle }) => vehicle))
    const hosts = lines.flatMap((_, v) => (near[v]!.length > 0 && !leaving.has(v) ? [v] : []))
    const guests = new Map<number, Span>()
    const settle = (span: Span, seen: Set<number>): boolean =>
      hosts.some((v) => {
        if (seen.has(v) || lines[v]!.some((other) => overlaps(other, span))) return false
        seen.add(v)
        const guest = guests.get(v)
        if (guest !== undefined && !settle(guest, seen)) return false
        guests.set(v, span)
        return true
      })
    return going.filter(({ span }) => settle(span, new Set())).length
  }
  return idle + Math.max(paired(true), paired(false))
}

/**
 * The question with only those orders in motion that meet the item, which is quick: `others` looks away from all other
 * orders, so what it rules out is ruled out; in `kept` they stay where they are, so what it allows is possible.
 */
function aroundOf(board: Board, item: Item): { readonly others: Board; readonly kept: Board } {
  const near: number[] = []
  const kept: Span[][] = board.fixed.map((spans) => [...spans])
  board.items.forEach((other, i) => {
    if (overlaps(other, item)) near.push(i)
    else kept[board.at[i]!]!.push(other)
  })
  const items = near.map((i) => board.items[i]!)
  const at = near.map((i) => board.at[i]!)
  return { others: { ...board, items, at }, kept: { ...board, fixed: kept.map(merge), items, at } }
}

const withCopies = (board: Board, item: Item, n: number): Board => ({
  ...board,
  items: [...board.items, ...Array.from({ length: n }, () => item)],
  at: [...board.at, ...Array.from({ length: n }, () => -1)],
})
