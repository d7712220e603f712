import { type Counter, counterKeys, countersMoved } from '@cheyi/domain/overview/counters'
import { type EventData, receives, type Viewer } from '@cheyi/domain/stream/events'
import type { Message } from './client.ts'
import type { MovedOrder } from './merge.ts'
import type { EventRow } from './store.ts'

/** What a row tells a viewer: nothing, itself, and of an order also the counters it moved that are the viewer's job. */
export function messagesOf(row: EventRow, viewer: Viewer): Message[] {
  const { type, data } = row
  const audience = { keys: row.keys, storeIds: row.storeIds, accountIds: row.accountIds }
  if (!receives({ type, data, audience }, viewer)) return []
  switch (type) {
    case 'order.changed': {
      const { was, ...order } = data as MovedOrder
      return [{ type, data: order }, ...counters(countersMoved(was, order.status), viewer)]
    }
    case 'stock.changed':
      return [{ type, data }, ...counters(['oversold'], viewer)]
    case 'todo.changed':
      return counters((data as EventData['todo.changed']).codes, viewer)
    default:
      return [{ type, data }]
  }
}

const counters = (codes: readonly Counter[], { keys }: Viewer): Message[] => {
  const own = codes.filter((code) => keys.has(counterKeys[code]))
  return own.length === 0 ? [] : [{ type: 'todo.changed', data: { codes: own } }]
}
