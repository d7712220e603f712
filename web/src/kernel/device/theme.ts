import { useSyncExternalStore } from 'react'
import { createSignal } from '../signal.ts'
import { readStored, writeStored } from '../stored.ts'

/** `auto` follows the system. */
export type Theme = 'auto' | 'light' | 'dark'

const { tell, listen } = createSignal()

const isTheme = (text: string | null): text is Theme => text === 'auto' || text === 'light' || text === 'dark'

/** The chosen theme. The first script of the page applies it before the first paint. */
export function currentTheme(): Theme {
  const stored = readStored('theme')
  return isTheme(stored) ? stored : 'auto'
}

/** Whether the page is dark now: for canvases, which cannot use the CSS tokens. */
export const isDark = (): boolean => {
  const theme = currentTheme()
  return theme === 'auto' ? matchMedia('(prefers-color-scheme: dark)').matches : theme === 'dark'
}

export function setTheme(theme: Theme): void {
  writeStored('theme', theme)
  document.documentElement.dataset.theme = theme
  tell()
}

export const useTheme = (): Theme => useSyncExternalStore(listen, currentTheme)
