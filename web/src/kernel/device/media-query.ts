import { useSyncExternalStore } from 'react'

/** Two panes and the rail begin here; the side navigation at {@link DESKTOP}. 768 and 1200 pixels of the
 * window, fewer letters of whoever chose larger ones. */
const WIDE = '(min-width: 48em)'
const DESKTOP = '(min-width: 75em)'

const lists = new Map<string, MediaQueryList>()

/** Asked by every row of a list: the browser is asked once. */
function listOf(query: string): MediaQueryList {
  const list = lists.get(query) ?? matchMedia(query)
  lists.set(query, list)
  return list
}

function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (changed) => {
      const list = listOf(query)
      list.addEventListener('change', changed)
      return () => list.removeEventListener('change', changed)
    },
    () => listOf(query).matches,
  )
}

export const isWide = (): boolean => listOf(WIDE).matches

/** 768 and up: tablets and the counter's screen. */
export const useWide = (): boolean => useMedia(WIDE)

/** 1200 and up. */
export const useDesktop = (): boolean => useMedia(DESKTOP)

export const prefersReducedMotion = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches
