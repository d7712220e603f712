import type { Lanes } from './lane.ts'

/**
 * Lanes that are still possible for each item. At every moment the orders need different windows; a lane that an
 * item cannot take without leaving another item of that moment without one is excluded (the all-different rule by
 * matching and strongly connected components), until nothing changes. Changes can be undone.
 */
export interface Pruner {
  /** Possible lanes of an item, ascending. */
  lanesOf(item: number): number[]
  sizeOf(item: number): number
  allows(item: number, lane: number): boolean
  /** Excludes all lanes but one and propagates. Returns the group that cannot be served, or -1. */
  assign(item: number, lane: number): number
  /** Excludes one lane and propagates. */
  forbid(item: number, lane: number): number
  /** Propagates the present state. */
  settle(): number
  mark(): number
  undo(mark: number): void
  /** Items that are out at a group. */
  out(group: number): readonly number[]
}

/** Index of the lowest set bit of a word, 0–31. */
const lowest = (word: number): number => 31 - Math.clz32(word & -word)

export function createPruner(lanes: Lanes): Pruner {
  const { lanes: width, groups, first, last, capacity } = lanes
  const count = lanes.items.length
  // sets of lanes are rows of 32-bit words; one more bit represents unused windows (below)
  const words = (width + 32) >> 5
  const possible = new Int32Array(count * words)
  const size = new Int32Array(count)
  const trail: number[] = []
  const out: number[][] = Array.from({ length: groups }, () => [])
  const dirty = new Uint8Array(groups)
  const has = (i: number, x: number): boolean => (possible[i * words + (x >> 5)]! & (1 << (x & 31))) !== 0
  lanes.domain.forEach((domain, i) => {
    for (const x of domain) possible[i * words + (x >> 5)]! |= 1 << (x & 31)
    size[i] = domain.length
    for (let g = first[i]!; g < last[i]!; g++) out[g]!.push(i)
  })

  const strike = (i: number, x: number): void => {
    possible[i * words + (x >> 5)]! &= ~(1 << (x & 31))
    size[i]!--
    trail.push(i * width + x)
    dirty.fill(1, first[i]!, last[i]!)
  }
  const settle = (): number => {
    for (let changed = true; changed; ) {
      changed = false
      for (let g = 0; g < groups; g++) {
        if (!dirty[g]) continue
        dirty[g] = 0
        const struck = conclude(g)
        if (struck < 0) {
          dirty.fill(0)
          return g
        }
        changed ||= struck > 0
      }
    }
    return -1
  }

  // A matching of the items to windows: first as in the last matching, then by augmenting paths.
  const left = new Int32Array(width)
  const taken = Int16Array.from(lanes.home)
  const holders: number[][] = Array.from({ length: width }, () => [])
  const seen = new Int32Array(words)
  const take = (i: number, x: number): void => {
    taken[i] = x
    holders[x]!.push(i)
  }
  const augment = (i: number): boolean => {
    for (let k = 0; k < words; k++) {
      for (let rest = possible[i * words + k]! & ~seen[k]!; rest !== 0; rest = possible[i * words + k]! & ~seen[k]!) {
        const x = k * 32 + lowest(rest)
        seen[k]! |= rest & -rest
        if (left[x]! > 0) {
          left[x]!--
          take(i, x)
          return true
        }
        const list = holders[x]!
        for (const other of list) {
          if (!augment(other)) continue
          list.splice(list.indexOf(other), 1)
          take(i, x)
          return true
        }
      }
    }
    return false
  }
  const match = (here: readonly number[], g: number): boolean => {
    for (let x = 0; x < width; x++) {
      left[x] = capacity[x * groups + g]!
      holders[x]!.length = 0
    }
    const open: number[] = []
    for (const i of here) {
      const x = taken[i]!
      if (x >= 0 && has(i, x) && left[x]! > 0) {
        left[x]!--
        holders[x]!.push(i)
      } else open.push(i)
    }
    for (const i of open) {
      seen.fill(0)
      if (!augment(i)) return false
    }
    return true
  }

  // Lanes between which items could be exchanged, and the node of unused windows, as strongly connected components.
  const nodes = width + 1
  const edge = new Int32Array(nodes * words)
  const index = new Int32Array(nodes)
  const low = new Int32Array(nodes)
  const part = new Int32Array(nodes)
  const members = new Int32Array((nodes + 1) * words)
  const stack: number[] = []
  let visited = 0
  let parts = 0
  const visit = (u: number): void => {
    index[u] = low[u] = ++visited
    stack.push(u)
    for (let k = 0; k < words; k++) {
      for (let rest = edge[u * words + k]!; rest !== 0; rest &= rest - 1) {
        const w = k * 32 + lowest(rest)
        if (index[w] === 0) {
          visit(w)
          if (low[w]! < low[u]!) low[u] = low[w]!
        } else if (part[w] === 0 && index[w]! < low[u]!) low[u] = index[w]!
      }
    }
    if (low[u] !== index[u]) return
    parts++
    members.fill(0, parts * words, (parts + 1) * words)
    for (let w = -1; w !== u; ) {
      w = stack.pop()!
      part[w] = parts
      members[parts * words + (w >> 5)]! |= 1 << (w & 31)
    }
  }
  const connect = (here: readonly number[]): void => {
    edge.fill(0)
    for (const i of here) {
      const x = taken[i]!
      for (let k = 0; k < words; k++) edge[x * words + k]! |= possible[i * words + k]!
    }
    for (let x = 0; x < width; x++) {
      if (left[x]! > 0) edge[x * words + (width >> 5)]! |= 1 << (width & 31)
      if (holders[x]!.length > 0) edge[width * words + (x >> 5)]! |= 1 << (x & 31)
    }
    index.fill(0)
    part.fill(0)
    visited = 0
    parts = 0
    for (let u = 0; u < nodes; u++) if (index[u] === 0) visit(u)
  }

  /** Excludes what the moment `g` makes impossible. Returns how many lanes, or -1 when its orders cannot all be served. */
  const conclude = (g: number): number => {
    const here = out[g]!
    if (!match(here, g)) return -1
    connect(here)
    let struck = 0
    for (const i of here) {
      const own = part[taken[i]!]!
      for (let k = 0; k < words; k++)
        for (let rest = possible[i * words + k]! & ~members[own * words + k]!; rest !== 0; rest &= rest - 1) {
          strike(i, k * 32 + lowest(rest))
          struck++
        }
    }
    return struck
  }

  const lanesOf = (i: number): number[] => {
    const list: number[] = []
    for (let x = 0; x < width; x++) if (has(i, x)) list.push(x)
    return list
  }
  return {
    lanesOf,
    sizeOf: (i) => size[i]!,
    allows: has,
    assign(i, lane) {
      for (const x of lanesOf(i)) if (x !== lane) strike(i, x)
      return settle()
    },
    forbid(i, lane) {
      strike(i, lane)
      return settle()
    },
    settle() {
      dirty.fill(1)
      return settle()
    },
    mark: () => trail.length,
    undo(mark) {
      while (trail.length > mark) {
        const k = trail.pop()!
        const i = Math.floor(k / width)
        const x = k % width
        possible[i * words + (x >> 5)]! |= 1 << (x & 31)
        size[i]!++
      }
    },
    out: (g) => out[g]!,
  }
}
