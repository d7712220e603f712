import { useSyncExternalStore } from 'react'
import { createSignal } from '../signal.ts'

/*
 * Text size that the user chose in the browser. In wide windows the whole page scales with it, like a zoom. The page of
 * a phone is scaled to the width of the window: there only the text grows, by `--text-size`.
 */

/** Default text size of a browser, in px. */
const USUAL = 16
/** One rem of the page in the design, in px. */
const DRAWN = 37.5
/** From this factor on, rows wrap and texts are not cut off (`[data-large-text]` in ui/layout.css). */
const LARGE = 1.2

const LARGE_TEXT = 'data-large-text'
const { tell, listen } = createSignal()

/** Whether the text is so much larger than in the design that less of it fits side by side. */
export const useLargeText = (): boolean =>
  useSyncExternalStore(listen, () => document.documentElement.hasAttribute(LARGE_TEXT))

/** Updates `--text-size`, the factor of the text to the design size, from now on. */
export function followTextSize(): void {
  const probe = document.body.appendChild(document.createElement('span'))
  probe.className = 'text-size-probe'
  const root = document.documentElement
  const follow = () => {
    const chosen = probe.getBoundingClientRect().width / USUAL
    const drawn = Number.parseFloat(getComputedStyle(root).fontSize) / DRAWN
    const size = Math.max(1, chosen / Math.max(1, drawn))
    root.style.setProperty('--text-size', String(size))
    root.toggleAttribute(LARGE_TEXT, size > LARGE)
    tell()
  }
  new ResizeObserver(follow).observe(probe)
  // A phone that is rotated may become a wide window, where the whole page scales.
  addEventListener('resize', follow)
}
