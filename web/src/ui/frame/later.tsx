import { type ReactNode, startTransition, useEffect, useState } from 'react'

/** Content below the first window: rendered after it, as a transition, so that the page stays responsive. */
export function Later({ children }: { children: ReactNode }): ReactNode {
  const [due, setDue] = useState(false)
  useEffect(() => startTransition(() => setDue(true)), [])
  return due && children
}
