import { useState } from 'react'

/** The newest that there was: counts come with a first page only, and hold until another brings newer ones. */
export function useLast<T>(value: T | null | undefined): T | undefined {
  const [last, setLast] = useState(value ?? undefined)
  if (value && value !== last) setLast(value)
  return value ?? last
}
