import type { Lanes } from './lane.ts'

/**
 * Which lanes are still possible for each item. At every moment the orders out need different windows; a lane that an
 * item cannot take without leaving another one of that moment stranded is struck out (the all-different rule by
 * matching and strongly connected parts), until nothing changes. Changes can be undone.
 */
export interface Pruner {
  /** Possible lanes of an item, ascending. */
  lanesOf(item: number): number[]
  sizeOf(item: number): number
  allows(item: number, lane: number): boolean
  /** Strikes out all lanes but one and draws the conclusions. Returns the group that cannot be served, or -1. */
  assign(item: number, lane: number): number
  /** Strikes out one lane and draws the conclusions. */
  forbid(item: number, lane: number): number
  /** Draws all conclusions of the present state. */
  settle(): number
  mark(): number
  undo(mark: number): void
  /** Items out at a group. */
  out(group: number): readonly number[]
}

export function createPruner(lanes: Lanes): Pruner {
  const { lanes: width, groups, first, last, capacity } = lanes
  const count = lanes.items.length
  const possible = new Uint8Array(count * width)
  const size = new Int32Array(count)
  const trail: number[] = []
  const out: number[][] = Array.from({ length: groups }, () => [])
  lanes.domain.forEach((domain, i) => {
    for (const x of domain) possible[i * width + x] = 1
    size[i] = domain.length
    for (let g = first[i]!; g < last[i]!; g++) out[g]!.push(i)
  })
  const dirty = new Uint8Array(groups)

  const strike = (i: number, x: number): void => {
    possible[i * width + x] = 0
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

  // scratch of `conclude`; node `width` is the sink that absorbs unused windows
  const left = new Int32Array(width)
  const taken = new Int32Array(count)
  const holders: number[][] = Array.from({ length: width }, () => [])
  const seen = new Int32Array(width)
  let stamp = 0
  const lastLane = Int16Array.from(lanes.home)

  const augment = (i: number): boolean => {
    for (let x = 0; x < width; x++) {
      if (!possible[i * width + x] || seen[x] === stamp) continue
      seen[x] = stamp
      if (left[x]! > 0) {
        left[x]!--
        take(i, x)
        return true
      }
      const list = holders[x]!
      for (let q = 0; q < list.length; q++) {
        const other = list[q]!
        if (!augment(other)) continue
        list.splice(list.indexOf(other), 1)
        take(i, x)
        return true
      }
    }
    return false
  }
  const take = (i: number, x: number): void => {
    taken[i] = x
    holders[x]!.push(i)
  }

  const nodes = width + 1
  const edge = new Uint8Array(nodes * nodes)
  const index = new Int32Array(nodes)
  const low = new Int32Array(nodes)
  const part = new Int32Array(nodes)
  const stack: number[] = []
  let visited = 0
  let parts = 0
  const visit = (u: number): void => {
    index[u] = low[u] = ++visited
    stack.push(u)
    for (let w = 0; w < nodes; w++) {
      if (!edge[u * nodes + w]) continue
      if (index[w] === 0) {
        visit(w)
        low[u] = Math.min(low[u]!, low[w]!)
      } else if (part[w] === 0) low[u] = Math.min(low[u]!, index[w]!)
    }
    if (low[u] !== index[u]) return
    parts++
    for (let w = -1; w !== u; ) {
      w = stack.pop()!
      part[w] = parts
    }
  }

  /** Strikes what the moment `g` rules out. Returns how many, or -1 when its orders cannot all be served. */
  const conclude = (g: number): number => {
    const here = out[g]!
    for (let x = 0; x < width; x++) {
      left[x] = capacity[x * groups + g]!
      holders[x]!.length = 0
    }
    const open: number[] = []
    for (const i of here) {
      const x = lastLane[i]!
      if (x >= 0 && possible[i * width + x] && left[x]! > 0) {
        left[x]!--
        take(i, x)
      } else open.push(i)
    }
    for (const i of open) {
      stamp++
      if (!augment(i)) return -1
    }
    edge.fill(0)
    for (const i of here) {
      const x = taken[i]!
      lastLane[i] = x
      for (let y = 0; y < width; y++) if (possible[i * width + y]) edge[x * nodes + y] = 1
    }
    for (let x = 0; x < width; x++) {
      if (left[x]! > 0) edge[x * nodes + width] = 1
      if (holders[x]!.length > 0) edge[width * nodes + x] = 1
    }
    index.fill(0)
    part.fill(0)
    visited = 0
    parts = 0
    for (let u = 0; u < nodes; u++) if (index[u] === 0) visit(u)
    let struck = 0
    for (const i of here) {
      const x = taken[i]!
      for (let y = 0; y < width; y++)
        if (y !== x && possible[i * width + y] && part[x] !== part[y]) {
          strike(i, y)
          struck++
        }
    }
    return struck
  }

  const lanesOf = (i: number): number[] => {
    const list: number[] = []
    for (let x = 0; x < width; x++) if (possible[i * width + x]) list.push(x)
    return list
  }
  return {
    lanesOf,
    sizeOf: (i) => size[i]!,
    allows: (i, x) => possible[i * width + x] === 1,
    assign(i, lane) {
      for (let x = 0; x < width; x++) if (x !== lane && possible[i * width + x]) strike(i, x)
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
        possible[k] = 1
        size[Math.floor(k / width)]!++
      }
    },
    out: (g) => out[g]!,
  }
}
