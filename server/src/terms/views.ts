import type { OutputOf } from '@cheyi/contract/call'
import type { contract } from '@cheyi/contract/index'
import type { CancelTier } from '@cheyi/domain/order/cancel'
import type { CancelRuleRow, FeeRow, PolicyRow } from './store.ts'

/* Rows as they are answered: in their lists, and to a writer who has not seen what stands there. */

type Calls = typeof contract.terms
type FeeView = OutputOf<Calls['fees']>[number]
type CancelRuleView = OutputOf<Calls['cancelRules']>[number]
type PolicyView = OutputOf<Calls['depositPolicies']>[number]

export const feeView = (row: FeeRow): FeeView => ({
  id: row.id,
  storeId: row.store_id,
  storeName: row.store_name,
  kind: row.kind as FeeView['kind'],
  name: row.name,
  feeMode: row.fee_mode as FeeView['feeMode'],
  rateBp: row.rate_bp,
  amount: row.amount_fen,
  baseKm: Number(row.base_km),
  perKmFee: row.per_km_fen,
  maxKm: row.max_km === null ? null : Number(row.max_km),
  windowFrom: row.window_from,
  windowTo: row.window_to,
  pairStoreId: row.pair_store_id,
  pairStoreName: row.pair_store_name,
  enabled: row.enabled,
  version: row.version,
})

export const cancelRuleView = (row: CancelRuleRow): CancelRuleView => ({
  id: row.id,
  name: row.name,
  sources: row.sources,
  storeIds: row.store_ids,
  season: row.season as CancelRuleView['season'],
  tiers: (row.tiers as unknown as CancelTier[]).map((tier) => ({ ...tier })),
  base: row.base as CancelRuleView['base'],
  maxPenaltyDays: row.max_penalty_days,
  noShowAfterMinutes: row.no_show_after_minutes,
  penaltyFromDeposit: row.penalty_from_deposit,
  enabled: row.enabled,
  version: row.version,
})

export const policyView = (row: PolicyRow): PolicyView => ({
  id: row.id,
  storeId: row.store_id,
  storeName: row.store_name,
  modelId: row.model_id,
  modelName: row.model_name,
  source: row.source,
  rentalFen: row.rental_fen,
  violationFen: row.violation_fen,
  modes: row.modes as PolicyView['modes'],
  waiveTypes: row.waive_types as PolicyView['waiveTypes'],
  holdDays: row.hold_days,
  enabled: row.enabled,
  version: row.version,
})
