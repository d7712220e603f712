import { type MouseEvent, type PointerEvent, useEffect, useRef, useState } from 'react'
import { feedback } from '../../../kernel/call/feedback.ts'

/** How long a button must be pressed, in milliseconds. */
const HOLD_MS = 1000

/**
 * A button that acts after it has been pressed for one second, so that a lock command is not sent by accident from a pocket. A
 * keyboard or a screen reader cannot hold a button, so their users confirm a question instead.
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
      // A long touch would open the context menu of the browser.
      onContextMenu: (event: MouseEvent) => event.preventDefault(),
      async onClick({ detail }: MouseEvent) {
        if (detail === 0) {
          if (await ask()) act()
        } else if (!done.current) feedback.toast('请长按 1 秒执行')
      },
    },
  }
}
