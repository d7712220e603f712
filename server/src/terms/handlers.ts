import type { OutputOf } from '@cheyi/contract/call'
import { contract } from '@cheyi/contract/index'
import type { CancelTier } from '@cheyi/domain/order/cancel'
import { refuseFaults } from '@cheyi/domain/price/rule'
import { badInput, Refusal } from '@cheyi/domain/refusal'
import { cancelTierFaults, depositFaults, feeFaults, serviceFaults } from '@cheyi/domain/terms/check'
import { type Context, found, implement, sameVersion } from '../kernel/context.ts'
import * as store from './store.ts'

/*
 * What goes with the rent: read by every quote, and kept with each order when it is made, so that a change here touches
 * only what is quoted later.
 */

type Calls = typeof contract.terms
type Table = Parameters<typeof store.lock>[1]

export const terms = implement(contract.terms, {
  async saveService(input, ctx) {
    refuseFaults(serviceFaults({ ...input, capDays: input.capDays ?? null }))
    await requireKnown(ctx, input.storeIds, input.modelIds)
    if (input.enabled) await refuseTaken(ctx, 'service_item', { code: input.code }, input.id, 'code', '服务编码已存在')
    return save(ctx, 'service_item', input, {
      code: input.code,
      name: input.name,
      description: input.description,
      item_type: input.itemType,
      unit: input.unit,
      price_fen: input.price,
      max_qty: input.maxQty,
      cap_days: input.capDays ?? null,
      mandatory: input.mandatory,
      handling: input.handling,
      store_ids: input.storeIds,
      model_ids: input.modelIds,
      sources: input.sources,
      enabled: input.enabled,
      sort: input.sort,
    })
  },

  async fees(input, ctx) {
    const { identity } = ctx
    const rows = await store.fees(ctx, input, identity.scope === 'all' ? null : identity.storeIds)
    type Row = OutputOf<Calls['fees']>[number]
    return rows.map((row) => ({
      id: row.id,
      storeId: row.store_id,
      storeName: row.store_name,
      kind: row.kind as Row['kind'],
      name: row.name,
      feeMode: row.fee_mode as Row['feeMode'],
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
    }))
  },

  async saveFee(input, ctx) {
    const { storeId, kind, maxKm = null, windowFrom = null, windowTo = null, pairStoreId = null } = input
    const { scope, storeIds } = ctx.identity
    if (scope !== 'all' && !storeIds.includes(storeId)) throw new Refusal('notFound', { field: 'storeId' })
    refuseFaults(feeFaults({ ...input, maxKm, windowFrom, windowTo, pairStoreId }))
    await requireKnown(ctx, pairStoreId === null ? [storeId] : [storeId, pairStoreId], [])
    return save(ctx, 'fee_config', input, {
      store_id: storeId,
      kind,
      name: input.name,
      fee_mode: input.feeMode,
      rate_bp: input.rateBp,
      amount_fen: input.amount,
      base_km: input.baseKm,
      per_km_fen: input.perKmFee,
      max_km: maxKm,
      window_from: windowFrom,
      window_to: windowTo,
      pair_store_id: pairStoreId,
      enabled: input.enabled,
    })
  },

  async cancelRules(_, ctx) {
    type Row = OutputOf<Calls['cancelRules']>[number]
    return (await store.cancelRules(ctx)).map((row) => ({
      id: row.id,
      name: row.name,
      sources: row.sources,
      storeIds: row.store_ids,
      season: row.season as Row['season'],
      tiers: (row.tiers as CancelTier[]).map((tier) => ({ ...tier })),
      base: row.base as Row['base'],
      maxPenaltyDays: row.max_penalty_days,
      noShowAfterMinutes: row.no_show_after_minutes,
      penaltyFromDeposit: row.penalty_from_deposit,
      enabled: row.enabled,
      version: row.version,
    }))
  },

  async saveCancelRule(input, ctx) {
    const tiers = input.tiers
      .map(({ minMinutesBefore, rateBp = null, fixedFen = null }) => ({ minMinutesBefore, rateBp, fixedFen }))
      .toSorted((a, b) => b.minMinutesBefore - a.minMinutesBefore)
    refuseFaults(cancelTierFaults(tiers))
    await requireKnown(ctx, input.storeIds, [])
    if (input.enabled) await refuseTaken(ctx, 'cancel_rule', { name: input.name }, input.id, 'name', '规则名称已存在')
    return save(ctx, 'cancel_rule', input, {
      name: input.name,
      sources: input.sources,
      store_ids: input.storeIds,
      season: input.season,
      tiers: JSON.stringify(tiers),
      base: input.base,
      max_penalty_days: input.maxPenaltyDays ?? null,
      no_show_after_minutes: input.noShowAfterMinutes,
      penalty_from_deposit: input.penaltyFromDeposit,
      enabled: input.enabled,
    })
  },

  async depositPolicies(input, ctx) {
    type Row = OutputOf<Calls['depositPolicies']>[number]
    return (await store.depositPolicies(ctx, input)).map((row) => ({
      id: row.id,
      storeId: row.store_id,
      storeName: row.store_name,
      modelId: row.model_id,
      modelName: row.model_name,
      source: row.source,
      rentalFen: row.rental_fen,
      violationFen: row.violation_fen,
      modes: row.modes as Row['modes'],
      waiveTypes: row.waive_types as Row['waiveTypes'],
      holdDays: row.hold_days,
      enabled: row.enabled,
      version: row.version,
    }))
  },

  async saveDepositPolicy(input, ctx) {
    const { storeId = null, modelId = null, source = null, rentalFen = null, violationFen = null } = input
    refuseFaults(depositFaults({ rentalFen, violationFen }))
    await requireKnown(ctx, storeId === null ? [] : [storeId], modelId === null ? [] : [modelId])
    const key = { store_id: storeId, model_id: modelId, source }
    if (input.enabled) await refuseTaken(ctx, 'deposit_policy', key, input.id, 'modelId', '同样条件的押金规则已存在')
    return save(ctx, 'deposit_policy', input, {
      ...key,
      rental_fen: rentalFen,
      violation_fen: violationFen,
      modes: [...input.modes],
      waive_types: [...input.waiveTypes],
      hold_days: input.holdDays ?? null,
      enabled: input.enabled,
    })
  },
})

/** @throws Refusal notFound (-4) for a store or model of nobody, or of another merchant */
async function requireKnown(ctx: Context, storeIds: readonly string[], modelIds: readonly string[]): Promise<void> {
  const unknown = await store.unknown(ctx, storeIds, modelIds)
  if (unknown.stores > 0) throw new Refusal('notFound', { field: 'storeIds' })
  if (unknown.models > 0) throw new Refusal('notFound', { field: 'modelIds' })
}

async function refuseTaken(
  ctx: Context,
  table: Table,
  values: Parameters<typeof store.taken>[2],
  id: string | undefined,
  field: string,
  message: string,
): Promise<void> {
  if (await store.taken(ctx, table, values, id)) throw badInput(field, message)
}

/** Writes a row, with what it said before and says now in the audit. @throws Refusal stale (-5) with the row as it is */
async function save<T extends Table>(
  ctx: Context,
  table: T,
  { id, version }: { readonly id?: string; readonly version?: number },
  values: Parameters<typeof store.update<T>>[4] & Parameters<typeof store.insert<T>>[2],
): Promise<{ id: string; version: number }> {
  const after = values as Record<string, unknown>
  if (id === undefined) {
    const created = await store.insert(ctx, table, values)
    ctx.audit({ targetType: table, targetId: created, after })
    return { id: created, version: 1 }
  }
  const [row] = await store.lock(ctx, table, id)
  const before = found(row)
  sameVersion(version, before.version, { current: before })
  await store.update(ctx, table, id, before.version, values)
  const changed = Object.keys(after).filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
  const side = (of: Record<string, unknown>) => Object.fromEntries(changed.map((name) => [name, of[name]]))
  ctx.audit({ targetType: table, targetId: id, before: side(before), after: side(after) })
  return { id, version: before.version + 1 }
}
