import { formatDateTime, type Instant } from '../time.ts'

/** When and where an order is, and what of: before a change, and after it. */
export interface Planned {
  readonly pickupAt: Instant
  readonly returnAt: Instant
}

export interface PlaceNames {
  readonly store: string
  readonly returnStore: string
  readonly model: string
}

/** What is different, as its history tells it: `取车 2026-11-23 10:00 → 2026-11-23 12:00`, `车型 大众朗逸 → 比亚迪秦`. */
export function changeWords(
  before: Planned,
  after: Planned,
  names?: { readonly before: PlaceNames; readonly after: PlaceNames },
): string[] {
  const rows: [name: string, before: string, after: string][] = [
    ['取车', formatDateTime(before.pickupAt), formatDateTime(after.pickupAt)],
    ['还车', formatDateTime(before.returnAt), formatDateTime(after.returnAt)],
  ]
  if (names !== undefined)
    rows.push(
      ['车型', names.before.model, names.after.model],
      ['取车门店', names.before.store, names.after.store],
      ['还车门店', names.before.returnStore, names.after.returnStore],
    )
  return rows.flatMap(([name, old, fresh]) => (old === fresh ? [] : `${name} ${old} → ${fresh}`))
}
