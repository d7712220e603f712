import { useState } from 'react'
import type { Staleness } from '../../../form/stale-notice.tsx'
import { calls, type ReadOptions, useRead } from '../../../kernel/call/calls.ts'
import { changesOf } from './changes.ts'
import type { OrderDetail } from './order-words.ts'

/** An order as a whole; one answer for every page and sheet that asks. */
export const useDetail = (orderId: string, options?: ReadOptions) =>
  useRead(calls.order.detail, { orderId }, { ...options })

export interface OrderStaleness extends Staleness {
  /** Call it when a write was refused as stale: fetches the order again; what was entered stays. */
  readonly mark: () => void
  readonly clear: () => void
}

/** Keeps the order as it was when a write came too late, and tells what became of it. */
export function useStaleness(orderId: string): OrderStaleness {
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
