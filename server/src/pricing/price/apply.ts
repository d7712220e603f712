import { type ChangedRow, keyOf, keyText, type PriceChange, type PriceKey } from '@cheyi/domain/pricing/price/change'
import { type PriceRecord, recordLines, recordsOf } from '@cheyi/domain/pricing/price/record'
import { badInput, Refusal } from '@cheyi/domain/refusal'
import { DAY, localDate } from '@cheyi/domain/time'
import type { Context } from '../../kernel/context.ts'
import * as store from './store.ts'

/*
 * The one way by which prices change, be it a form, a batch, a copy, an undo or a plan whose day has come: read what is,
 * let the rules say what changes, write that and its history. Quotes and orders keep their own snapshots.
 */

/** Plans farther away than this are slips of the hand. */
const LONGEST_AHEAD = 366 * DAY

export type Names = Awaited<ReturnType<typeof store.names>>

/** Names of the places. @throws Refusal notFound (-4) for a store or model that the asker does not see */
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

/** What the changes come to now, nothing written. The caller holds the lock of prices if it writes. */
export async function preview(ctx: Context, changes: readonly PriceChange[]): Promise<PriceRecord[]> {
  if (changes.length === 0) return []
  const today = localDate(ctx.now)
  const { state } = await store.readState(ctx, uniqueKeys(changes), today)
  return recordsOf(state, changes, today)
}

/** Makes the changes; under the lock of prices. */
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

/** Makes the changes now, or keeps them for `publishAt`. @returns the plan's id, null when they hold already */
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

/** Records in words, one row per (store, model, source). */
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

/** For the audit row of a write: what changed, in words. `modelId` null: of many models. */
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
