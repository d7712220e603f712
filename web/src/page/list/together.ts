/** What makes records alike; a group of them is one row, which opens to them. */
export interface Alike<T> {
  readonly keyOf: (item: T) => string
  /** Unit of their number: 登录 4 次. */
  readonly unit: string
  /** Only those that follow each other. */
  readonly inRow?: boolean
}

/** The records, those that are alike as one by their first, unless it is `opened`; `rest`: the others of a first. */
export function together<T>(
  items: readonly T[],
  { keyOf, inRow }: Alike<T>,
  opened: ReadonlySet<T>,
): { readonly items: readonly T[]; readonly rest: ReadonlyMap<T, readonly T[]> } {
  const groups: [T, ...T[]][] = []
  const byKey = new Map<string, T[]>()
  let last: string | undefined
  for (const item of items) {
    const key = keyOf(item)
    const group = inRow && key !== last ? undefined : byKey.get(key)
    last = key
    if (group) group.push(item)
    else {
      const next: [T, ...T[]] = [item]
      groups.push(next)
      byKey.set(key, next)
    }
  }
  const shut = groups.filter(([first, ...others]) => others.length > 0 && !opened.has(first))
  const rest = new Map(shut.map(([first, ...others]) => [first, others]))
  return { items: groups.flatMap((group) => (rest.has(group[0]) ? [group[0]] : group)), rest }
}
