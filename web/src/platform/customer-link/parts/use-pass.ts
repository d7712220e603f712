import { useState } from 'react'
import { currentPass, keepPass, openLink } from '../../../kernel/pass.ts'

/** The pass of whoever opened a page by a customer's link, kept on this phone; null before the code was typed. */
export interface Pass {
  readonly held: string | null
  readonly take: (pass: string) => void
}

/** @param t what the link holds; '' for none */
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
