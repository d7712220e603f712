import { routerHistory } from '../kernel/page/router.ts'
import { open } from '../page/open.ts'

/*
 * Keys of the whole window, and where the focus is after a page has changed. Fetched once the first page stands.
 */

const NAVIGATION = '.side-nav, .tab-bar'

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable]') !== null

let started = false

/**
 * Ctrl K finds, ? shows the keys, Ctrl Enter presses the one filled button of what is on top, Ctrl ↓ goes on to what it asks
 * next. Further calls do nothing.
 */
export function startKeys(): void {
  if (started) return
  started = true
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
    } else if (held && (event.key === 'ArrowDown' || event.key === 'ArrowUp')) {
      if (goOn(event.key === 'ArrowDown')) event.preventDefault()
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
    // Once for a page that is here, again for one whose code had to come.
    for (const wait of [50, 800, 3_000]) setTimeout(focusContent, wait)
  })
}

/** Tab goes on in the content, where the focus was nowhere or in the navigation. */
function focusContent(): void {
  const { activeElement } = document
  const lost = activeElement === null || activeElement === document.body || activeElement.id === 'content'
  if (!lost && activeElement.closest(NAVIGATION) === null) return
  const content = contentOnTop()
  content?.setAttribute('tabindex', '-1')
  content?.focus({ preventScroll: true })
}

/** The pane of the page on top where a list stands beside it, else all there is. */
const contentOnTop = (): HTMLElement | null =>
  [...document.querySelectorAll<HTMLElement>('[data-pane="main"]')].find((pane) => pane.checkVisibility()) ??
  document.getElementById('content')

const dialogOnTop = () => [...document.querySelectorAll<HTMLElement>('dialog[open]')].at(-1)

/** Fields, choices, and the buttons of cards that are more than words. */
const STOPS =
  'input:not([type="hidden"], [type="file"]), textarea, select, .button:is(.button-primary, .button-tint):not(.button-s)'

/** The focus goes to the next thing on top that is not answered yet, past the end to the first; whether there is one. */
function goOn(ahead: boolean): boolean {
  const scope = dialogOnTop() ?? contentOnTop()
  const asking = [...(scope?.querySelectorAll<HTMLElement>(STOPS) ?? [])].filter(asks)
  if (!ahead) asking.reverse()
  const { activeElement: here } = document
  const side = ahead ? Node.DOCUMENT_POSITION_FOLLOWING : Node.DOCUMENT_POSITION_PRECEDING
  // Over the page as a whole, the first one is next.
  const at = here !== null && scope !== here && scope?.contains(here) ? here : null
  const next = asking.find((one) => at === null || at.compareDocumentPosition(one) & side) ?? asking[0]
  next?.focus({ preventScroll: true })
  next?.scrollIntoView({ block: 'center' })
  return next !== undefined
}

/** Whether somebody is waited for: an empty field that is not optional, a choice nobody made, a button of a card. */
function asks(stop: HTMLElement): boolean {
  if (stop.matches(':disabled, :read-only:not(button, [type="radio"], [type="checkbox"], [type="range"], select)'))
    return false
  if (stop.ariaDisabled === 'true' || !stop.checkVisibility()) return false
  if (stop.closest('footer, .action-bar, .sheet-foot, .search, .field:has(.field-optional)')) return false
  if (stop instanceof HTMLInputElement) {
    if (stop.type === 'radio') return isFirstOfUnchosen(stop)
    // One beside another field is that field's other answer.
    if (stop.type === 'checkbox')
      return !stop.checked && !stop.closest('.field')?.querySelector('input:not([type="checkbox"])')
    if (stop.type === 'range') return stop.value === stop.min
  }
  if (stop instanceof HTMLInputElement || stop instanceof HTMLTextAreaElement)
    return stop.value === '' && !stop.placeholder.startsWith('选填')
  return true
}

function isFirstOfUnchosen(radio: HTMLInputElement): boolean {
  const group = [...document.querySelectorAll<HTMLInputElement>(`[type="radio"][name="${CSS.escape(radio.name)}"]`)]
  return group[0] === radio && group.every(({ checked }) => !checked)
}

/** The filled button of the open dialog, else at the foot of the page on stage; one that cannot be seen is of a page behind. */
function submitOnTop(): HTMLButtonElement | undefined {
  const dialog = dialogOnTop()
  const filled = '.button-primary:not(:disabled)'
  const buttons = dialog
    ? dialog.querySelectorAll<HTMLButtonElement>(filled)
    : contentOnTop()?.querySelectorAll<HTMLButtonElement>(`:is(footer, .action-bar, form) ${filled}`)
  return [...(buttons ?? [])].filter((button) => button.checkVisibility()).at(-1)
}
