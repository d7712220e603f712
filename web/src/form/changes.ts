/*
 * What a person changed of a stored record, and what somebody else changed of it meanwhile. Each change remembers what
 * the field was when it was first touched, so that a draft of yesterday still knows what it changed.
 */

/** Changed fields of a record, and what they were before. */
export interface Changes<T> {
  readonly now: Partial<T>
  readonly was: Partial<T>
}

export const noChanges = { now: {}, was: {} } as const

/** Two values of a field are the same if they are written the same; keys of records stand in one order everywhere. */
export const same = (a: unknown, b: unknown): boolean => written(a) === written(b)
const written = (value: unknown): string =>
  JSON.stringify(value ?? null, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  )

const namesOf = <T extends object>(one: Partial<T>) => Object.keys(one) as (keyof T)[]

/** The record with the changes laid over it. */
export const laidOver = <T extends object>(stored: T, { now }: Changes<T>): T => ({ ...stored, ...now })

/** More changes; a field that is again what it was is none. */
export function changed<T extends object>(stored: T, before: Changes<T>, more: Partial<T>): Changes<T> {
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

/** Fields that both changed, to different values. */
export const conflicts = <T extends object>(stored: T, { now, was }: Changes<T>): (keyof T)[] =>
  namesOf<T>(now).filter((name) => !same(stored[name], was[name]) && !same(stored[name], now[name]))

/** A conflict decided: `mine` is to be written over theirs, or theirs stays. */
export function decided<T extends object>(
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
