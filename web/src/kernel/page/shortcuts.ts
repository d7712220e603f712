import { useEffect, useEffectEvent } from 'react'

/** These inputs use only the arrow keys. */
const CHOICES = '[type="radio"], [type="checkbox"]'

const isTyping = (target: EventTarget | null, key: string) =>
  target instanceof HTMLElement &&
  target.closest('input, textarea, select, [contenteditable]') !== null &&
  (key.startsWith('Arrow') || !target.matches(CHOICES))

/** Keys that visible pages listen to, with the number of listeners: shown by `?`. */
export const listening = new Map<string, number>()

/**
 * Runs `act` when the key is pressed on a visible page: never while typing, with a modifier held, or behind an open
 * dialog. Keys as `KeyboardEvent.key`: `n`, `/`, `ArrowDown`, `Enter`, `Escape`.
 */
export function useShortcut(key: string, act: () => void, enabled = true): void {
  const run = useEffectEvent(act)
  useEffect(() => {
    if (!enabled) return
    const pressed = (event: KeyboardEvent) => {
      if (
        event.key.toLowerCase() !== key.toLowerCase() ||
        event.defaultPrevented ||
        event.ctrlKey ||
        event.metaKey ||
        event.altKey
      )
        return
      if (isTyping(event.target, key) || document.querySelector('dialog[open]')) return
      // A focused button or link handles Enter itself.
      if (key === 'Enter' && event.target instanceof HTMLElement && event.target.closest('a, button')) return
      event.preventDefault()
      run()
    }
    document.addEventListener('keydown', pressed)
    listening.set(key, (listening.get(key) ?? 0) + 1)
    return () => {
      document.removeEventListener('keydown', pressed)
      listening.set(key, (listening.get(key) ?? 1) - 1)
    }
  }, [key, enabled])
}

/**
 * ↑ and ↓, or k and j, move through the rows of a list and stop at its ends; when no row is open, ↓ opens the first.
 * `open` is called with the row's index.
 */
export function useRowKeys(count: number, current: number, open: (index: number) => void, enabled = true): void {
  const down = () => open(Math.min(current + 1, count - 1))
  const up = () => open(Math.max(current - 1, 0))
  const on = enabled && count > 0
  useShortcut('ArrowDown', down, on)
  useShortcut('j', down, on)
  useShortcut('ArrowUp', up, on)
  useShortcut('k', up, on)
}
