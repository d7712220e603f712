import { formatMoney } from '../../money.ts'
import { payIntervals } from '../../pricing/quote/long/terms.ts'
import { formatDateTime, type Instant } from '../../time.ts'
import { isSoldByTerm, type SoldSnapshot } from './sold/snapshot.ts'

/** Times, places and model of an order, before or after a change. */
export interface Planned {
  readonly pickupAt: Instant
  readonly returnAt: Instant
}

export interface PlaceNames {
  readonly store: string
  readonly returnStore: string
  readonly model: string
}

/** The differences as text for the order's history: `取车 2026-11-23 10:00 → 2026-11-23 12:00`, `车型 大众朗逸 → 比亚迪秦`. */
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
  return different(rows)
}

/** Differences of a long order's monthly price and payment interval; none for a regular one. */
export function termWords(before: SoldSnapshot, after: SoldSnapshot): string[] {
  if (!isSoldByTerm(before) || !isSoldByTerm(after)) return []
  return different([
    ['月租金', formatMoney(before.monthlyPrice), formatMoney(after.monthlyPrice)],
    ['付款方式', payIntervals.text(before.terms.payInterval), payIntervals.text(after.terms.payInterval)],
  ])
}

const different = (rows: readonly (readonly [name: string, before: string, after: string])[]): string[] =>
  rows.flatMap(([name, old, fresh]) => (old === fresh ? [] : `${name} ${old} → ${fresh}`))
