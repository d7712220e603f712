import type { ForeignRow } from './store.ts'

/** The subject of a row if only its latest event matters; null if each event must be sent. */
export function subjectOf(row: ForeignRow): string | null {
  switch (row.type) {
    case 'order.changed':
      return `${row.merchantId} order ${row.data.orderId}`
    case 'stock.changed':
      return `${row.merchantId} pool ${row.data.storeId} ${row.data.modelId}`
    case 'record.changed':
      return `${row.merchantId} records ${row.data.feature}`
    case 'job.changed':
      return `${row.merchantId} job ${row.data.jobId}`
    default:
      return null
  }
}

/** Keeps only the last of several rows about the same subject, at its position. For a pool the periods are combined. */
export function lastOfEach(rows: readonly ForeignRow[]): ForeignRow[] {
  const last = new Map<string, ForeignRow>()
  const kept: ForeignRow[] = []
  for (const row of rows.toReversed()) {
    const subject = subjectOf(row)
    const later = subject === null ? undefined : last.get(subject)
    if (later !== undefined) {
      Object.assign(later, mergeEvents(row, later))
      continue
    }
    const copy = { ...row }
    if (subject !== null) last.set(subject, copy)
    kept.push(copy)
  }
  return kept.toReversed()
}

/** The later row, with information that only the earlier one has: the period it touched, the previous status. */
export function mergeEvents(earlier: ForeignRow, later: ForeignRow): ForeignRow {
  if (earlier.type === 'stock.changed' && later.type === 'stock.changed') {
    const [a, b] = [earlier.data, later.data]
    const to = a.to === null || b.to === null ? null : Math.max(a.to, b.to)
    return { ...later, data: { ...b, from: Math.min(a.from, b.from), to } }
  }
  if (earlier.type === 'order.changed' && later.type === 'order.changed')
    return { ...later, data: { ...later.data, was: earlier.data.was } }
  return later
}
