import { partName } from '@cheyi/domain/pickup-return/parts'
import type * as store from './store.ts'

/*
 * How a row of a case reads.
 */

/** A claim as the books have it. */
export const claimOf = ({ payableFen, refundedFen, withdrawnFen }: store.DamageRow) => ({
  payable: payableFen ?? 0,
  refunded: refundedFen,
  withdrawn: withdrawnFen,
})

/** What a case comes to. */
export const costsOf = (row: store.DamageRow) => ({
  parts: row.damagedParts,
  worth: row.worthFen,
  downtimeDays: row.downtimeDays,
  downtimeFee: row.downtimeFen,
  depreciationFee: row.depreciationFen,
  otherFee: row.otherFen,
  covered: row.coveredFen,
  liability: row.liability,
})

/** What a case is called where it stands among charges. */
export function nameOf({ damagedParts: [first, ...more] }: Pick<store.DamageRow, 'damagedParts'>): string {
  if (first === undefined) return '车辆损失'
  return `车损：${partName(first.part)}${more.length > 0 ? `等${more.length + 1}处` : ''}`
}

/** Money of its own that came in for each case, less what went back of it, fen. */
export function collectedFor(rows: readonly store.DamageRow[], money: readonly store.Collected[]) {
  const fen = new Map(money.map((one) => [one.id, one.fen]))
  return (id: string): number => (fen.get(id) ?? 0) - (rows.find((row) => row.id === id)?.refundedFen ?? 0)
}
