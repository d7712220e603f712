/*
 * Names of prepared statements, one per text and role, shared by the connections of this process. Each connection keeps a plan
 * per name, so the texts that were not used for long lose theirs: what one generation did not ask for ends with the next.
 */

/**
 * Roles whose statements have names of their own: PostgreSQL plans a statement under row-level security anew whenever it runs
 * as another role than the last time.
 */
export const plannedAs = ['tenant', 'tenant_all', 'tenant_stores'] as const
export type PlannedAs = (typeof plannedAs)[number]

/** Something for each of them. */
export const ofRoles = <T>(of: (role: PlannedAs) => T): Record<PlannedAs, T> =>
  Object.fromEntries(plannedAs.map((role) => [role, of(role)])) as Record<PlannedAs, T>

/** Names in use are at most twice as many. */
const GENERATION = 1000

export interface Names {
  /** The name of a text run as that role, the same until it is retired. A retired name is never given again. */
  of(text: string, as?: PlannedAs): string
  readonly size: number
  /** Counts up whenever names were retired: a connection that has seen another number looks what it may close. */
  readonly generation: number
  isAlive(name: string): boolean
  /** All of them at once: their plans answer for a schema that has changed. */
  retireAll(): void
}

export function createNames(most = GENERATION): Names {
  let young = namesByRole()
  let old = namesByRole()
  const alive = new Set<string>()
  let serial = 0
  let generation = 0

  function keep(text: string, as: PlannedAs, name: string): string {
    if (plannedAs.reduce((size, role) => size + young[role].size, 0) >= most) {
      for (const names of Object.values(old)) for (const retired of names.values()) alive.delete(retired)
      old = young
      young = namesByRole()
      generation++
    }
    young[as].set(text, name)
    return name
  }

  return {
    of(text, as = 'tenant') {
      const known = young[as].get(text)
      if (known !== undefined) return known
      const before = old[as].get(text)
      if (before !== undefined) {
        old[as].delete(text)
        return keep(text, as, before)
      }
      const name = `q${serial++}`
      alive.add(name)
      return keep(text, as, name)
    },
    get size() {
      return alive.size
    },
    get generation() {
      return generation
    },
    isAlive: (name) => alive.has(name),
    retireAll() {
      young = namesByRole()
      old = namesByRole()
      alive.clear()
      generation++
    },
  }
}

const namesByRole = () => ofRoles(() => new Map<string, string>())

/** Names of the statements that this process prepares. */
export const statementNames = createNames()
