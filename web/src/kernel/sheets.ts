import { useSyncExternalStore } from 'react'

/** The shell's sheets that pages may open too: what to begin, who I am, which merchant, which store. */
export type ShellSheet = 'new' | 'profile' | 'merchant' | 'store'

let shown: ShellSheet | null = null
const listeners = new Set<() => void>()

/** Opens one of the shell's sheets; null closes it. */
export function openSheet(sheet: ShellSheet | null): void {
  shown = sheet
  for (const listener of listeners) listener()
}

export const useOpenSheet = (): ShellSheet | null =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => shown,
  )
