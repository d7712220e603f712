import { type ReactNode, startTransition, useEffect, useState } from 'react'

/** What stands below the first window: drawn once that is there, in pieces between which the page answers. */
export function Later({ children }: { children: ReactNode }): ReactNode {
  const [due, setDue] = useState(false)
  useEffect(() => startTransition(() => setDue(true)), [])
  return due && children
}
