import { useState } from 'react'
import type { Staleness } from '../../../form/stale-notice.tsx'
import { calls, type ReadOptions, useRead } from '../../../kernel/call/calls.ts'
import { changesOf } from './changes.ts'
import type { OrderDetail } from './order-words.ts'

/** A complete order; one cached answer for all pages and sheets. */
export const useDetail = (orderId: string, options?: ReadOptions) =>
  useRead(calls.order.detail, { orderId }, { ...options })

export interface OrderStaleness extends Staleness {
  /** Called when a write was refused as stale: reads the order again; the entered values stay. */
  readonly mark: () => void
  readonly clear: () => void
}

/** Stores the order as it was before a stale write, and shows what has changed. */
export function useStaleness(orderId: string): OrderStaleness {
  const { data, refetch, isFetching } = useDetail(orderId)
  const [seen, setSeen] = useState<OrderDetail>()
  // The first result stays: changes by the person's own later actions must not be reported.
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
