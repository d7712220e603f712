import { type MouseEvent, type PointerEvent, useEffect, useRef, useState } from 'react'
import { feedback } from '../../../kernel/call/feedback.ts'

/** So long a finger stays on what acts at once. */
const HOLD_MS = 1000

/**
 * A button that acts when it has been held for a second: what moves a lock is not set off by a pocket. Whoever presses it by keys or
 * by a reader's voice cannot hold it and is asked instead.
 */
export function useHold(act: () => void, ask: () => Promise<boolean>, off: boolean) {
  const [held, setHeld] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const done = useRef(false)
  function release() {
    clearTimeout(timer.current)
    setHeld(false)
  }
  useEffect(() => () => clearTimeout(timer.current), [])
  return {
    held,
    on: {
      onPointerDown({ button }: PointerEvent) {
        if (off || button !== 0) return
        done.current = false
        setHeld(true)
        clearTimeout(timer.current)
        timer.current = setTimeout(() => {
          done.current = true
          setHeld(false)
          act()
        }, HOLD_MS)
      },
      onPointerUp: release,
      onPointerLeave: release,
      onPointerCancel: release,
      // A long touch would open the menu of the browser.
      onContextMenu: (event: MouseEvent) => event.preventDefault(),
      async onClick({ detail }: MouseEvent) {
        if (detail === 0) {
          if (await ask()) act()
        } else if (!done.current) feedback.toast('请长按 1 秒执行')
      },
    },
  }
}
