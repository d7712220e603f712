import type { MouseEvent } from 'react'
import { type CurrentUser, mayOpen, useUser } from '../user.ts'
import { goTo, hrefOf, rowAt } from './router.ts'
import type { Screen } from './screen.ts'
import { type LinkOf, type Readers, type SearchValue, stringifySearch } from './search.ts'

/** Permissions of the user, and which pages exist in this build and are open to them. */
export interface Reach {
  readonly held: ReadonlySet<string>
  readonly opens: (path: string) => boolean
}

let latest: { readonly user: CurrentUser | null; readonly reach: Reach } | undefined

/** Permissions and accessible pages of the signed-in user: computed once per user, since every row of a list needs them. */
export function useReach(): Reach {
  const user = useUser()
  if (latest?.user !== user) latest = { user, reach: reachOf(user) }
  return latest.reach
}

const reachOf = (user: CurrentUser | null): Reach => ({
  held: new Set(user?.menuAutos),
  opens(path) {
    const row = rowAt(path)
    return row !== undefined && mayOpen(row, user)
  },
})

export interface PageLink {
  readonly href: string
  readonly onClick: (event?: MouseEvent) => void
}

/** A link to a screen of any feature; undefined when this build does not have it or the user may not open it. */
export function linkTo<R extends Readers>(reach: Reach, row: Screen<R>, values: LinkOf<R>): PageLink | undefined {
  return reach.opens(row.path) ? linkBy(hrefOf(row, values)) : undefined
}

/** The same for a path that is computed from the kind and action of an order. */
export const linkToPath = (reach: Reach, path: string, search: Readonly<Record<string, SearchValue>>) =>
  reach.opens(path) ? linkBy(path + stringifySearch(search)) : undefined

function linkBy(href: string): PageLink {
  return {
    href,
    onClick(event) {
      if (event?.metaKey || event?.ctrlKey || event?.shiftKey) return
      event?.preventDefault()
      goTo(href)
    },
  }
}
