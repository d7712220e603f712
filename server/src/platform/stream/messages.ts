import { receives, type Viewer } from '@cheyi/domain/platform/stream/events'
import { type Counter, counterKeys, countersMoved } from '@cheyi/domain/platform/todo/counters'
import type { Message } from './client.ts'
import type { EventRow } from './store.ts'

/**
 * The messages of a row for a viewer: none, or the event itself; for an order also those changed counters that the
 * viewer is responsible for.
 */
export function messagesOf(row: EventRow, viewer: Viewer): Message[] {
  if (!receives({ ...row, audience: row }, viewer)) return []
  switch (row.type) {
    case 'order.changed': {
      const { was, ...order } = row.data
      return [{ type: row.type, data: order }, ...counters(countersMoved(was, order.status), viewer)]
    }
    case 'stock.changed':
      return [{ type: row.type, data: row.data }, ...counters(['oversold'], viewer)]
    case 'todo.changed':
      return counters(row.data.codes, viewer)
    default:
      return [{ type: row.type, data: row.data }]
  }
}

const counters = (codes: readonly Counter[], { keys }: Viewer): Message[] => {
  const own = codes.filter((code) => keys.has(counterKeys[code]))
  return own.length === 0 ? [] : [{ type: 'todo.changed', data: { codes: own } }]
}
