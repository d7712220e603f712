import { useState } from 'react'
import { currentPass, keepPass, openLink } from '../../../kernel/pass.ts'

/** The pass of a customer who opened a page by a link, stored on this phone; null before the code was verified. */
export interface Pass {
  readonly held: string | null
  readonly take: (pass: string) => void
}

/** @param t the token of the link; '' for none */
export function usePass(t: string): Pass {
  const [held, setHeld] = useState(() => {
    openLink(t === '' ? null : t)
    return currentPass()
  })
  return {
    held,
    take(next) {
      keepPass(next)
      setHeld(next)
    },
  }
}
