import { routerHistory } from '../kernel/page/router.ts'
import { open } from '../page/open.ts'
import { dialogOnTop, expectNext, focusContent, forget, goOn, NAVIGATION, submitOnTop } from './focus.ts'
import { keepPresses } from './press.ts'

/*
 * Keys of the whole window. Fetched once the first page stands.
 */

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable]') !== null

/** Keys that press what has the focus, or begin something. */
const ACTS: readonly string[] = ['Enter', ' ', 'n', 'w']

/**
 * Ctrl K finds, ? shows the keys, Ctrl Enter presses the one filled button of what is on top, Ctrl ↓ goes on to what it asks
 * next.
 */
export function startKeys(): void {
  keepPresses()
  document.addEventListener('keydown', (event) => {
    const held = event.ctrlKey || event.metaKey
    if (event.defaultPrevented || event.altKey) return
    if (held && event.key.toLowerCase() === 'k') {
      event.preventDefault()
      if (dialogOnTop() !== undefined) return
      focusContent()
      void open(() => import('../insight/overview/parts/finder.tsx'), {})
    } else if (held && event.key === 'Enter') {
      const button = submitOnTop()
      if (button === undefined) return
      event.preventDefault()
      button.click()
    } else if (held && (event.key === 'ArrowDown' || event.key === 'ArrowUp')) {
      if (goOn(event.key === 'ArrowDown')) event.preventDefault()
    } else if (event.key === '?' && !held && !isTyping(event.target) && dialogOnTop() === undefined) {
      event.preventDefault()
      void open(() => import('./keys-sheet.tsx'), {})
    }
  })
  // Before anybody answers the key: what it does may be drawn at once.
  const expect = ({ key, target }: KeyboardEvent) => {
    if (key === 'Control' || key === 'Meta') return
    if (ACTS.includes(key) && (key === 'Enter' || !isTyping(target))) expectNext()
    else forget()
  }
  document.addEventListener('keydown', expect, true)
  document.addEventListener('pointerdown', forget, true)
  // Whoever was quicker than these keys has pressed a link of the navigation already.
  if (routerHistory().canGoBack() && document.activeElement?.closest(NAVIGATION)) focusContent()
  let path = routerHistory().location.pathname
  routerHistory().subscribe(({ location }) => {
    if (location.pathname === path) return
    path = location.pathname
    // Once for a page that is here, again for one whose code had to come.
    for (const wait of [50, 800, 3_000]) setTimeout(focusContent, wait)
  })
}
