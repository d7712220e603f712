import { damageName } from '../../money/claim/actions.ts'
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

/** The name of a case among charges. */
export const nameOf = ({ damagedParts }: Pick<store.DamageRow, 'damagedParts'>): string => damageName(damagedParts)
