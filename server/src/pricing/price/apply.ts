import { formatMoment } from '@cheyi/domain/near'
import { type ChangedRow, keyOf, keyText, type PriceChange, type PriceKey } from '@cheyi/domain/pricing/price/change'
import {
  type Contradiction,
  contradictionsOf,
  type PriceRecord,
  recordLines,
  recordsOf,
} from '@cheyi/domain/pricing/price/record'
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

/**
 * Writes the changes; the caller holds the lock of prices.
 * @throws Refusal badInput (-2) where they contradict a waiting plan
 */
export async function apply(
  ctx: Context,
  changes: readonly PriceChange[],
  origin: store.Origin = {},
): Promise<{ records: PriceRecord[]; changeIds: string[] }> {
  await refuseContradiction(ctx, { publishAt: ctx.now, changes })
  return write(ctx, changes, origin)
}

/**
 * Writes the changes of a due plan, except those that contradict what was changed since it was saved: they would leave a model that nobody
 * can book.
 * @returns the changes that were set aside, with their reasons
 */
export async function applyPlan(
  ctx: Context,
  changes: readonly PriceChange[],
  origin: store.Origin,
): Promise<{ readonly written: boolean; readonly aside: readonly Contradiction<unknown>[] }> {
  const { state } = await store.readState(ctx, uniqueKeys(changes), localDate(ctx.now))
  const aside = contradictionsOf(state, [{ changes }])
  const wrong = new Set<PriceChange>(aside.map(({ change }) => change))
  const { records } = await write(
    ctx,
    changes.filter((change) => !wrong.has(change)),
    origin,
  )
  return { written: records.length > 0 || aside.length === 0, aside }
}

async function write(ctx: Context, changes: readonly PriceChange[], origin: store.Origin) {
  const records = await preview(ctx, changes)
  if (records.length === 0) return { records, changeIds: [] }
  const changeIds = await store.write(ctx, records, origin)
  return { records, changeIds }
}

type Step = Pick<store.WaitingChanges, 'publishAt' | 'changes'>

/**
 * What is saved now may be valid, and yet contradict what a plan changes later. Contradictions among the plans themselves do not
 * prevent a change that is no part of them.
 */
async function refuseContradiction(ctx: Context, step: Step): Promise<void> {
  const keys = uniqueKeys(step.changes.filter(({ kind }) => kind === 'rule'))
  if (keys.length === 0) return
  const waiting = await store.waitingChanges(ctx, keys)
  if (waiting.length === 0) return
  const { state } = await store.readState(ctx, keys, localDate(ctx.now))
  const before = new Set(contradictionsOf(state, waiting).map(({ change }) => change))
  const steps = [
    ...waiting.filter(({ publishAt }) => publishAt <= step.publishAt),
    step,
    ...waiting.filter(({ publishAt }) => publishAt > step.publishAt),
  ]
  const found = contradictionsOf<Step>(state, steps).find(({ change }) => !before.has(change))
  // What is written now is checked by whoever asks for it.
  if (found === undefined || (found.step === step && step.publishAt <= ctx.now)) return
  const { detail, message } = found.fault
  const why = String(detail.字段 ?? message)
  const text =
    found.step === step
      ? `到生效时${why}，请先修改当前价格或其他定时计划`
      : `${formatMoment(found.step.publishAt, ctx.now)}生效的定时价格会使${why}，请先取消该计划`
  throw badInput(String(detail.field), text)
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
  await refuseContradiction(ctx, { publishAt, changes })
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
