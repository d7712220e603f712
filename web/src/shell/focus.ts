/*
 * The focus of users who work with the keyboard: in the content of a new page, and on the next field to fill in.
 */

export const NAVIGATION = '.side-nav, .tab-bar'

/** Time in ms without a change of the document, after which the new content counts as complete. */
const SETTLED = 150

/** Moves the focus into the content if it was nowhere or in the navigation, so that Tab continues there. */
export function focusContent(): void {
  const { activeElement } = document
  const nowhere = activeElement === null || activeElement === document.body || activeElement.id === 'content'
  if (!nowhere && activeElement.closest(NAVIGATION) === null) return
  const content = contentOnTop()
  content?.setAttribute('tabindex', '-1')
  content?.focus({ preventScroll: true })
}

/** Engines without `checkVisibility` decide by the boxes of the element. */
const isDrawn = (element: Element): boolean => element.checkVisibility?.() ?? element.getClientRects().length > 0

/** The main pane if a list is beside it, otherwise the whole content; a hidden pane belongs to a page in the background. */
const contentOnTop = (): HTMLElement | null =>
  [...document.querySelectorAll<HTMLElement>('[data-pane="main"]')].find(isDrawn) ?? document.getElementById('content')

export const dialogOnTop = () => [...document.querySelectorAll<HTMLElement>('dialog[open]')].at(-1)

/**
 * The filled button of the open dialog, otherwise at the foot of the current page; an invisible one belongs to a page
 * in the background.
 */
export function submitOnTop(): HTMLButtonElement | undefined {
  const dialog = dialogOnTop()
  const filled = '.button-primary:not(:disabled)'
  const buttons = dialog
    ? dialog.querySelectorAll<HTMLButtonElement>(filled)
    : contentOnTop()?.querySelectorAll<HTMLButtonElement>(`:is(footer, .action-bar, form) ${filled}`)
  return [...(buttons ?? [])].filter(isDrawn).at(-1)
}

/** Fields, choices, and the main buttons of cards. */
const STOPS =
  'input:not([type="hidden"], [type="file"]), textarea, select, .button:is(.button-primary, .button-tint):not(.button-s)'

/**
 * Moves the focus to the next unanswered control on top, after the last one to the first.
 * @returns whether there is one
 */
export function goOn(ahead: boolean): boolean {
  const scope = dialogOnTop() ?? contentOnTop()
  const asking = [...(scope?.querySelectorAll<HTMLElement>(STOPS) ?? [])].filter(asks)
  if (!ahead) asking.reverse()
  const { activeElement: here } = document
  const side = ahead ? Node.DOCUMENT_POSITION_FOLLOWING : Node.DOCUMENT_POSITION_PRECEDING
  // If the whole page has the focus, the first control is the next one.
  const at = here !== null && scope !== here && scope?.contains(here) && !isLost(here) ? here : null
  const next = asking.find((one) => at === null || at.compareDocumentPosition(one) & side) ?? asking[0]
  next?.focus({ preventScroll: true })
  next?.scrollIntoView({ block: 'center' })
  return next !== undefined
}

/** Whether a control needs an answer: an empty field that is not optional, a choice without a value, a button of a card. */
function asks(stop: HTMLElement): boolean {
  if (stop.matches(':disabled, :read-only:not(button, [type="radio"], [type="checkbox"], [type="range"], select)'))
    return false
  if (stop.getAttribute('aria-disabled') === 'true' || !isDrawn(stop)) return false
  if (stop.closest('footer, .action-bar, .sheet-foot, .search')) return false
  if (stop.closest('.field')?.querySelector('.field-optional')) return false
  if (stop instanceof HTMLInputElement) {
    if (stop.type === 'radio') return isFirstOfUnchosen(stop)
    // A checkbox beside another field is an alternative to the value of that field.
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

/** Whether the user did not choose the position of the focus: nowhere, on a whole page, or where a sheet puts it initially. */
const isLost = (here: Element | null): boolean =>
  here === null || here === document.body || here.matches('#content, [data-pane], dialog, .sheet-head *')

let waiting: (() => void) | undefined

/** Cancels the pending move of the focus: another key or the mouse came first. */
export function forget(): void {
  waiting?.()
  waiting = undefined
}

/**
 * Called after a key started an action. If that removes the focused element (a page, a sheet or a card that is done),
 * the focus moves to the next control that needs an answer. Not on devices without a mouse, where a focused field
 * would open the phone's keyboard.
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

/** Only on a page or sheet with a button that submits: lists and home have nothing to fill in. */
function land(): void {
  if (!isLost(document.activeElement) || submitOnTop() === undefined) return
  const scope = dialogOnTop() ?? contentOnTop()
  const busy = scope?.querySelector('[aria-busy="true"]')
  if (busy && isDrawn(busy)) return
  if (goOn(true)) forget()
}
