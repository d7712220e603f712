import { routerHistory } from '../kernel/page/router.ts'
import { open } from '../page/open.ts'

/*
 * Keys of the whole window, and where the focus is after a page has changed. Fetched once the first page stands.
 */

const NAVIGATION = '.side-nav, .tab-bar'

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable]') !== null

/** Ctrl K finds, ? shows the keys, Ctrl Enter presses the one filled button of what is on top. Call once. */
export function startKeys(): void {
  document.addEventListener('keydown', (event) => {
    const held = event.ctrlKey || event.metaKey
    if (event.defaultPrevented || event.altKey) return
    if (held && event.key.toLowerCase() === 'k') {
      event.preventDefault()
      if (dialogOnTop() !== undefined) return
      focusContent()
      void open(() => import('../overview/parts/finder.tsx'), {})
    } else if (held && event.key === 'Enter') {
      const button = submitOnTop()
      if (button === undefined) return
      event.preventDefault()
      button.click()
    } else if (event.key === '?' && !held && !isTyping(event.target) && dialogOnTop() === undefined) {
      event.preventDefault()
      void open(() => import('./keys-sheet.tsx'), {})
    }
  })
  // Whoever was quicker than these keys has pressed a link of the navigation already.
  if (routerHistory().canGoBack() && document.activeElement?.closest(NAVIGATION)) focusContent()
  let path = routerHistory().location.pathname
  routerHistory().subscribe(({ location }) => {
    if (location.pathname === path) return
    path = location.pathname
    // Once for a page that is here, once for one whose code had to come.
    for (const wait of [50, 800]) setTimeout(focusContent, wait)
  })
}

/** Tab goes on in the content, where the focus was nowhere or in the navigation. */
function focusContent(): void {
  const { activeElement } = document
  const lost = activeElement === null || activeElement === document.body
  if (lost || activeElement.closest(NAVIGATION) !== null)
    document.getElementById('content')?.focus({ preventScroll: true })
}

const dialogOnTop = () => [...document.querySelectorAll<HTMLElement>('dialog[open]')].at(-1)

/** The filled button at the foot of the open dialog, else of the page on stage; one that cannot be seen is of a page behind. */
function submitOnTop(): HTMLButtonElement | undefined {
  const scope = dialogOnTop() ?? document.getElementById('content')
  const buttons = scope?.querySelectorAll<HTMLButtonElement>(
    ':is(footer, .sheet-foot, .action-bar, form) .button-primary:not(:disabled)',
  )
  return [...(buttons ?? [])].filter((button) => button.checkVisibility()).at(-1)
}
