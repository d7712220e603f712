import { useEffect, useState } from 'react'

/** The value after it has been unchanged for `pause` milliseconds. Values are compared by content, not by identity. */
export function useSettled<T>(value: T, pause: number): T {
  const [settled, setSettled] = useState(value)
  const text = JSON.stringify(value)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `text` stands for `value`.
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), pause)
    return () => clearTimeout(timer)
  }, [text, pause])
  return settled
}
