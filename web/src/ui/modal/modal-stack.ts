/**
 * The open modal dialogs, newest last. Toasts and the overlay use it to find their parent element: an open `<dialog>`
 * makes everything outside it inert and hidden from screen readers.
 */
type Entry = { element: HTMLDialogElement; dismiss: () => void }

let stack: Entry[] = []
const listeners = new Set<() => void>()

function change(next: Entry[]) {
  stack = next
  for (const listener of listeners) listener()
}

export function pushModal(element: HTMLDialogElement, dismiss: () => void): () => void {
  const entry = { element, dismiss }
  change([...stack, entry])
  return () => change(stack.filter((other) => other !== entry))
}

/** The newest open dialog, parent of anything that must be visible and audible; `body` when none is open. */
export function topLayerHost(): HTMLElement {
  return stack.findLast(({ element }) => element.isConnected)?.element ?? document.body
}

export function onModalChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Closes the newest dialog like Esc, for a hardware back key. Returns false when none was open. */
export function dismissTopModal(): boolean {
  const top = stack.at(-1)
  top?.dismiss()
  return top !== undefined
}
