/*
 * Names of prepared statements, one per text, shared by the connections of this process. Each connection keeps a plan
 * per name, so the texts that were not used for long lose theirs: what one generation did not ask for ends with the next.
 */

/** Names in use are at most twice as many. */
const GENERATION = 1000

export interface Names {
  /** The name of a text, the same until it is retired. A retired name is never given again. */
  of(text: string): string
  readonly size: number
  /** Counts up whenever names were retired: a connection that has seen another number looks what it may close. */
  readonly generation: number
  isAlive(name: string): boolean
  /** All of them at once: their plans answer for a schema that has changed. */
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
