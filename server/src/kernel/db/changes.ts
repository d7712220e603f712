/** Sorts keys, because jsonb returns them in its own order. */
const canonicalJson = (value: unknown): string =>
  JSON.stringify(value ?? null, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => a.localeCompare(b)))
      : inner,
  )

/** The changes of a write to a stored row, before and after, for its audit row. Columns that it does not write are left out. */
export function changesOf(
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): { before: Record<string, unknown>; after: Record<string, unknown> } {
  const names = Object.keys(after).filter((name) => canonicalJson(before[name]) !== canonicalJson(after[name]))
  const of = (row: Readonly<Record<string, unknown>>) => Object.fromEntries(names.map((name) => [name, row[name]]))
  return { before: of(before), after: of(after) }
}
