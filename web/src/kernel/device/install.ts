import { useSyncExternalStore } from 'react'
import { createSignal } from '../signal.ts'

/*
 * Putting the application on the device: the browser says when it may, and asks once it is told to. Nobody is asked unbidden.
 */

/** Of Chromium; others have an entry of their own menu. */
interface InstallEvent extends Event {
  prompt(): Promise<unknown>
}

const changed = createSignal()
let offered: InstallEvent | null = null

function set(next: InstallEvent | null): void {
  offered = next
  changed.tell()
}

/** Listens for the browser's offer, from the start: it comes once. */
export function watchInstall(): void {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    set(event as InstallEvent)
  })
  addEventListener('appinstalled', () => set(null))
}

/** Asks to put it on the device; null where the browser does not offer that, or it is there already. */
export function useInstall(): (() => void) | null {
  const event = useSyncExternalStore(changed.listen, () => offered)
  if (event === null) return null
  return () => {
    set(null)
    void event.prompt()
  }
}
