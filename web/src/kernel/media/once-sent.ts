import { useEffect, useEffectEvent, useState } from 'react'
import { feedback } from '../call/feedback.ts'

export interface OnceSent {
  /** It was pressed, and happens once the files are there. */
  readonly waits: boolean
  /** Keeps what was pressed; `words` tell the person. */
  readonly wait: (words: string) => void
}

/**
 * Files on their way are safe on this phone and keep nobody from pressing: what was pressed happens once all of them are
 * there or have failed, unless it would be something else by then. Leaving the place gives it up, the files go on.
 * @param about what it does, with what was seen and typed when it was pressed
 */
export function useOnceSent(sending: boolean, about: string, act: () => unknown): OnceSent {
  const [pressedFor, setPressedFor] = useState<string | null>(null)
  const arrived = useEffectEvent(() => {
    setPressedFor(null)
    if (pressedFor === about) void act()
  })
  useEffect(() => {
    if (pressedFor !== null && !sending) arrived()
  }, [pressedFor, sending])
  return {
    waits: sending && pressedFor === about,
    wait(words) {
      feedback.toast(words)
      setPressedFor(about)
    },
  }
}
