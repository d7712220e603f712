import { useSyncExternalStore } from 'react'

/**
 * Two panes and the rail begin here; the side navigation begins at {@link DESKTOP}. 768 and 1200 pixels at the default
 * text size; em units, so that larger text needs a wider window.
 */
const WIDE = '(min-width: 48em)'
const DESKTOP = '(min-width: 75em)'
/** 1024 px: the lines of a list fit as columns. */
const TABLE = '(min-width: 64em)'

const lists = new Map<string, MediaQueryList>()

/** Cached, because every row of a list calls it. */
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

/** 768 px and wider: tablets and the counter's screen. */
export const useWide = (): boolean => useMedia(WIDE)

/** 1024 px and wider: a list with the full width is a table. */
export const useTableWide = (): boolean => useMedia(TABLE)

/** 1200 px and wider. */
export const useDesktop = (): boolean => useMedia(DESKTOP)

export const prefersReducedMotion = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches
