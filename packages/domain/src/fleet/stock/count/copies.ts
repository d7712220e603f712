import { type Board, type Item, isClear, merge, overlaps, type Span, type Stay, stayOf } from '../board.ts'
import type { Pool, Request, Search } from '../pool.ts'
import { layAside } from '../repack.ts'
import { expiresIn, isServable } from '../search/solve.ts'

/** `open`: the search ended before it was known whether more are possible. */
export interface Room {
  readonly count: number
  readonly open: boolean
}

const none: Room = { count: 0, open: false }

/**
 * How many copies of an interval can be added so that every order still has a vehicle, at most `most`. It can be
 * less than the smallest spare: a vehicle free now and another one free later do not make one that is free
 * throughout. Undecided copies do not count, so that each request should have its own search.
 */
export const copies = (pool: Pool, request: Request, most: number, search: Search): Room =>
  most <= 0 ? none : createCopies(pool, request, search)(request, most, search)

/** Like {@link copies}, for many intervals of one pool: the board is built once, without the rows of the requesting order. */
export function createCopies(
  pool: Pool,
  of: Pick<Request, 'refId' | 'leaves'>,
  search: Search,
): (request: Request, spare: number, search: Search) => Room {
  const board = layAside(pool, of, search)
  if (board === null) return () => ({ count: 0, open: true })
  const stands = !board.at.includes(-1)
  const standing: Standing = {
    lines: stands ? linesOf(board) : [],
    until: board.until,
    movable: new Map(board.items.map((item) => [item, item.ends])),
  }
  return (request, spare, search) => {
    const item: Item = { row: null, ...stayOf(request), home: -1 }
    const most = Math.min(spare, board.vehicles.filter((_, v) => isClear(board, v, item)).length)
    if (most <= 0) return none
    let low = stands ? countAfterMoves(standing, item, most) : 0
    if (low === most) return { count: most, open: false }
    const around = stands ? neighbourhoodOf(board, item) : null
    let open = false
    const fits = (n: number): boolean => {
      // half of the remaining time for each number, because the larger one may be harder
      const within = (): Search => ({ ...search, giveUpAfter: search.elapsed() + expiresIn(search) / 2 })
      if (around !== null) {
        if (isServable(withCopies(around.kept, item, n), within()) === true) return true
        if (isServable(withCopies(around.others, item, n), within()) === false) return false
      }
      const servable = isServable(withCopies(board, item, n), within())
      open ||= servable === null
      return servable === true
    }
    if (fits(most)) return { count: most, open: false }
    for (let high = most; high - low > 1; ) {
      const middle = (low + high) >> 1
      if (fits(middle)) low = middle
      else high = middle
    }
    return { count: low, open }
  }
}

/** Time ranges on a vehicle, by start and without overlaps. */
type Line = readonly Span[]

interface Standing {
  readonly lines: readonly Line[]
  /** Like `until` of the board. */
  readonly until: readonly number[]
  /** When each movable range ends, as `ends` of {@link Stay}. */
  readonly movable: ReadonlyMap<Span, number>
}

/** Index of the first range that ends after an instant. */
function firstAfter(line: Line, t: number): number {
  let low = 0
  for (let high = line.length; low < high; ) {
    const middle = (low + high) >> 1
    if (line[middle]!.to > t) high = middle
    else low = middle + 1
  }
  return low
}

const isOpen = (line: Line, span: Span): boolean => {
  const next = line[firstAfter(line, span.from)]
  return next === undefined || next.from >= span.to
}

const openOf = ({ lines, until }: Standing, item: Stay): number =>
  lines.reduce((count, line, v) => count + Number(item.ends <= until[v]! && isOpen(line, item)), 0)

/** All ranges on each vehicle. */
function linesOf(board: Board): Line[] {
  const lines = board.fixed.map((spans) => [...spans])
  board.items.forEach((item, i) => {
    lines[board.at[i]!]!.push(item)
  })
  return lines.map((line) => line.sort((a, b) => a.from - b.from))
}

/** A pass moves orders that begin after the item does, or the earlier ones; a later pass can use what an earlier one freed. */
const PASSES = [true, false, true, false]

/**
 * Number of vehicles that are idle for the whole item, at most `most`, after moving orders that are the only ones
 * on their vehicle at that time: each to a vehicle that is busy at another time of the item, in exchange for the
 * orders there before or after. In most cases this already reaches the spare.
 */
function countAfterMoves(live: Standing, item: Item, most: number): number {
  let count = openOf(live, item)
  const lines = [...live.lines]
  const standing = { ...live, lines }
  for (const late of PASSES) {
    if (count >= most) return most
    moveAway(standing, item, late)
    count = openOf(standing, item)
  }
  return Math.min(count, most)
}

/** As many exchanges at once as a matching of orders to vehicles allows. */
function moveAway(standing: Standing & { readonly lines: Line[] }, item: Item, late: boolean): void {
  const { lines, until, movable } = standing
  const hosts: number[] = []
  const going: { readonly span: Span; readonly vehicle: number }[] = []
  lines.forEach((line, vehicle) => {
    const first = firstAfter(line, item.from)
    const span = line[first]
    const lasts = item.ends <= until[vehicle]!
    if (span === undefined || span.from >= item.to) {
      if (!lasts) hosts.push(vehicle)
      return
    }
    const next = line[first + 1]
    const alone = next === undefined || next.from >= item.to
    if (lasts && alone && movable.has(span) && span.from > item.from === late) going.push({ span, vehicle })
    else hosts.push(vehicle)
  })
  const guests = new Map<number, { readonly vehicle: number; readonly stretch: Span }>()
  const settle = ({ span, vehicle }: (typeof going)[number], seen: Set<number>): boolean =>
    hosts.some((v) => {
      if (seen.has(v)) return false
      const stretch = exchangeable(standing, vehicle, v, span, item)
      if (stretch === null) return false
      seen.add(v)
      const before = guests.get(v)
      if (before !== undefined && !settle(going.find((one) => one.vehicle === before.vehicle)!, seen)) return false
      guests.set(v, { vehicle, stretch })
      return true
    })
  for (const guest of going) settle(guest, new Set())
  for (const [host, { vehicle, stretch }] of guests) {
    const [own, other] = [lines[vehicle]!, lines[host]!]
    lines[vehicle] = spliceLine(own, other, stretch)
    lines[host] = spliceLine(other, own, stretch)
  }
}

/**
 * The time range around an order within which its vehicle and a host can exchange all their orders, so that none of
 * the host's overlaps with the item; null where one cannot be moved. In most cases the host is idle in it.
 */
function exchangeable(
  { lines, until, movable }: Standing,
  own: number,
  host: number,
  order: Span,
  item: Item,
): Span | null {
  let { from, to } = order
  for (let grew = true; grew; ) {
    grew = false
    for (const [vehicle, other] of [
      [own, host],
      [host, own],
    ] as const) {
      const line = lines[vehicle]!
      for (let i = firstAfter(line, from); i < line.length && line[i]!.from < to; i++) {
        const span = line[i]!
        const ends = movable.get(span)
        if (ends === undefined || ends > until[other]! || (vehicle === host && overlaps(span, item))) return null
        if (span.from >= from && span.to <= to) continue
        grew = true
        from = Math.min(from, span.from)
        to = Math.max(to, span.to)
      }
    }
  }
  return { from, to }
}

/** A line with the ranges of another one inside a time range that no range of either crosses. */
function spliceLine(line: Line, other: Line, { from, to }: Span): Line {
  const within = other.filter((span) => span.from >= from && span.to <= to)
  const start = firstAfter(line, from)
  const end = line.findLastIndex((span) => span.from < to) + 1
  return [...line.slice(0, start), ...within, ...line.slice(end)]
}

/**
 * The question with only those orders movable that overlap with the item, which is fast. `others` ignores all other
 * orders, so that what it excludes is impossible; in `kept` they are fixed, so that what it allows is possible.
 */
function neighbourhoodOf(board: Board, item: Item): { readonly others: Board; readonly kept: Board } {
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
