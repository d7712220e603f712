import { useEffect, useState } from 'preact/hooks'

/** Whether the script goes on with the page: what only it can do is disabled before, so that no tap is lost. */
export function useReady(): boolean {
  const [ready, setReady] = useState(false)
  useEffect(() => setReady(true), [])
  return ready
}
