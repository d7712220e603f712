import { claimName } from '@cheyi/domain/money/claim/claim'
import { partName } from '@cheyi/domain/rental/pickup-return/parts'
import type * as store from './store.ts'

/* Derived values of the row of a case. */

/** The costs of a case. */
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

/** What a case is about, among charges: its damaged parts; '' for a car that does not come back. */
export function subjectOf({ damagedParts: [first, ...more] }: Pick<store.DamageRow, 'damagedParts'>): string {
  if (first === undefined) return ''
  return `${partName(first.part)}${more.length > 0 ? `等${more.length + 1}处` : ''}`
}

/** The name of a case among charges. */
export const nameOf = (row: Pick<store.DamageRow, 'damagedParts'>): string => claimName('damage', subjectOf(row))
