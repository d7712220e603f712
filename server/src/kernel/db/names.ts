/*
 * Names of prepared statements, one per text, shared by the connections of this process. Each connection has a plan per
 * name, so that unused texts lose their names: those that were not used in one generation are retired with the next.
 */

/** Names per generation; at most twice as many are in use. */
const GENERATION = 1000

export interface Names {
  /** The name of a text, the same until it is retired. A retired name is never used again. */
  of(text: string): string
  readonly size: number
  /** Incremented whenever names were retired: a connection with an older number checks which statements to close. */
  readonly generation: number
  isAlive(name: string): boolean
  /** Retires all names, because their plans belong to a changed schema. */
  retireAll(): void
}

export function createNames(most = GENERATION): Names {
  let young = new Map<string, string>()
  let old = new Map<string, string>()
  const alive = new Set<string>()
  let serial = 0
  let generation = 0

  function keep(text: string, name: string): string {
    if (young.size >= most) {
      for (const retired of old.values()) alive.delete(retired)
      old = young
      young = new Map()
      generation++
    }
    young.set(text, name)
    return name
  }

  return {
    of(text) {
      const known = young.get(text)
      if (known !== undefined) return known
      const before = old.get(text)
      if (before !== undefined) {
        old.delete(text)
        return keep(text, before)
      }
      const name = `q${serial++}`
      alive.add(name)
      return keep(text, name)
    },
    get size() {
      return alive.size
    },
    get generation() {
      return generation
    },
    isAlive: (name) => alive.has(name),
    retireAll() {
      young = new Map()
      old = new Map()
      alive.clear()
      generation++
    },
  }
}

/** Names of the statements that this process prepares. */
export const statementNames = createNames()
