/*
 * A page may stay open for weeks, above all in a native shell. Each answer of the server names the build that it
 * serves. A page of an older build reloads itself at a change of page, when nothing would be lost.
 */

/** File name of the entry script, which contains a hash of the build; undefined on a development server. */
const own = (): string | undefined =>
  document.querySelector<HTMLScriptElement>('script[type="module"][src*="/assets/"]')?.src.split('/').pop()

let served: string | undefined
let holds = 0

/**
 * Minimum age of a page in ms before it reloads. Without it, two servers with different builds behind one address would
 * make the page reload endlessly.
 */
const SETTLED = 10 * 60_000

let told: string | undefined

/**
 * Records the header `x-build` of an answer; null when the answer has none. The service worker compares it with the page
 * that it keeps, so that a visit needs no request for the page.
 * @param header file name of the entry script, and a digest of the page's policy
 */
export function seeBuild(header: string | null): void {
  if (header === null) return
  served = header.split(' ')[0]
  if (header === told) return
  told = header
  navigator.serviceWorker?.controller?.postMessage(header)
}

/**
 * Blocks the reload while it would lose something: typed text, a running write, a photo that only this page has.
 * @returns releases the block
 */
export function holdBuild(): () => void {
  holds++
  let held = true
  return () => {
    if (held) holds--
    held = false
  }
}

/** Whether the page may now load the newer build by reloading its address. */
export const takesNewBuild = (): boolean =>
  served !== undefined &&
  holds === 0 &&
  performance.now() > SETTLED &&
  navigator.onLine &&
  ![undefined, served].includes(own()) &&
  document.querySelector('dialog[open]') === null
