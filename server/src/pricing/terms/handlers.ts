import { contract } from '@cheyi/contract/index'
import type { OutputOf } from '@cheyi/contract/kernel/call'
import { refuseFaults } from '@cheyi/domain/pricing/price/rule'
import {
  cancelTierFaults,
  depositFaults,
  feeFaults,
  feeTwinFault,
  serviceFaults,
} from '@cheyi/domain/pricing/terms/check'
import { badInput, Refusal } from '@cheyi/domain/refusal'
import {
  type DamagePrices,
  defaultDamagePrices,
  type PartFamily,
  partFamilies,
} from '@cheyi/domain/rental/damage/prices'
import { type Context, implement, requireFound } from '../../kernel/context.ts'
import { changesOf } from '../../kernel/db/changes.ts'
import { snakeCase } from '../../kernel/db/letter-case.ts'
import { holdsInSight } from '../../platform/store/actions.ts'
import { allServices } from '../quote/actions.ts'
import type { CancelRuleRow, damagePrices, FeeRow } from './store.ts'
import * as store from './store.ts'
// Registers the default rules of a new merchant.
import './beginning.ts'

/* Terms that accompany the rent. Every quote reads them, and every order stores a copy, so that a change affects only later quotes. */

type Table = Parameters<typeof store.lock>[1]

export const terms = implement(contract.terms, {
  async saveService(input, ctx) {
    refuseFaults(serviceFaults({ ...input, capDays: input.capDays ?? null }))
    await requireKnown(ctx, { storeIds: input.storeIds, modelIds: input.modelIds })
    const { id, version, price, ...fields } = input
    const values = { ...fields, priceFen: price, capDays: input.capDays ?? null }
    return save(ctx, 'serviceItem', input, values, async (id) =>
      (await allServices(ctx)).find((service) => service.id === id),
    )
  },

  async fees(input, ctx) {
    const { identity } = ctx
    return (await store.fees(ctx, input, identity.scope === 'all' ? null : identity.storeIds)).map(feeView)
  },

  async saveFee(input, ctx) {
    const { id, version, amount, perKmFee, ...fields } = input
    const { storeId, maxKm = null, windowFrom = null, windowTo = null, pairStoreId = null } = input
    refuseFaults(feeFaults({ ...input, maxKm, windowFrom, windowTo, pairStoreId }))
    await requireKnown(ctx, { storeId: [storeId], pairStoreId: pairStoreId === null ? [] : [pairStoreId] })
    if (input.enabled) {
      const others = (await store.fees(ctx, { storeId, kind: input.kind }, null)).filter(
        (fee) => fee.enabled && fee.id !== id,
      )
      const twin = feeTwinFault({ ...input, windowFrom, windowTo, pairStoreId }, others)
      if (twin !== null) throw twin
    }
    const values = { ...fields, amountFen: amount, perKmFen: perKmFee, maxKm, windowFrom, windowTo, pairStoreId }
    return save(ctx, 'feeConfig', input, values, async (id) => (await store.fees(ctx, { id }, null)).map(feeView)[0])
  },

  async cancelRules(_, ctx) {
    const rules = await store.cancelRules(ctx)
    return rules.filter(({ storeIds }) => holdsInSight(ctx, storeIds)).map(cancelRuleView)
  },

  async saveCancelRule(input, ctx) {
    const tiers = input.tiers.map(({ minMinutesBefore, rateBp = null, fixedFen = null }) => ({
      minMinutesBefore,
      rateBp,
      fixedFen,
    }))
    refuseFaults(cancelTierFaults(tiers))
    await requireKnown(ctx, { storeIds: input.storeIds })
    if (input.enabled) {
      // Of two matching enabled rules an arbitrary one would apply.
      const twin = (await store.cancelRules(ctx)).find(
        (rule) =>
          rule.enabled &&
          rule.id !== input.id &&
          rule.season === input.season &&
          sameSet(rule.sources, input.sources) &&
          sameSet(rule.storeIds, input.storeIds),
      )
      if (twin) throw badInput('storeIds', `「${twin.name}」的适用范围与此相同，请改范围或停用其中一条`)
    }
    const { id, version, ...fields } = input
    const values = {
      ...fields,
      tiers: tiers.toSorted((a, b) => b.minMinutesBefore - a.minMinutesBefore),
      maxPenaltyDays: input.maxPenaltyDays ?? null,
    }
    return save(ctx, 'cancelRule', input, values, async (id) =>
      (await store.cancelRules(ctx)).map(cancelRuleView).find((rule) => rule.id === id),
    )
  },

  async depositPolicies(input, ctx) {
    return (await store.depositPolicies(ctx, input)).filter(({ storeId }) => holdsInSight(ctx, storeId))
  },

  async saveDepositPolicy(input, ctx) {
    const { storeId = null, modelId = null, source = null, rentalFen = null, violationFen = null } = input
    refuseFaults(depositFaults({ rentalFen, violationFen }))
    await requireKnown(ctx, {
      storeId: storeId === null ? [] : [storeId],
      modelId: modelId === null ? [] : [modelId],
    })
    const values = {
      storeId,
      modelId,
      source,
      rentalFen,
      violationFen,
      modes: [...input.modes],
      waiveTypes: [...input.waiveTypes],
      holdDays: input.holdDays ?? null,
      enabled: input.enabled,
    }
    return save(ctx, 'depositPolicy', input, values, async (id) => (await store.depositPolicies(ctx, { id }))[0])
  },

  damagePrices: (_, ctx) => damagePriceList(ctx),

  async saveDamagePrice({ family, version, ...prices }, ctx) {
    const id = await store.ensureDamagePrice(ctx, family, fenColumns(defaultDamagePrices[family]))
    const values = { family, ...fenColumns({ ...noPrices, ...prices }) }
    return save(ctx, 'damagePrice', { id, version }, values, async () =>
      (await damagePriceList(ctx)).find((row) => row.family === family),
    )
  },
})

const noPrices: DamagePrices = { scratch: null, dent: null, paint: null, broken: null, missing: null, stain: null }

const fenColumns = (prices: DamagePrices) => ({
  scratchFen: prices.scratch,
  dentFen: prices.dent,
  paintFen: prices.paint,
  brokenFen: prices.broken,
  missingFen: prices.missing,
  stainFen: prices.stain,
})

/** The merchant's damage prices by part family; the product's default for an unchanged family. */
async function damagePriceList(ctx: Context): Promise<DamagePriceRow[]> {
  const rows = new Map((await store.damagePrices(ctx)).map((row) => [row.family, row]))
  return (Object.keys(partFamilies) as PartFamily[]).map((family) => {
    const row = rows.get(family)
    return row === undefined ? { family, version: 1, ...defaultDamagePrices[family] } : damagePriceView(row)
  })
}

/** @throws Refusal notFound (-4), naming the field, for a store or model that does not exist or belongs to another merchant */
async function requireKnown(
  ctx: Context,
  ids: Partial<Record<'storeId' | 'storeIds' | 'pairStoreId' | 'modelId' | 'modelIds', readonly string[]>>,
): Promise<void> {
  const ofStores = [...(ids.storeId ?? []), ...(ids.storeIds ?? []), ...(ids.pairStoreId ?? [])]
  const ofModels = [...(ids.modelId ?? []), ...(ids.modelIds ?? [])]
  const known = await store.existingIds(ctx, ofStores, ofModels)
  for (const [field, named] of Object.entries(ids))
    if (named.some((id) => !known.has(id))) throw new Refusal('notFound', { field })
}

const sameSet = <T>(a: readonly T[], b: readonly T[]): boolean => new Set(a).symmetricDifference(new Set(b)).size === 0

/**
 * Writes a row, with its old and new values in the audit log.
 * @throws Refusal stale (-5) for a writer with an outdated version, with the current values, their author and time
 */
async function save<T extends Table>(
  ctx: Context,
  table: T,
  { id, version }: { readonly id?: string; readonly version?: number },
  values: Parameters<typeof store.update<T>>[4] & Parameters<typeof store.insert<T>>[2] & Record<string, unknown>,
  current: (id: string) => Promise<object | undefined>,
): Promise<{ id: string; version: number }> {
  if (id === undefined) {
    const created = await store.insert(ctx, table, values)
    ctx.audit({ targetType: snakeCase(table), targetId: created, after: values })
    return { id: created, version: 1 }
  }
  const [row] = await store.lock(ctx, table, id)
  const before = requireFound(row)
  if (version !== undefined && version !== before.version) {
    const last = await store.lastEdit(ctx, table, id)
    const by = { by: last?.name ?? '', at: last === undefined ? null : last.at }
    throw new Refusal('stale', { current: await current(id), ...by })
  }
  await store.update(ctx, table, id, before.version, values)
  ctx.audit({ targetType: snakeCase(table), targetId: id, ...changesOf(before, values) })
  return { id, version: before.version + 1 }
}

/*
 * Rows as in the contract, for lists and for the details of a stale (-5) error. Error details do not pass through an output schema, so
 * only these functions remove undeclared columns.
 */

type Calls = typeof contract.terms
type FeeView = OutputOf<Calls['fees']>[number]
type CancelRuleView = OutputOf<Calls['cancelRules']>[number]

const feeView = ({ amountFen, perKmFen, ...fee }: FeeRow): FeeView => ({
  ...fee,
  amount: amountFen,
  perKmFee: perKmFen,
})

const cancelRuleView = ({ merchantId, ...rule }: CancelRuleRow): CancelRuleView => rule

type DamagePriceRow = OutputOf<Calls['damagePrices']>[number]

const damagePriceView = (row: Awaited<ReturnType<typeof damagePrices>>[number]): DamagePriceRow => ({
  family: row.family,
  scratch: row.scratchFen,
  dent: row.dentFen,
  paint: row.paintFen,
  broken: row.brokenFen,
  missing: row.missingFen,
  stain: row.stainFen,
  version: row.version,
})
