/*
 * The changes of a user to a stored record, and the changes of others to it meanwhile. Each change stores the value
 * that the field had when it was first edited, so that an older draft still knows what it changed.
 */

/** Changed fields of a record, with their previous values. */
export interface Changes<T> {
  readonly now: Partial<T>
  readonly was: Partial<T>
}

export const noChanges = { now: {}, was: {} } as const

/** Two values are the same if their JSON is the same; keys of objects are sorted. */
export const same = (a: unknown, b: unknown): boolean => written(a) === written(b)
const written = (value: unknown): string =>
  JSON.stringify(value ?? null, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  )

const namesOf = <T extends object>(one: Partial<T>) => Object.keys(one) as (keyof T)[]

/** The record with the changes applied. */
export const applyChanges = <T extends object>(stored: T, { now }: Changes<T>): T => ({ ...stored, ...now })

/** Adds changes; a field that has its previous value again is not a change. */
export function addChanges<T extends object>(stored: T, before: Changes<T>, more: Partial<T>): Changes<T> {
  const now = { ...before.now, ...more }
  const was = { ...before.was }
  for (const name of namesOf<T>(more)) {
    if (!(name in was)) was[name] = stored[name]
    if (!same(now[name], was[name])) continue
    delete now[name]
    delete was[name]
  }
  return { now, was }
}

/** The changes left after `sent` was saved: fields that were changed again meanwhile. */
export function changesAfter<T extends object>(latest: Changes<T>, sent: Changes<T>): Changes<T> {
  const now: Partial<T> = {}
  const was: Partial<T> = {}
  for (const name of new Set([...namesOf<T>(latest.now), ...namesOf<T>(sent.now)])) {
    // A field that has its former value again was changed, too: the saved one is another.
    const value = name in latest.now ? latest.now[name] : sent.was[name]
    const before = name in sent.now ? sent.now[name] : latest.was[name]
    if (same(value, before)) continue
    now[name] = value
    was[name] = before
  }
  return { now, was }
}

/** Fields that were changed here and by others, to different values. */
export const conflicts = <T extends object>(stored: T, { now, was }: Changes<T>): (keyof T)[] =>
  namesOf<T>(now).filter((name) => !same(stored[name], was[name]) && !same(stored[name], now[name]))

/** Resolves a conflict: `mine` overwrites the other value, otherwise the other value stays. */
export function resolveConflict<T extends object>(
  stored: T,
  { now, was }: Changes<T>,
  name: keyof T,
  take: 'mine' | 'theirs',
): Changes<T> {
  if (take === 'mine') return { now, was: { ...was, [name]: stored[name] } }
  const { [name]: _mine, ...otherNow } = now
  const { [name]: _was, ...otherWas } = was
  return { now: otherNow as Partial<T>, was: otherWas as Partial<T> }
}
