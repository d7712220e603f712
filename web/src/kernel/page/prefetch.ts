/** Events that show the presence of a user. */
const SIGNS = ['pointermove', 'pointerdown', 'keydown', 'focusin']

const nothing = () => {}

/**
 * Fetches code that will probably be needed, at the first sign of a user: pointer, key or focus. At once if the user
 * has tapped or typed before. A failure is ignored: opening the feature fetches it again.
 * @returns stops waiting
 */
export function prefetch(load: () => Promise<unknown>): () => void {
  const waiting = new AbortController()
  const fetch = () => {
    waiting.abort()
    load().catch(nothing)
  }
  for (const sign of SIGNS)
    document.addEventListener(sign, fetch, { signal: waiting.signal, capture: true, passive: true })
  // Browsers without `userActivation` wait for the next event.
  if (navigator.userActivation?.hasBeenActive) fetch()
  return () => waiting.abort()
}
