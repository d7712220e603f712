import './toast.css'
import { onModalChange, topLayerHost } from './modal-stack.ts'
import { placeOf } from './toast-place.ts'

export type ToastOptions = {
  /** Stays 3 s instead of 2 and interrupts screen readers. */
  error?: boolean
  /** Milliseconds; only when neither 2 s nor 3 s fits. */
  duration?: number
}

let box: HTMLDivElement | undefined
let timer: ReturnType<typeof setTimeout> | undefined

/**
 * Puts the toast into the newest dialog: outside it, it would be inert and not read. It does not cover the focused
 * input.
 */
function place(element: HTMLDivElement) {
  const host = topLayerHost()
  if (element.parentElement !== host) host.append(element)
  // A popover is in the top layer, above the newest dialog.
  if (element.popover && !element.matches(':popover-open')) element.showPopover()
  const { visualViewport } = window
  const seenTop = visualViewport?.offsetTop ?? 0
  const seen = { top: seenTop, bottom: seenTop + (visualViewport?.height ?? innerHeight) }
  element.style.translate = ''
  const usual = element.getBoundingClientRect()
  const bottom = placeOf(usual.height, usual.bottom, seen, takenOf(host))
  if (bottom !== usual.bottom) element.style.translate = `0 ${bottom - usual.bottom}px`
}

/** Footers on top, and the focused field with its message. */
function takenOf(host: HTMLElement): DOMRect[] {
  const typed = document.activeElement?.closest('input, textarea, [contenteditable]')
  return [...host.querySelectorAll('footer'), ...(typed ? [typed.closest('.field') ?? typed] : [])]
    .map((one) => one.getBoundingClientRect())
    .filter(({ height }) => height > 0)
}

const follow = () => {
  if (box) place(box)
}

/** Events that move what the toast must not cover: another focused field, a longer text, a keyboard. */
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

onModalChange(follow)

/** Removes an error toast early: its cause was fixed or left. */
export function dropError(): void {
  if (box?.getAttribute('role') === 'alert') hide()
}

/** One line at the bottom for 2 s; never for something that needs a decision. A newer one replaces it. */
export function toast(text: string, { error, duration }: ToastOptions = {}): void {
  hide()
  const element = document.createElement('div')
  element.className = 'toast'
  element.setAttribute('role', error ? 'alert' : 'status')
  if ('popover' in element) element.popover = 'manual'
  box = element
  place(element)
  // Screen readers announce changes inside a live region, so the text is set one frame after the box.
  requestAnimationFrame(() => {
    // A newer one has taken its place within the frame: drawn now, it would stay, for nothing would remove it.
    if (box !== element) return
    element.textContent = text
    place(element)
    element.classList.add('toast-shown')
  })
  for (const [target, type] of moves()) target?.addEventListener(type, follow)
  timer = setTimeout(hide, duration ?? (error ? 3000 : 2000))
}
