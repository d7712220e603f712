import type { contract } from '@cheyi/contract/index'
import type { OutputOf } from '@cheyi/contract/kernel/call'
import type { CancelRuleRow, damagePrices, FeeRow } from './store.ts'

/*
 * Rows as in the contract, for lists and for the details of a stale (-5) error. Error details do not pass through an output schema, so
 * only these functions remove undeclared columns.
 */

type Calls = typeof contract.terms
type FeeView = OutputOf<Calls['fees']>[number]
type CancelRuleView = OutputOf<Calls['cancelRules']>[number]

export const feeView = ({ amountFen, perKmFen, ...fee }: FeeRow): FeeView => ({
  ...fee,
  amount: amountFen,
  perKmFee: perKmFen,
})

export const cancelRuleView = ({ merchantId, ...rule }: CancelRuleRow): CancelRuleView => rule

export type DamagePriceRow = OutputOf<Calls['damagePrices']>[number]

export const damagePriceView = (row: Awaited<ReturnType<typeof damagePrices>>[number]): DamagePriceRow => ({
  family: row.family,
  scratch: row.scratchFen,
  dent: row.dentFen,
  paint: row.paintFen,
  broken: row.brokenFen,
  missing: row.missingFen,
  stain: row.stainFen,
  version: row.version,
})
