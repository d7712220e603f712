import { startKeys } from './keys.ts'

/** ms: the page has better things behind it by then. */
const PHOTOS_GO_ON = 2_000

let started = false

/** What begins once the first page stands, or somebody holds a key already. Further calls do nothing. */
export function startSoon(): void {
  if (started) return
  started = true
  startKeys()
  setTimeout(() => resume().catch(() => {}), PHOTOS_GO_ON)
}

/**
 * Photos and confirmations left from before go on by themselves. Where no page has kept anything in the browser's database, none waits; a
 * browser that does not tell is asked by the queue.
 */
async function resume(): Promise<void> {
  const kept = await indexedDB.databases?.()
  if (kept?.length === 0) return
  ;(await import('../kernel/media/uploads.ts')).resumeUploads()
  if (kept?.some(({ name }) => name === 'cheyi-confirms') !== false)
    (await import('../rental/pickup-return/parts/kept/send-kept.ts')).startKept()
}
