import { useEffect, useState } from 'react'
import { closeCamera, openCamera } from './camera.ts'

/** The camera while it is open: reopened when the phone has stopped it, released at the end. */
export function useCamera(open: boolean): { readonly stream?: MediaStream; readonly failed?: true } {
  const [state, setState] = useState<{ stream?: MediaStream; failed?: true }>({})
  useEffect(() => {
    if (!open) return
    let current = true
    let held: MediaStream | undefined
    async function begin() {
      try {
        const stream = await openCamera()
        if (!current) return closeCamera(stream)
        held = stream
        setState({ stream })
      } catch {
        if (current) setState({ failed: true })
      }
    }
    const resume = () => {
      if (!document.hidden && held?.getVideoTracks().every(({ readyState }) => readyState === 'ended')) void begin()
    }
    void begin()
    document.addEventListener('visibilitychange', resume)
    return () => {
      current = false
      document.removeEventListener('visibilitychange', resume)
      if (held) closeCamera(held)
    }
  }, [open])
  return state
}
