import { useState } from 'react'
import { mergeSearch, type Readers, readSearch, type SearchValue, type ValuesOf } from './page/search.ts'

/**
 * The filter of a list while it is edited in a sheet: changes relative to the address, applied all at once. Each
 * opening starts from the address; changes that were not applied are discarded.
 */
export function useFilterDraft<R extends Readers>(open: boolean, readers: R, values: ValuesOf<R>) {
  type Changes = { readonly [K in keyof R]?: SearchValue }
  const [changes, setChanges] = useState<Changes>({})
  const [wasOpen, setWasOpen] = useState(open)
  if (open !== wasOpen) {
    setWasOpen(open)
    if (open) setChanges({})
  }
  return {
    changes,
    draft: readSearch(readers, mergeSearch(mergeSearch({}, values as Record<string, SearchValue>), changes)),
    change: (more: Changes) => setChanges({ ...changes, ...more }),
    reset: setChanges,
  }
}
