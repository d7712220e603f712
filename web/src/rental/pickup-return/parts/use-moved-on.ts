import type { HandoverType } from '@cheyi/domain/rental/pickup-return/codes'
import { useEffect, useEffectEvent } from 'react'
import { calls, keyOf, queries, send } from '../../../kernel/call/calls.ts'
import { isOpen } from './flow-states.tsx'

/**
 * Reads the order of an open handover again once others have done or cancelled it. The stream of events makes its answer stale, but a form
 * keeps the data that it began with: only an order that is past this handover is taken over, so that nothing typed is lost to a change beside it.
 */
export function useMovedOn(type: HandoverType, orderId: string, refetch: () => unknown): void {
  const look = useEffectEvent(async () => {
    const fresh = await send(calls.pickupReturn.task, { orderId, type }).catch(() => null)
    if (fresh === null) return
    if (!isOpen(fresh)) return refetch()
    // The answer is as old as before, but the next change is told again.
    const queryKey = keyOf(calls.pickupReturn.task, { orderId, type })
    queries.setQueryData(queryKey, (data) => data, { updatedAt: queries.getQueryState(queryKey)?.dataUpdatedAt })
  })
  useEffect(() => {
    const cache = queries.getQueryCache()
    const asked = cache.find({ queryKey: keyOf(calls.pickupReturn.task, { orderId, type }) })
    // After a write of this page it is fetched anyway.
    const lookIfOld = () => {
      if (asked?.state.isInvalidated && asked.state.fetchStatus === 'idle') void look()
    }
    lookIfOld()
    return cache.subscribe(({ query, type: what }) => {
      if (query === asked && what === 'updated') queueMicrotask(lookIfOld)
    })
  }, [orderId, type])
}
