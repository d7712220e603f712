import { useSyncExternalStore } from 'react'
import { createSignal } from '../signal.ts'

/*
 * Text of the size that somebody chose for their browser. In wide windows all grows with it, by percent, as a zoom does. A
 * phone's page is drawn to the width of its window: there the text alone grows, by `--text-size`.
 */

/** What a browser's text measures when nobody chose, in px. */
const USUAL = 16
/** One rem of a page as it was drawn, in px. */
const DRAWN = 37.5
/** From here on rows are broken into lines and nothing is cut off (`[data-large-text]` in ui/layout.css). */
const LARGE = 1.2

const LARGE_TEXT = 'data-large-text'
const { tell, listen } = createSignal()

/** Whether text is so much larger than drawn that less of it stands side by side. */
export const useLargeText = (): boolean =>
  useSyncExternalStore(listen, () => document.documentElement.hasAttribute(LARGE_TEXT))

/** Keeps `--text-size` at how much larger than drawn the text is to be, from now on. */
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
  // A phone that is turned may become a wide window, where all grows by itself.
  addEventListener('resize', follow)
}
