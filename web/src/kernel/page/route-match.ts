import type { Screen } from './screen.ts'
import { parseSearch, type RawSearch } from './search.ts'

export interface RouteMatch {
  readonly row: Screen
  /** Query values, and over them the parts of the path that the row names. */
  readonly raw: RawSearch
}

/** Finds the row of an address. A path written out (`/account/add`) goes before a pattern (`/account/:id`). */
export function createMatcher(rows: readonly Screen[]): (pathname: string, query: string) => RouteMatch | undefined {
  const exact = new Map(rows.filter(({ path }) => !path.includes(':')).map((row) => [row.path as string, row]))
  const patterns = rows
    .filter(({ path }) => path.includes(':'))
    .map((row) => ({ row, test: new RegExp(`^${row.path.replace(/:(\w+)/g, '(?<$1>[^/]+)')}$`) }))
  return (pathname, query) => {
    const path = pathname.length > 1 ? pathname.replace(/\/+$/, '') || '/' : pathname
    const raw = parseSearch(query)
    const plain = exact.get(path)
    if (plain) return { row: plain, raw }
    for (const { row, test } of patterns) {
      const found = test.exec(path)?.groups
      if (found) return { row, raw: { ...raw, ...decoded(found) } }
    }
    return undefined
  }
}

function decoded(parts: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, decodePart(part)]))
}

/** A broken escape stays as it is: the screen will say that there is no such thing. */
function decodePart(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
