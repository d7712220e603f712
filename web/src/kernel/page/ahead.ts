/** What a page hears of who is at it. */
const SIGNS = ['pointermove', 'pointerdown', 'keydown', 'focusin']

const nothing = () => {}

/**
 * Fetches code that somebody may ask for next, at the first sign that there is somebody: a pointer, a key, the focus. At once
 * where they have tapped or typed before. A failed fetch says nothing: what is opened fetches it again.
 * @returns stops waiting
 */
export function fetchAhead(load: () => Promise<unknown>): () => void {
  const waiting = new AbortController()
  const fetch = () => {
    waiting.abort()
    load().catch(nothing)
  }
  for (const sign of SIGNS)
    document.addEventListener(sign, fetch, { signal: waiting.signal, capture: true, passive: true })
  // Browsers that do not tell wait for the next sign.
  if (navigator.userActivation?.hasBeenActive) fetch()
  return () => waiting.abort()
}
