/*
 * Where the focus is for whoever works by keys: in the content of a page that came, and on what is asked next.
 */

export const NAVIGATION = '.side-nav, .tab-bar'

/** Nothing was drawn for so long, in ms: what was asked for is there. */
const SETTLED = 150

/** Tab goes on in the content, where the focus was nowhere or in the navigation. */
export function focusContent(): void {
  const { activeElement } = document
  const nowhere = activeElement === null || activeElement === document.body || activeElement.id === 'content'
  if (!nowhere && activeElement.closest(NAVIGATION) === null) return
  const content = contentOnTop()
  content?.setAttribute('tabindex', '-1')
  content?.focus({ preventScroll: true })
}

/** Engines before `checkVisibility` tell it by the boxes that an element has. */
const isDrawn = (element: Element): boolean => element.checkVisibility?.() ?? element.getClientRects().length > 0

/** The pane of the page on top where a list stands beside it, else all there is. */
const contentOnTop = (): HTMLElement | null =>
  [...document.querySelectorAll<HTMLElement>('[data-pane="main"]')].find(isDrawn) ?? document.getElementById('content')

export const dialogOnTop = () => [...document.querySelectorAll<HTMLElement>('dialog[open]')].at(-1)

/** The filled button of the open dialog, else at the foot of the page on stage; one that cannot be seen is of a page behind. */
export function submitOnTop(): HTMLButtonElement | undefined {
  const dialog = dialogOnTop()
  const filled = '.button-primary:not(:disabled)'
  const buttons = dialog
    ? dialog.querySelectorAll<HTMLButtonElement>(filled)
    : contentOnTop()?.querySelectorAll<HTMLButtonElement>(`:is(footer, .action-bar, form) ${filled}`)
  return [...(buttons ?? [])].filter(isDrawn).at(-1)
}

/** Fields, choices, and the buttons of cards that are more than words. */
const STOPS =
  'input:not([type="hidden"], [type="file"]), textarea, select, .button:is(.button-primary, .button-tint):not(.button-s)'

/** The focus goes to the next thing on top that is not answered yet, past the end to the first; whether there is one. */
export function goOn(ahead: boolean): boolean {
  const scope = dialogOnTop() ?? contentOnTop()
  const asking = [...(scope?.querySelectorAll<HTMLElement>(STOPS) ?? [])].filter(asks)
  if (!ahead) asking.reverse()
  const { activeElement: here } = document
  const side = ahead ? Node.DOCUMENT_POSITION_FOLLOWING : Node.DOCUMENT_POSITION_PRECEDING
  // Over the page as a whole, the first one is next.
  const at = here !== null && scope !== here && scope?.contains(here) && !isLost(here) ? here : null
  const next = asking.find((one) => at === null || at.compareDocumentPosition(one) & side) ?? asking[0]
  next?.focus({ preventScroll: true })
  next?.scrollIntoView({ block: 'center' })
  return next !== undefined
}

/** Whether somebody is waited for: an empty field that is not optional, a choice nobody made, a button of a card. */
function asks(stop: HTMLElement): boolean {
  if (stop.matches(':disabled, :read-only:not(button, [type="radio"], [type="checkbox"], [type="range"], select)'))
    return false
  if (stop.getAttribute('aria-disabled') === 'true' || !isDrawn(stop)) return false
  if (stop.closest('footer, .action-bar, .sheet-foot, .search')) return false
  if (stop.closest('.field')?.querySelector('.field-optional')) return false
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

/** Whether the focus stands where nobody put it: nowhere, on a page as a whole, or where a sheet begins by itself. */
const isLost = (here: Element | null): boolean =>
  here === null || here === document.body || here.matches('#content, [data-pane], dialog, .sheet-head *')

let waiting: (() => void) | undefined

/** What was pressed is no longer waited for: another key or the mouse came first. */
export function forget(): void {
  waiting?.()
  waiting = undefined
}

/**
 * A key did something. When that takes away what had the focus (a page, a sheet or a card that is done), the focus goes on to
 * what is asked next, instead of nowhere. Not where there is no mouse: a field with the focus would bring up a phone's
 * keyboard.
 */
export function expectNext(): void {
  forget()
  if (!matchMedia('(hover: hover)').matches) return
  let timer: ReturnType<typeof setTimeout> | undefined
  const look = () => {
    clearTimeout(timer)
    timer = setTimeout(land, SETTLED)
  }
  const drawn = new MutationObserver(look)
  drawn.observe(document.body, { childList: true, subtree: true })
  waiting = () => {
    clearTimeout(timer)
    drawn.disconnect()
  }
}

/** Only where something is filled in and sent: nothing is asked by a list or by home. */
function land(): void {
  if (!isLost(document.activeElement) || submitOnTop() === undefined) return
  const scope = dialogOnTop() ?? contentOnTop()
  const busy = scope?.querySelector('[aria-busy="true"]')
  if (busy && isDrawn(busy)) return
  if (goOn(true)) forget()
}
