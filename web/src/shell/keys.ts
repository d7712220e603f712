import { currentRow, routerHistory } from '../kernel/page/router.ts'
import { hasHelp, showHelp } from '../page/help-button.tsx'
import { open } from '../page/open.ts'
import { dialogOnTop, expectNext, focusContent, forget, goOn, NAVIGATION, submitOnTop } from './focus.ts'

/*
 * Keyboard shortcuts of the whole window. Loaded after the first page is rendered.
 */

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable]') !== null

/** Keys that press the focused control, or start an action. */
const ACTS: readonly string[] = ['Enter', ' ', 'n', 'w']

/**
 * Ctrl K opens the search, F1 what the manual says of the page, ? shows the shortcuts, Ctrl Enter presses the filled button of the topmost page or sheet,
 * Ctrl ↓ moves to the next control that needs an answer.
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
    } else if (event.key === 'F1') {
      event.preventDefault()
      const row = currentRow()
      if (row !== undefined && hasHelp(row) && dialogOnTop() === undefined) showHelp(row.name)
    } else if (event.key === '?' && !held && !isTyping(event.target) && dialogOnTop() === undefined) {
      event.preventDefault()
      void open(() => import('./keys-sheet.tsx'), {})
    }
  })
  // Runs in the capture phase, before any handler of the key, because its effect may be rendered immediately.
  const expect = ({ key, target }: KeyboardEvent) => {
    if (key === 'Control' || key === 'Meta') return
    if (ACTS.includes(key) && (key === 'Enter' || !isTyping(target))) expectNext()
    else forget()
  }
  document.addEventListener('keydown', expect, true)
  document.addEventListener('pointerdown', forget, true)
  // The user may have followed a link of the navigation before this code was loaded.
  if (routerHistory().canGoBack() && document.activeElement?.closest(NAVIGATION)) focusContent()
  let path = routerHistory().location.pathname
  routerHistory().subscribe(({ location }) => {
    if (location.pathname === path) return
    path = location.pathname
    // The first try is for a page whose code is loaded already, the later ones for a page whose code must be loaded.
    for (const wait of [50, 800, 3_000]) setTimeout(focusContent, wait)
  })
}

/*
 * A tap means the element that was under the finger when it touched the screen. A browser sends no click to an
 * element that moved before the finger was lifted, for example because a line was inserted above.
 */

/** Limits of a tap: a finger that moved farther (px) or stayed longer (ms) made another gesture. */
const MOVED = 12
const LONG = 1_000

/** Installs the correction: from then on, a button or link that moves during a tap is clicked. */
function keepPresses(): void {
  let pressed: { readonly meant: HTMLElement; readonly down: PointerEvent } | undefined
  document.addEventListener(
    'pointerdown',
    (down) => {
      const meant = down.target instanceof Element ? down.target.closest<HTMLElement>('button, a[href]') : null
      pressed = meant !== null && down.isPrimary && down.button === 0 ? { meant, down } : undefined
    },
    true,
  )
  document.addEventListener(
    'click',
    (click) => {
      const before = pressed
      pressed = undefined
      // Keyboard clicks have the detail 0.
      if (before === undefined || !click.isTrusted || click.detail === 0) return
      const { meant, down } = before
      const far = Math.hypot(click.clientX - down.clientX, click.clientY - down.clientY) > MOVED
      const late = click.timeStamp - down.timeStamp > LONG
      if (far || late || !meant.isConnected || meant.contains(click.target as Node)) return
      click.preventDefault()
      click.stopImmediatePropagation()
      meant.click()
    },
    true,
  )
}
