import { startKeys } from './keys.ts'

/** Delay in ms, so that the first page has finished its more important work. */
const PHOTOS_GO_ON = 2_000

let started = false

/** Work that starts after the first page is rendered, or earlier when the user presses a key. Further calls have no effect. */
export function startSoon(): void {
  if (started) return
  started = true
  startKeys()
  setTimeout(() => resume().catch(() => {}), PHOTOS_GO_ON)
}

/**
 * Continues uploads of photos and confirmations that are left from an earlier session. If the list of IndexedDB
 * databases is empty, there are none; in a browser that cannot list them, the queue checks for itself.
 */
async function resume(): Promise<void> {
  const kept = await indexedDB.databases?.()
  if (kept?.length === 0) return
  ;(await import('../kernel/media/uploads.ts')).resumeUploads()
  if (kept?.some(({ name }) => name === 'cheyi-confirms') !== false)
    (await import('../rental/pickup-return/parts/kept/send-kept.ts')).startKept()
}
