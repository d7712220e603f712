import type { OutputOf } from '@cheyi/contract/call'
import type { contract } from '@cheyi/contract/index'
import type { CancelRuleRow, FeeRow, PolicyRow } from './store.ts'

/* Rows as they are answered: in their lists, and to a writer who has not seen what stands there. */

type Calls = typeof contract.terms
type FeeView = OutputOf<Calls['fees']>[number]
type CancelRuleView = OutputOf<Calls['cancelRules']>[number]
type PolicyView = OutputOf<Calls['depositPolicies']>[number]

export const feeView = (row: FeeRow): FeeView => ({
  id: row.id,
  storeId: row.storeId,
  storeName: row.storeName,
  kind: row.kind as FeeView['kind'],
  name: row.name,
  feeMode: row.feeMode as FeeView['feeMode'],
  rateBp: row.rateBp,
  amount: row.amountFen,
  baseKm: Number(row.baseKm),
  perKmFee: row.perKmFen,
  maxKm: row.maxKm === null ? null : Number(row.maxKm),
  windowFrom: row.windowFrom,
  windowTo: row.windowTo,
  pairStoreId: row.pairStoreId,
  pairStoreName: row.pairStoreName,
  enabled: row.enabled,
  version: row.version,
})

export const cancelRuleView = (row: CancelRuleRow): CancelRuleView => ({
  id: row.id,
  name: row.name,
  sources: row.sources,
  storeIds: row.storeIds,
  season: row.season as CancelRuleView['season'],
  tiers: row.tiers.map((tier) => ({ ...tier })),
  base: row.base,
  maxPenaltyDays: row.maxPenaltyDays,
  noShowAfterMinutes: row.noShowAfterMinutes,
  penaltyFromDeposit: row.penaltyFromDeposit,
  enabled: row.enabled,
  version: row.version,
})

export const policyView = (row: PolicyRow): PolicyView => ({
  id: row.id,
  storeId: row.storeId,
  storeName: row.storeName,
  modelId: row.modelId,
  modelName: row.modelName,
  source: row.source,
  rentalFen: row.rentalFen,
  violationFen: row.violationFen,
  modes: row.modes as PolicyView['modes'],
  waiveTypes: row.waiveTypes as PolicyView['waiveTypes'],
  holdDays: row.holdDays,
  enabled: row.enabled,
  version: row.version,
})
