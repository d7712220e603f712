import { useState } from 'react'
import { calls } from '../../kernel/calls.gen.ts'
import { type ReadOptions, useRead } from '../../kernel/calls.ts'
import { changesOf } from './changes.ts'
import type { OrderDetail } from './order-words.ts'

/** An order as a whole; one answer for every page and sheet that asks. */
export const useDetail = (orderId: string, options?: ReadOptions) =>
  useRead(calls.order.detail, { orderId }, { quiet: true, ...options })

export interface Staleness {
  /** Call it when a write was refused as stale: fetches the order again; what was entered stays. */
  readonly mark: () => void
  /** What to tell: nothing, that the order is being fetched, or what is different now. */
  readonly state: 'none' | 'loading' | 'failed' | 'ready'
  /** `状态：确认中 → 已确认`; empty when nothing that is shown has changed. */
  readonly changes: readonly string[]
  readonly clear: () => void
}

/** Keeps the order as it was when a write came too late, and tells what became of it. */
export function useStaleness(orderId: string): Staleness {
  const { data, refetch, isFetching } = useDetail(orderId)
  const [seen, setSeen] = useState<OrderDetail>()
  // Kept as it was first told: what the person does next is no news to them.
  const [changes, setChanges] = useState<readonly string[]>()
  if (seen && data && data.version !== seen.version && !changes) setChanges(changesOf(seen, data))
  return {
    mark() {
      setSeen(data)
      setChanges(undefined)
      void refetch()
    },
    state: seen === undefined ? 'none' : changes ? 'ready' : isFetching ? 'loading' : 'failed',
    changes: changes ?? [],
    clear() {
      setSeen(undefined)
      setChanges(undefined)
    },
  }
}
