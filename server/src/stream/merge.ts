import type { EventData } from '@cheyi/domain/stream/events'
import type { ForeignRow } from './store.ts'

/** What a row is about, where telling it once is enough; null where each is told. */
export function subjectOf({ merchantId, type, data }: ForeignRow): string | null {
  switch (type) {
    case 'order.changed':
      return `${merchantId} order ${(data as EventData['order.changed']).orderId}`
    case 'stock.changed': {
      const { storeId, modelId } = data as EventData['stock.changed']
      return `${merchantId} pool ${storeId} ${modelId}`
    }
    case 'job.changed':
      return `${merchantId} job ${(data as EventData['job.changed']).jobId}`
    default:
      return null
  }
}

/** Of several rows about the same thing the last, in its place. A pool's spans both periods. */
export function merged(rows: readonly ForeignRow[]): ForeignRow[] {
  const last = new Map<string, ForeignRow>()
  const kept: ForeignRow[] = []
  for (const row of rows.toReversed()) {
    const subject = subjectOf(row)
    const later = subject === null ? undefined : last.get(subject)
    if (later !== undefined) {
      Object.assign(later, { data: joined(row, later) })
      continue
    }
    const copy = { ...row }
    if (subject !== null) last.set(subject, copy)
    kept.push(copy)
  }
  return kept.toReversed()
}

/** The later data, with what the earlier row alone knows: the period it touched, the status that it left. */
export function joined(earlier: ForeignRow, later: ForeignRow): ForeignRow['data'] {
  if (later.type === 'stock.changed') {
    const a = earlier.data as EventData['stock.changed']
    const b = later.data as EventData['stock.changed']
    return { ...b, from: Math.min(a.from, b.from), to: a.to === null || b.to === null ? null : Math.max(a.to, b.to) }
  }
  if (later.type === 'order.changed') return { ...later.data, was: (earlier.data as MovedOrder).was } as MovedOrder
  return later.data
}

/** An order's row also says which status it left: its counters are found by it, no client is told. */
export type MovedOrder = EventData['order.changed'] & { readonly was: EventData['order.changed']['status'] | null }
