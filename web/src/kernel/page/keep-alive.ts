import type { Screen } from './screen.ts'
import type { RawSearch } from './search.ts'

/** Maximum number of pages kept alive behind the current one; the oldest is removed first. */
export const KEPT_PAGES = 3

/** One visible page or one kept alive behind it: its row and its own parameters, frozen while it is hidden. */
export interface Page {
  readonly key: string
  readonly row: Screen
  readonly raw: RawSearch
  /** Its values were changed while it was shown beside a detail, so its history entry is out of date. */
  readonly patched?: boolean
}

/** How the current page was reached. */
export type Arrival = 'PUSH' | 'REPLACE' | 'BACK' | 'FORWARD' | 'GO' | 'START'

/** Two addresses are the same page when path and required values agree; steps and filters do not make a new page. */
export function pageKey(row: Screen, raw: RawSearch): string {
  const identity = Object.entries(row.search)
    .filter(([, reader]) => reader.required)
    .map(([name]) => raw[name] ?? '')
  return [row.path, ...identity].join('|')
}

export const pageOf = (row: Screen, raw: RawSearch): Page => ({ key: pageKey(row, raw), row, raw })

/** The page to show for an address: going back to a kept page with newer values uses those. */
export function pageOnArrival(asked: Page, before: readonly Page[], arrival: Arrival): Page {
  const kept = before.find((page) => page.key === asked.key)
  return kept?.patched && arrival === 'BACK' ? { ...asked, raw: kept.raw } : asked
}

/**
 * The pages to render after a navigation: those kept alive (oldest first) and the current one, which is the last. A
 * page stays while the current path is among its `holds`. With `list` (wide windows) that row is shown too, so a direct
 * link to a detail gets its list.
 */
export function nextPages(before: readonly Page[], current: Page, list?: Screen): Page[] {
  const kept = before.filter((page) => page.key !== current.key && page.row.holds.includes(current.row.path))
  const onStage = [...kept, current].some((page) => page.row.path === list?.path)
  if (list && !onStage) kept.push(pageOf(list, {}))
  return [...kept.slice(-KEPT_PAGES), current]
}
