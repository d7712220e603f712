import { DAY } from '../../../time.ts'
import { type Board, isClear, overlaps, type Span } from '../board.ts'

/** An item on a vehicle, and the orders that it displaces there. */
interface Option {
  readonly vehicle: number
  readonly moved: readonly number[]
}

/**
 * Finds a plan with as few moves as possible, by iterative deepening: put an item on a vehicle, displace what
 * overlaps, place the displaced order with the fewest options next. No order moves twice; any plan can be reached
 * this way, so that the first hit has the fewest moves. Among free vehicles the smallest gap is chosen. Returns the
 * vehicle of each item, or null when `most` moves or `effort` options were not enough (no proof).
 */
export function fewestMoves(board: Board, most: number, effort: number): number[] | null {
  const { items, fixed } = board
  const at = [...board.at]
  const lines: (readonly number[])[] = fixed.map(() => [])
  const wanted: number[] = []
  const settled = new Uint8Array(items.length)
  for (const [i, v] of at.entries()) {
    if (v >= 0) lines[v] = [...lines[v]!, i]
    else {
      wanted.push(i)
      settled[i] = 1
    }
  }
  const live = [...lines]
  /** How often the current chain changed each vehicle; the others are as in the present plan. */
  const touched = new Uint8Array(lines.length)
  const touchedList: number[] = []

  const blockers = (i: number, line: readonly number[]): number[] =>
    line.filter((j) => j !== i && overlaps(items[j]!, items[i]!))
  const clear = (i: number, vehicle: number): boolean => isClear(board, vehicle, items[i]!)
  const cache: (Option[] | undefined)[] = []
  /** Options in the present plan, those that displace fewest first. */
  const liveOptions = (i: number): Option[] => {
    cache[i] ??= live
      .flatMap((line, vehicle) =>
        clear(i, vehicle) && vehicle !== board.at[i] ? [{ vehicle, moved: blockers(i, line) }] : [],
      )
      .sort((a, b) => a.moved.length - b.moved.length)
    return cache[i]
  }
  const touchedOptions = (i: number, budget: number): Option[] =>
    touchedList.flatMap((vehicle) => {
      if (!clear(i, vehicle)) return []
      const moved = blockers(i, lines[vehicle]!)
      return moved.length > budget || moved.some((j) => settled[j] === 1) ? [] : [{ vehicle, moved }]
    })
  /** Options with at most `budget` further moves. */
  const optionsOf = (i: number, budget: number): Option[] => {
    const found = touchedOptions(i, budget)
    for (const option of liveOptions(i)) {
      if (option.moved.length > budget) break
      if (!touched[option.vehicle]) found.push(option)
    }
    return found
  }
  const hasOption = (i: number, budget: number): boolean => {
    for (const option of liveOptions(i)) {
      if (option.moved.length > budget) break
      if (!touched[option.vehicle]) return true
    }
    return touchedOptions(i, budget).length > 0
  }
  /** Idle time around the item, an open side counting as 30 days. */
  const idle = (i: number, vehicle: number): number => {
    const item = items[i]!
    let before = 30 * DAY
    let after = 30 * DAY
    const look = (other: Span) => {
      if (other.to <= item.from) before = Math.min(before, item.from - other.to)
      else if (other.from >= item.to) after = Math.min(after, other.from - item.to)
    }
    fixed[vehicle]!.forEach(look)
    for (const j of lines[vehicle]!) look(items[j]!)
    return before + after
  }
  const ranked = (i: number, options: readonly Option[]): Option[] =>
    options
      .map((option) => {
        const home = option.vehicle === items[i]!.home
        return { ...option, rank: home ? -1 : option.moved.length === 0 ? idle(i, option.vehicle) : 0 }
      })
      .sort((a, b) => a.moved.length - b.moved.length || a.rank - b.rank)

  let steps = 0
  const serve = (pending: readonly number[], budget: number): boolean => {
    let options: Option[] = []
    let next = -1
    for (const i of pending) {
      const found = optionsOf(i, budget)
      if (found.length === 0) return false
      if (next >= 0 && found.length >= options.length) continue
      options = found
      next = i
    }
    if (next < 0) return true
    const others = pending.filter((i) => i !== next)
    for (const { vehicle, moved } of ranked(next, options)) {
      if (++steps > effort) return false
      const line = lines[vehicle]!
      const before = at[next]!
      lines[vehicle] = [...line.filter((j) => !moved.includes(j)), next]
      for (const j of moved) settled[j] = 1
      at[next] = vehicle
      if (touched[vehicle]!++ === 0) touchedList.push(vehicle)
      const rest = [...moved, ...others]
      const left = budget - moved.length
      if (rest.every((i) => hasOption(i, left)) && serve(rest, left)) return true
      if (--touched[vehicle]! === 0) touchedList.pop()
      for (const j of moved) settled[j] = 0
      at[next] = before
      lines[vehicle] = line
    }
    return false
  }

  for (let budget = 0; budget <= most && steps <= effort; budget++) if (serve(wanted, budget)) return at
  return null
}
