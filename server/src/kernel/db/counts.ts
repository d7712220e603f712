import type { Context } from '../context.ts'
import { awaitRegistration } from '../registrations.ts'

/*
 * Numbers that features of several modules contribute to one statement. A lower module declares their names, and each feature registers the
 * SQL of its own when it is loaded: so no statement of the lower module reads tables of a higher one.
 */

export interface Counts<Name extends string> {
  /** @param count SQL of the number; `$1` and later are the values of {@link read} */
  register(name: Name, count: string): void
  /**
   * All numbers by one statement.
   * @throws Error when the feature of a name is not loaded
   */
  read(query: Context['query'], values?: readonly unknown[]): Promise<Readonly<Record<Name, number>>>
}

export function countsOf<Name extends string>(names: readonly Name[]): Counts<Name> {
  const registered = new Map<Name, string>()
  awaitRegistration(() => names.filter((name) => !registered.has(name)))
  const columnOf = (name: Name) => {
    const count = registered.get(name)
    if (count === undefined) throw new Error(`the feature that counts ${name} is not loaded`)
    return `(${count})::bigint as "${name}"`
  }
  return {
    register: (name, count) => void registered.set(name, count),
    async read(query, values = []) {
      const [row] = await query<Record<Name, number>>(`select ${names.map(columnOf).join(', ')}`, [...values])
      return row!
    },
  }
}
