import { type Board, type Item, merge, overlaps, type Span } from './board.ts'
import { spanOfRequest } from './plan.ts'
import type { Pool, Request, Search } from './pool.ts'
import { layAside } from './repack.ts'
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
): (request: Request, spare: number, search: Search) => number {
  const board = layAside(pool, without, search)
  if (board === null) return () => 0
  const stands = !board.at.includes(-1)
  const lines = stands ? linesOf(board) : []
  const movable = new Set<Span>(board.items)
  return (request, spare, search) => {
    const item: Item = { row: null, ...spanOfRequest(request), home: -1 }
    const most = Math.min(spare, board.fixed.filter((spans) => isOpen(spans, item)).length)
    if (most <= 0) return 0
    let low = stands ? emptied(lines, movable, item, most) : 0
    if (low === most) return most
    const around = stands ? aroundOf(board, item) : null
    const fits = (n: number): boolean => {
      // half of the time left for each question: the bigger number may be the harder one
      const within = (): Search => ({ ...search, giveUpAfter: search.elapsed() + expiresIn(search) / 2 })
      if (around !== null) {
        if (isServable(withCopies(around.kept, item, n), within()) === true) return true
        if (isServable(withCopies(around.others, item, n), within()) === false) return false
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

const isOpen = (spans: readonly Span[], item: Span): boolean => !spans.some((span) => overlaps(span, item))

/** Everything that stands on each vehicle. */
function linesOf(board: Board): Span[][] {
  const lines = board.fixed.map((spans) => [...spans])
  board.items.forEach((item, i) => {
    lines[board.at[i]!]!.push(item)
  })
  return lines
}

/** A pass moves orders that begin after the item does, or the earlier ones; what one frees the next may use. */
const PASSES = [true, false, true, false]

/**
 * Vehicles that are idle for the whole item, at most `most`, once orders have moved which are alone in their vehicle's
 * way: each to one that is busy at some other time of it. Mostly this is already all that the spare allows.
 */
function emptied(lines: readonly (readonly Span[])[], movable: ReadonlySet<Span>, item: Item, most: number): number {
  const idle = (all: readonly (readonly Span[])[]) => all.filter((spans) => isOpen(spans, item)).length
  let count = idle(lines)
  if (count >= most) return most
  const standing = lines.map((spans) => [...spans])
  for (const late of PASSES) {
    moveAway(standing, movable, item, late)
    count = idle(standing)
    if (count >= most) return most
  }
  return count
}

/** As many moves at once as a matching of orders to vehicles allows. */
function moveAway(standing: Span[][], movable: ReadonlySet<Span>, item: Item, late: boolean): void {
  const near = standing.map((spans) => spans.filter((span) => overlaps(span, item)))
  const going = near.flatMap(([span, second], vehicle) =>
    span && !second && movable.has(span) && span.from > item.from === late ? [{ span, vehicle }] : [],
  )
  const leaving = new Set(going.map(({ vehicle }) => vehicle))
  const hosts = near.flatMap((spans, v) => (spans.length > 0 && !leaving.has(v) ? [v] : []))
  const guests = new Map<number, (typeof going)[number]>()
  const settle = (guest: (typeof going)[number], seen: Set<number>): boolean =>
    hosts.some((v) => {
      if (seen.has(v) || standing[v]!.some((other) => overlaps(other, guest.span))) return false
      seen.add(v)
      const before = guests.get(v)
      if (before !== undefined && !settle(before, seen)) return false
      guests.set(v, guest)
      return true
    })
  for (const guest of going) settle(guest, new Set())
  for (const [host, { span, vehicle }] of guests) {
    standing[vehicle] = standing[vehicle]!.filter((other) => other !== span)
    standing[host]!.push(span)
  }
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
