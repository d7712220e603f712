/*
 * A page may stay open for weeks, in a native shell above all. Each answer of the server names the build that it serves; a page
 * of an older one goes on with the new one by itself, at a change of page, when nothing would be lost.
 */

/** The entry of a build, whose name changes with anything in it; undefined on a development server. */
const own = (): string | undefined =>
  document.querySelector<HTMLScriptElement>('script[type="module"][src*="/assets/"]')?.src.split('/').pop()

let served: string | undefined
let holds = 0

/** ms that a page lives at least: servers of two builds side by side would have it load again and again. */
const SETTLED = 10 * 60_000

/** What the header `x-build` of an answer says; null without one. */
export function seeBuild(name: string | null): void {
  if (name !== null) served = name
}

/** Something would be lost by loading anew: what is typed, a write on its way, a photo that only this page has. @returns ends it */
export function holdBuild(): () => void {
  holds++
  let held = true
  return () => {
    if (held) holds--
    held = false
  }
}

/** Whether the page may go on with a newer build now, by loading its address anew. */
export const takesNewBuild = (): boolean =>
  served !== undefined &&
  holds === 0 &&
  performance.now() > SETTLED &&
  navigator.onLine &&
  ![undefined, served].includes(own()) &&
  document.querySelector('dialog[open]') === null
