import type { contract } from '@cheyi/contract/index'
import type { OutputOf } from '@cheyi/contract/kernel/call'
import type { CancelRuleRow, damagePrices, FeeRow } from './store.ts'

/*
 * Rows as they are answered: in their lists, and to a writer who has not seen what stands there. The latter is no answer
 * of the call, so nothing but these leaves out what it does not say.
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
