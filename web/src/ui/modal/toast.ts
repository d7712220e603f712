import './toast.css'
import { onModalChange, topLayerHost } from './modal-stack.ts'

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

/** The newest dialog holds the toast: outside it, it would be inert and unheard. */
function place(element: HTMLDivElement) {
  const host = topLayerHost()
  if (element.parentElement !== host) host.append(element)
  // A popover stands in the top layer, above the dialog opened last.
  if (element.popover && !element.matches(':popover-open')) element.showPopover()
  element.style.bottom = bottomAbove(host)
}

/** Room that the usual toast takes at the bottom, in pixels. */
const ZONE = 160

/** Above the foot of what is on top and the field that is typed into, where these stand higher than a toast would; '' else. */
function bottomAbove(host: HTMLElement): string {
  const typed = document.activeElement?.matches('input, textarea') ? [document.activeElement] : []
  const tops = [...host.querySelectorAll('footer'), ...typed]
    .map((one) => one.getBoundingClientRect())
    .filter(({ height, bottom }) => height > 0 && bottom > innerHeight - ZONE)
    .map(({ top }) => top)
  const free = innerHeight - Math.min(innerHeight, ...tops)
  return free > 80 ? `${free + 12}px` : ''
}

function hide() {
  clearTimeout(timer)
  box?.remove()
  box = undefined
}

function over() {
  hide()
  const waiting = next
  next = undefined
  waiting?.()
}

onModalChange(() => {
  if (box) place(box)
})

/** Takes an error away before its time: what it was about is put right or left behind. */
export function dropError(): void {
  if (box?.role === 'alert') over()
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
  element.role = error ? 'alert' : 'status'
  if ('popover' in element) element.popover = 'manual'
  box = element
  place(element)
  // Readers announce what changes inside a live region, so the words come a frame after the box.
  requestAnimationFrame(() => {
    element.textContent = text
    element.classList.add('toast-shown')
  })
  timer = setTimeout(over, duration ?? (error ? 3000 : 2000))
}
