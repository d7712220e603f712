import { useEffect, useEffectEvent, useState } from 'react'
import { feedback } from '../call/calls.ts'

export interface OnceSent {
  /** The button was pressed; the action runs once the files are sent. */
  readonly waits: boolean
  /** Delays the action; `words` are shown to the user. */
  readonly wait: (words: string) => void
}

/**
 * Running uploads are safe on this phone and do not block a button: the action runs once all files are sent or have
 * failed, unless its subject has changed since. Leaving the page cancels the action, the uploads continue.
 * @param about describes the action with the data shown and typed when the button was pressed
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
