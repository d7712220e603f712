import { useState } from 'react'

/**
 * The last value that was present: counts come with the first page of a list only, and stay valid until another first
 * page brings newer ones.
 */
export function useLast<T>(value: T | null | undefined): T | undefined {
  const [last, setLast] = useState(value ?? undefined)
  if (value && value !== last) setLast(value)
  return value ?? last
}
