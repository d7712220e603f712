import { useEffect, useState } from 'react'

/** Seconds left, by the clock of this device. */
export function useCountdown(): [number, (seconds: number) => void] {
  const [end, setEnd] = useState(0)
  const [left, setLeft] = useState(0)
  useEffect(() => {
    if (end === 0) return
    const timer = setInterval(() => {
      const seconds = Math.ceil((end - performance.now()) / 1000)
      setLeft(Math.max(0, seconds))
      if (seconds <= 0) setEnd(0)
    }, 500)
    return () => clearInterval(timer)
  }, [end])
  return [
    left,
    (seconds) => {
      setLeft(seconds)
      setEnd(performance.now() + seconds * 1000)
    },
  ]
}
