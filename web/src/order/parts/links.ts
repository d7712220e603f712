import type { MouseEvent } from 'react'
import { goTo } from '../../kernel/page/router.ts'
import { type SearchValue, stringifySearch } from '../../kernel/page/search.ts'
import type { Reach } from './acts.ts'

export interface PageLink {
  readonly href: string
  readonly onClick: (event?: MouseEvent) => void
}

/** A way to a page of any room; undefined when this build has none or it is closed to the person. */
export function linkTo(
  reach: Reach,
  path: string,
  search: Readonly<Record<string, SearchValue>>,
): PageLink | undefined {
  if (!reach.opens(path)) return undefined
  const href = path + stringifySearch(search)
  return {
    href,
    onClick(event) {
      if (event?.metaKey || event?.ctrlKey || event?.shiftKey) return
      event?.preventDefault()
      goTo(href)
    },
  }
}
