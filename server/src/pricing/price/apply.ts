import { type ChangedRow, keyOf, keyText, type PriceChange, type PriceKey } from '@cheyi/domain/pricing/price/change'
import { type PriceRecord, recordLines, recordsOf } from '@cheyi/domain/pricing/price/record'
import { badInput, Refusal } from '@cheyi/domain/refusal'
import { DAY, localDate } from '@cheyi/domain/time'
import type { Context } from '../../kernel/context.ts'
import * as store from './store.ts'

/*
 * The only code that changes prices, for a form, a batch, a copy, an undo or a due plan: read the current state, compute the changes by
 * the rules, write them with their history. Quotes and orders have their own snapshots.
 */

/** A plan farther ahead is assumed to be a typing error. */
const LONGEST_AHEAD = 366 * DAY

export type Names = Awaited<ReturnType<typeof store.names>>

/** Names of the places. @throws Refusal notFound (-4) for a store or model that is not visible to the account */
export async function requirePlaces(ctx: Context, keys: readonly PriceKey[]): Promise<Names> {
  const storeIds = [...new Set(keys.map((key) => key.storeId))]
  const modelIds = [...new Set(keys.map((key) => key.modelId))]
  const names = await store.names(ctx, storeIds, modelIds)
  if (names.stores.size < storeIds.length) throw new Refusal('notFound', { field: 'storeId' })
  if (names.models.size < modelIds.length) throw new Refusal('notFound', { field: 'modelId' })
  return names
}

const uniqueKeys = (changes: readonly PriceChange[]): PriceKey[] => [
  ...new Map(changes.map((change) => [keyText(change), keyOf(change)])).values(),
]

/** The effect of the changes on the current prices, without writing. A caller that writes holds the lock of prices. */
export async function preview(ctx: Context, changes: readonly PriceChange[]): Promise<PriceRecord[]> {
  if (changes.length === 0) return []
  const today = localDate(ctx.now)
  const { state } = await store.readState(ctx, uniqueKeys(changes), today)
  return recordsOf(state, changes, today)
}

/** Writes the changes; the caller holds the lock of prices. */
export async function apply(
  ctx: Context,
  changes: readonly PriceChange[],
  origin: store.Origin = {},
): Promise<{ records: PriceRecord[]; changeIds: string[] }> {
  const records = await preview(ctx, changes)
  if (records.length === 0) return { records, changeIds: [] }
  const changeIds = await store.write(ctx, records, origin)
  return { records, changeIds }
}

/** Writes the changes now, or stores a plan for `publishAt`. @returns the plan's id; null when the changes are written */
export async function applyOrPlan(
  ctx: Context,
  changes: readonly PriceChange[],
  publishAt: number | undefined,
  names: Names,
): Promise<{ records: PriceRecord[]; changeIds: string[]; planId: string | null }> {
  if (publishAt === undefined) return { ...(await apply(ctx, changes)), planId: null }
  if (publishAt <= ctx.now) throw badInput('publishAt', '生效时间须晚于当前时间')
  if (publishAt > ctx.now + LONGEST_AHEAD) throw badInput('publishAt', '生效时间最远为一年后')
  const records = await preview(ctx, changes)
  if (records.length === 0) throw badInput('publishAt', '价格没有变化，无需定时生效')
  const planId = await store.insertPlan(ctx, { publishAt, changes, rows: changedRows(records, names) })
  return { records, changeIds: [], planId }
}

/** Text of the records, one row per (store, model, source). */
export function changedRows(records: readonly PriceRecord[], names: Names): ChangedRow[] {
  return [...Map.groupBy(records, keyText).values()].map((mine) => {
    const key = keyOf(mine[0]!)
    return {
      ...key,
      storeName: names.stores.get(key.storeId) ?? '',
      modelName: names.models.get(key.modelId) ?? '',
      lines: mine.flatMap(recordLines),
    }
  })
}

/** The changes as text for the audit log. `modelId` null: several models. */
export function auditPrices(
  ctx: Context,
  modelId: string | null,
  records: readonly PriceRecord[],
  more: object = {},
): void {
  const lines = records.flatMap(recordLines)
  const side = (name: 'before' | 'after') =>
    Object.fromEntries(lines.slice(0, 60).map((line) => [line.label, line[name]]))
  ctx.audit({
    targetType: modelId === null ? 'merchant' : 'price',
    targetId: modelId ?? ctx.merchantId,
    before: side('before'),
    after: { ...side('after'), places: new Set(records.map(keyText)).size, ...more },
  })
}
