import { type Board, isClear, overlaps } from './board.ts'
import type { Lanes, Window } from './search/lane.ts'

/**
 * Assigns vehicles to the items of a solved component, by start: the present vehicle where it is free, else the
 * open window whose own next order begins last. A lane never has more items than windows, so that there always is
 * one. {@link bringHome} reverts moves that were not necessary.
 */
export function toVehicles(board: Board, lanes: Lanes, lane: ArrayLike<number>): number[] {
  const at = [...board.at]
  const inLane: number[][] = Array.from({ length: lanes.lanes }, () => [])
  for (const [k, i] of lanes.items.entries()) inLane[lane[k]!]!.push(i)
  const windowsIn: Window[][] = Array.from({ length: lanes.lanes }, () => [])
  for (const window of lanes.windows) windowsIn[window.lane]!.push(window)

  inLane.forEach((members, x) => {
    members.sort((a, b) => board.items[a]!.from - board.items[b]!.from)
    const windows = windowsIn[x]!
    const homeOf = (i: number) =>
      windows.findIndex(
        (w) => w.vehicle === board.items[i]!.home && w.from <= board.items[i]!.from && board.items[i]!.to <= w.to,
      )
    const homes = members.map(homeOf)
    const starts: number[][] = windows.map(() => [])
    homes.forEach((w, k) => {
      if (w >= 0) starts[w]!.push(board.items[members[k]!]!.from)
    })
    const busy = windows.map((w) => w.from)
    members.forEach((i, k) => {
      const item = board.items[i]!
      const free = (w: number) => busy[w]! <= item.from
      let best = homes[k]!
      if (best < 0 || !free(best)) {
        best = -1
        let latest = Number.NEGATIVE_INFINITY
        for (let w = 0; w < windows.length; w++) {
          if (!free(w)) continue
          const next = starts[w]!.find((start) => start >= item.from) ?? Number.MAX_VALUE
          // prefers the tightest window whose own next order is not displaced, else the one whose next order begins
          // last
          const rank = next >= item.to ? Number.MAX_VALUE - next : next - Number.MAX_VALUE
          if (rank <= latest) continue
          latest = rank
          best = w
        }
      }
      busy[best] = item.to
      at[i] = windows[best]!.vehicle
    })
  })
  return bringHome(board, at)
}

/** Moves orders back to their present vehicle, alone or by exchange with the orders there, while that reduces the number of moves. */
export function bringHome(board: Board, plan: readonly number[]): number[] {
  const { items } = board
  const at = [...plan]
  const lines: Set<number>[] = board.fixed.map(() => new Set())
  at.forEach((v, i) => {
    lines[v]?.add(i)
  })
  const blockers = (i: number, v: number, except: number): number[] =>
    [...lines[v]!].filter((j) => j !== i && j !== except && overlaps(items[j]!, items[i]!))
  const clear = (i: number, v: number): boolean => isClear(board, v, items[i]!)
  const shift = (i: number, v: number) => {
    lines[at[i]!]!.delete(i)
    lines[v]!.add(i)
    at[i] = v
  }
  for (let saved = true; saved; ) {
    saved = false
    for (let i = 0; i < items.length; i++) {
      const from = at[i]!
      const { home } = items[i]!
      if (home < 0 || from === home || !clear(i, home)) continue
      const others = blockers(i, home, i)
      const balance = others.reduce((n, j) => n + (items[j]!.home === home ? 1 : items[j]!.home === from ? -1 : 0), -1)
      if (balance >= 0) continue
      if (others.some((j) => !clear(j, from) || blockers(j, from, i).length > 0)) continue
      for (const j of others) shift(j, from)
      shift(i, home)
      saved = true
    }
  }
  return at
}
