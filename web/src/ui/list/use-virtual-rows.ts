import type { Virtualizer } from '@tanstack/react-virtual'
import { startTransition, useLayoutEffect, useReducer, useRef } from 'react'
import { flushSync } from 'react-dom'
import type { Row, RowsOptions, Scroller } from './virtual-rows.ts'

type Code = typeof import('./virtual-rows.ts')

let code: Code | undefined

/**
 * The virtualizer of a list, as `useVirtualizer` of the library returns it; undefined until its code is loaded, which
 * is 7 kB and loads after the first rows. `initialOffset` is read at that time, since the user may have scrolled
 * meanwhile.
 */
export function useVirtualRows(options: RowsOptions): Virtualizer<Scroller, Row> | undefined {
  const [, drawAgain] = useReducer((count: number) => count + 1, 0)
  const kept = useRef<Virtualizer<Scroller, Row>>(undefined)
  const current: RowsOptions = { ...options, onChange: (_, sync) => (sync ? flushSync(drawAgain) : drawAgain()) }
  if (code !== undefined) {
    kept.current ??= code.virtualRows(current)
    code.toldAgain(kept.current, current)
  }
  const rows = kept.current
  useLayoutEffect(() => {
    // Rows beyond the first ones are rendered as a transition, because they are not visible yet.
    if (code === undefined)
      void load().then(
        () => startTransition(drawAgain),
        () => {},
      )
  }, [])
  useLayoutEffect(() => rows?._didMount(), [rows])
  useLayoutEffect(() => rows?._willUpdate())
  return rows
}

async function load(): Promise<void> {
  code = await import('./virtual-rows.ts')
}
