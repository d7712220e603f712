import './toast.css'
import { onModalChange, topLayerHost } from './modal-stack.ts'
import { placeOf } from './toast-place.ts'

export type ToastOptions = {
  /** Stays 3 s instead of 2 and interrupts screen readers. */
  error?: boolean
  /** Comes after the one that is shown, instead of in its place; of several that wait the newest comes. */
  waits?: boolean
  /** Milliseconds; only when neither 2 s nor 3 s fits. */
  duration?: number
}

let box: HTMLDivElement | undefined
let timer: ReturnType<typeof setTimeout> | undefined
/** Shows the one that waits. */
let next: (() => void) | undefined

/** The newest dialog holds the toast: outside it, it would be inert and unheard. It covers nothing that is typed. */
function place(element: HTMLDivElement) {
  const host = topLayerHost()
  if (element.parentElement !== host) host.append(element)
  // A popover stands in the top layer, above the dialog opened last.
  if (element.popover && !element.matches(':popover-open')) element.showPopover()
  const { visualViewport } = window
  const seenTop = visualViewport?.offsetTop ?? 0
  const seen = { top: seenTop, bottom: seenTop + (visualViewport?.height ?? innerHeight) }
  element.style.translate = ''
  const usual = element.getBoundingClientRect()
  const bottom = placeOf(usual.height, usual.bottom, seen, takenOf(host))
  if (bottom !== usual.bottom) element.style.translate = `0 ${bottom - usual.bottom}px`
}

/** The feet of what is on top, and the field that is typed into with what it says. */
function takenOf(host: HTMLElement): DOMRect[] {
  const typed = document.activeElement?.closest('input, textarea, [contenteditable]')
  return [...host.querySelectorAll('footer'), ...(typed ? [typed.closest('.field') ?? typed] : [])]
    .map((one) => one.getBoundingClientRect())
    .filter(({ height }) => height > 0)
}

const follow = () => {
  if (box) place(box)
}

/** What moves what it must keep off: another field, a line more in it, a keyboard. */
const moves = (): readonly (readonly [EventTarget | null, string])[] => [
  [document, 'focusin'],
  [document, 'input'],
  [window.visualViewport, 'resize'],
  [window.visualViewport, 'scroll'],
]

function hide() {
  clearTimeout(timer)
  for (const [target, type] of moves()) target?.removeEventListener(type, follow)
  box?.remove()
  box = undefined
}

function over() {
  hide()
  const waiting = next
  next = undefined
  waiting?.()
}

onModalChange(follow)

/** Takes an error away before its time: what it was about is put right or left behind. */
export function dropError(): void {
  if (box?.getAttribute('role') === 'alert') over()
}

/** One line at the bottom for 2 s; never for something that needs a decision. A newer one replaces it, unless it waits. */
export function toast(text: string, { error, waits, duration }: ToastOptions = {}): void {
  if (waits && box) {
    next = () => toast(text, { error, duration })
    return
  }
  hide()
  const element = document.createElement('div')
  element.className = 'toast'
  element.setAttribute('role', error ? 'alert' : 'status')
  if ('popover' in element) element.popover = 'manual'
  box = element
  place(element)
  // Readers announce what changes inside a live region, so the words come a frame after the box.
  requestAnimationFrame(() => {
    element.textContent = text
    place(element)
    element.classList.add('toast-shown')
  })
  for (const [target, type] of moves()) target?.addEventListener(type, follow)
  timer = setTimeout(over, duration ?? (error ? 3000 : 2000))
}
