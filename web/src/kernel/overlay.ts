import { createSignal } from './signal.ts'

/*
 * One counter for everything that blocks the screen while it runs: route changes, authorization, long writes. Showing
 * increments it and sets the text, hiding decrements it and hides at zero, a forced hide sets zero.
 */

export interface OverlayState {
  readonly count: number
  readonly text: string
}

export interface Overlay {
  /** Shows the overlay; the returned function hides this showing once, and does nothing after a forced hide. */
  show(text?: string): () => void
  hide(): void
  forceHide(): void
  read(): OverlayState
  subscribe(listener: () => void): () => void
}

export const DEFAULT_TEXT = '加载中'

export function createOverlay(): Overlay {
  let state: OverlayState = { count: 0, text: DEFAULT_TEXT }
  let generation = 0
  const { tell, listen } = createSignal()
  const set = (next: OverlayState) => {
    if (next.count === state.count && next.text === state.text) return
    state = next
    tell()
  }
  const hide = () => set({ ...state, count: Math.max(0, state.count - 1) })
  return {
    show(text = DEFAULT_TEXT) {
      set({ count: state.count + 1, text })
      const shownIn = generation
      let over = false
      return () => {
        if (over || shownIn !== generation) return
        over = true
        hide()
      }
    },
    hide,
    forceHide() {
      generation++
      set({ ...state, count: 0 })
    },
    read: () => state,
    subscribe: listen,
  }
}

export const overlay = createOverlay()
