import { useSyncExternalStore } from 'react'
import { createSignal } from '../signal.ts'

/*
 * Installation of the app on the device. The browser announces that it is possible; its own prompt is shown only on an
 * action of the user.
 */

/** Event of Chromium; other browsers have an entry in their own menu. */
interface InstallEvent extends Event {
  prompt(): Promise<unknown>
}

const changed = createSignal()
let offered: InstallEvent | null = null

function set(next: InstallEvent | null): void {
  offered = next
  changed.tell()
}

/** Listens for the browser's install event from the start, because it is fired only once. */
export function watchInstall(): void {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    set(event as InstallEvent)
  })
  addEventListener('appinstalled', () => set(null))
}

/** Shows the browser's install prompt; null where the browser does not offer it, or the app is installed already. */
export function useInstall(): (() => void) | null {
  const event = useSyncExternalStore(changed.listen, () => offered)
  if (event === null) return null
  return () => {
    set(null)
    void event.prompt()
  }
}
