import type { Screen } from './screen.ts'
import { parseSearch, type RawSearch } from './search.ts'

export interface RouteMatch {
  readonly row: Screen
  /** Query values, overridden by the path parameters of the row. */
  readonly raw: RawSearch
}

/** Finds the row of an address. A literal path (`/account/add`) has precedence over a pattern (`/account/:id`). */
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

/** An invalid escape is left unchanged: the screen then reports that the record does not exist. */
function decodePart(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
