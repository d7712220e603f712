import { useSyncExternalStore } from 'react'

/** Two panes and the rail begin here; the side navigation at {@link DESKTOP}. Pixels of the window. */
const WIDE = '(min-width: 768px)'
const DESKTOP = '(min-width: 1200px)'

function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (changed) => {
      const list = matchMedia(query)
      list.addEventListener('change', changed)
      return () => list.removeEventListener('change', changed)
    },
    () => matchMedia(query).matches,
  )
}

export const isWide = (): boolean => matchMedia(WIDE).matches

/** 768 and up: tablets and the counter's screen. */
export const useWide = (): boolean => useMedia(WIDE)

/** 1200 and up. */
export const useDesktop = (): boolean => useMedia(DESKTOP)

export const prefersReducedMotion = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches
