import type { contract } from '@cheyi/contract/index'
import type { ParsedOf } from '@cheyi/contract/kernel/call'
import {
  type AdjustedPlace,
  adjustable,
  adjustDays,
  adjustedChanges,
  adjustMonths,
  versionOfAdjusted,
} from '@cheyi/domain/pricing/price/adjust'
import { keyOf, keyText } from '@cheyi/domain/pricing/price/change'
import { badInput, Refusal } from '@cheyi/domain/refusal'
import type { Context, HandlerOf } from '../../kernel/context.ts'
import { enqueue } from '../../platform/job/actions.ts'
import { applyOrPlan, auditPrices } from './apply.ts'
import { changeShown } from './batch-work.ts'
import * as store from './store.ts'

type Calls = typeof contract.price
type Ask = ParsedOf<Calls['adjust']>

/** Limit of places per batch; more is assumed to be a wrong filter. */
const MOST = 5000
/**
 * Limit of places that the call writes itself; with more, a job writes them, because other writers would wait too long for the lock of
 * prices.
 */
const AT_ONCE = 300
/** Limit of places in the preview. */
const SHOWN = 200

type Named = AdjustedPlace & store.PlaceRow

/**
 * Raises, lowers or creates the prices of many places of one layer. A plan or a job later writes the previewed prices, not the
 * percentage. @throws Refusal priceOutOfRange (3201) with the model, stale (-5) when the prices differ from the previewed ones
 */
export const adjust: HandlerOf<'price', 'adjust'> = async (input, ctx) => {
  await requireNamed(ctx, input.storeIds, input.modelIds)
  if (!input.preview) await store.lockPrices(ctx)
  const places = await adjustedPlaces(ctx, input)
  const version = versionOfAdjusted(places)
  if (!input.preview && input.version !== undefined && input.version !== version)
    throw new Refusal('stale', { by: '', at: null })
  const done = input.preview || places.length === 0 ? { planId: null, jobId: null } : await write(ctx, input, places)
  return {
    rows: places.slice(0, SHOWN).map((place) => ({
      ...place,
      prices: place.prices.map(({ label, before, after }) => ({ label, before, after })),
    })),
    changes: places.length,
    version,
    ...done,
  }
}

/** The current effect of the batch: the places with a daily price, and those of them that change. */
async function adjustedPlaces(ctx: Context, input: Ask): Promise<Named[]> {
  const { kind, parts = adjustable, months = [], fen, bp, price, ofDaysBp, roundTo } = input
  const rows = await store.rulesAmong(ctx, input)
  if (rows.length > MOST) throw badInput('modelIds', `一次最多调整${MOST}处价格`)
  const long = kind === 'month' ? Map.groupBy(await store.longOf(ctx, rows.map(keyOf)), keyText) : undefined
  return rows
    .map((row): Named => {
      const rule = store.ruleTerms(row)
      const { storeName, modelName } = row
      const prices =
        long === undefined
          ? adjustDays(rule, parts, { fen, bp, roundTo }, modelName)
          : adjustMonths(
              { rule, long: (long.get(keyText(row)) ?? []).map(store.longTier) },
              { months, fen, bp, price, ofDaysBp, roundTo },
              modelName,
            )
      return { ...keyOf(row), storeName, modelName, prices }
    })
    .filter(({ prices }) => prices.length > 0)
}

async function write(ctx: Context, input: Ask, places: readonly Named[]) {
  const { kind, fen, bp, price, ofDaysBp, roundTo, publishAt } = input
  const asked = { kind, fen, bp, price, ofDaysBp, roundTo }
  if (publishAt === undefined && places.length > AT_ONCE) {
    const shown = places.map(({ prices, modelName, storeName, ...key }) => ({ ...key, modelName, storeName, prices }))
    const jobId = await enqueue(ctx, changeShown, { places: shown })
    ctx.audit({ targetType: 'job', targetId: jobId, after: { ...asked, places: places.length } })
    return { planId: null, jobId }
  }
  const names = {
    stores: new Map(places.map((row) => [row.storeId, row.storeName])),
    models: new Map(places.map((row) => [row.modelId, row.modelName])),
  }
  const { records, planId } = await applyOrPlan(ctx, adjustedChanges(places), publishAt, names)
  auditPrices(ctx, null, records, asked)
  return { planId, jobId: null }
}

/** Checks that the stores and models of the filter are visible to the account. */
async function requireNamed(ctx: Context, storeIds: readonly string[] = [], modelIds: readonly string[] = []) {
  const names = await store.names(ctx, storeIds, modelIds)
  if (names.stores.size < new Set(storeIds).size) throw new Refusal('notFound', { field: 'storeIds' })
  if (names.models.size < new Set(modelIds).size) throw new Refusal('notFound', { field: 'modelIds' })
}
