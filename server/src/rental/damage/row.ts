import { damageName } from '../../money/claim/actions.ts'
import type * as store from './store.ts'

/*
 * How a row of a case reads.
 */

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
export const nameOf = ({ damagedParts }: Pick<store.DamageRow, 'damagedParts'>): string => damageName(damagedParts)
