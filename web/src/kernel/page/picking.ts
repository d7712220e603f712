import { useEffect, useRef, useState } from 'react'
import { type Patch, useHasBeside, usePatch, useRaw } from './pages.tsx'
import { routerHistory } from './router.ts'

export interface Picking {
  readonly open: boolean
  /** Opens the picker as a separate history entry, so that the phone's back key closes it. */
  readonly show: () => void
  /** Closes it by going back in history. */
  readonly close: () => void
  /**
   * Changes values of the page's address. The picker's own history entry is about to be left, so values set while it is
   * open are applied once the page's entry is current again.
   */
  readonly patch: (values: Parameters<Patch>[0]) => void
}

/** `opening` and `closing` last until the address has changed. */
type Stage = 'closed' | 'opening' | 'open' | 'closing'

/** The date-range picker of a page, open while `picking=1` is in the address. */
export function usePicking(): Picking {
  const patch = usePatch()
  const asked = useRaw('picking') === '1'
  const beside = useHasBeside()
  const [stage, setStage] = useState<Stage>('closed')
  const waiting = useRef<Parameters<Patch>[0]>(undefined)
  useEffect(() => {
    // A direct link with `picking=1` has no entry to go back to, and the user has not opened the picker.
    if (asked && stage === 'closed') patch({ picking: undefined })
    if (asked && stage === 'opening') setStage('open')
    if (asked || (stage !== 'open' && stage !== 'closing')) return
    setStage('closed')
    if (waiting.current) patch(waiting.current)
    waiting.current = undefined
  }, [asked, stage, patch])
  return {
    open: stage === 'opening' || (stage === 'open' && asked),
    show() {
      if (stage !== 'closed') return
      setStage('opening')
      patch({ picking: 1 }, { push: true })
    },
    close() {
      if (stage !== 'open') return
      setStage('closing')
      // A list pane beside a detail has no history entries of its own.
      if (beside) patch({ picking: undefined })
      else routerHistory().back()
    },
    patch(values) {
      if (stage === 'closed') patch(values)
      else waiting.current = values
    },
  }
}
