import type { contract } from '@cheyi/contract/index'
import type { OutputOf, ParsedOf } from '@cheyi/contract/kernel/call'
import { adjustable, adjustRule } from '@cheyi/domain/price/adjust'
import { keyOf, keyText, type PriceChange, type PriceKey } from '@cheyi/domain/price/change'
import { type RuleTerms, ruleChanges } from '@cheyi/domain/price/rule'
import { badInput, Refusal } from '@cheyi/domain/refusal'
import { localDate } from '@cheyi/domain/time'
import type { Context } from '../kernel/context.ts'
import { applyOrPlan, auditPrices, changedRows, preview, requirePlaces } from './apply.ts'
import * as store from './store.ts'

type Calls = typeof contract.price

/** More at once would be a mistake of the filter. */
const MOST = 2000

const pricesOf = ({ basePrice, weekendPrice, holidayPrice }: RuleTerms) => ({ basePrice, weekendPrice, holidayPrice })

/**
 * Prices of many rules of one layer, raised or lowered. What a plan keeps are the prices that the preview showed, not
 * the share. @throws Refusal priceOutOfRange (3201), named by the model
 */
export async function adjust(input: ParsedOf<Calls['adjust']>, ctx: Context): Promise<OutputOf<Calls['adjust']>> {
  const { parts = adjustable, fen, bp, roundTo, publishAt } = input
  await requireNamed(ctx, input.storeIds, input.modelIds)
  if (!input.preview) await store.lockPrices(ctx)
  const rows = await store.rulesAmong(ctx, input)
  if (rows.length > MOST) throw badInput('modelIds', `一次最多调整${MOST}个价格`)
  const adjusted = rows.map((row) => {
    const before = store.ruleTerms(row)
    return { row, before, after: adjustRule(before, parts, { fen, bp, roundTo }, row.modelName) }
  })
  let planId: string | null = null
  if (!input.preview) {
    const changes = adjusted.map(({ row, before, after }): PriceChange => {
      return { ...keyOf(row), kind: 'rule', set: ruleChanges(before, after) }
    })
    const names = {
      stores: new Map(rows.map((row) => [row.storeId, row.storeName])),
      models: new Map(rows.map((row) => [row.modelId, row.modelName])),
    }
    const done = await applyOrPlan(ctx, changes, publishAt, names)
    planId = done.planId
    auditPrices(ctx, null, done.records, { fen, bp, roundTo })
  }
  return {
    rows: adjusted.map(({ row, before, after }) => ({ ...row, before: pricesOf(before), after: pricesOf(after) })),
    planId,
  }
}

/** Stores and models that the filter names must be the asker's own. */
async function requireNamed(ctx: Context, storeIds: readonly string[] = [], modelIds: readonly string[] = []) {
  const names = await store.names(ctx, storeIds, modelIds)
  if (names.stores.size < new Set(storeIds).size) throw new Refusal('notFound', { field: 'storeIds' })
  if (names.models.size < new Set(modelIds).size) throw new Refusal('notFound', { field: 'modelIds' })
}

/** One price for other stores, models and channels. @throws Refusal priceMissing (3001) when there is no rule to copy */
export async function copy(input: ParsedOf<Calls['copy']>, ctx: Context): Promise<OutputOf<Calls['copy']>> {
  const { storeId, modelId, source, parts, publishAt } = input
  const from: PriceKey = { storeId, modelId, source }
  const targets = (input.storeIds ?? [storeId])
    .flatMap((storeId) => (input.modelIds ?? [modelId]).map((modelId) => ({ storeId, modelId })))
    .flatMap((place) => (input.sources ?? [source]).map((source): PriceKey => ({ ...place, source })))
    .filter((key) => keyText(key) !== keyText(from))
  if (targets.length === 0) throw badInput('storeIds', '请选择要复制到的门店、车型或渠道')
  if (targets.length > MOST) throw badInput('storeIds', `一次最多复制到${MOST}处`)
  const names = await requirePlaces(ctx, [from, ...targets])
  await store.lockPrices(ctx)
  const { state } = await store.readState(ctx, [from, ...targets], localDate(ctx.now))
  const original = state.get(keyText(from))!
  const { rule } = original
  if (parts.includes('rule') && rule === null) throw new Refusal('priceMissing')
  const changes = targets.flatMap((key): PriceChange[] => {
    const dates = new Set([...original.calendar.keys(), ...state.get(keyText(key))!.calendar.keys()])
    return [
      ...(parts.includes('rule') && rule !== null ? [{ ...key, kind: 'rule' as const, set: rule }] : []),
      ...(parts.includes('long') ? [{ ...key, kind: 'long' as const, rows: original.long }] : []),
      ...(parts.includes('calendar')
        ? [
            {
              ...key,
              kind: 'calendar' as const,
              days: [...dates].toSorted().map((date) => ({ date, after: original.calendar.get(date) ?? null })),
            },
          ]
        : []),
    ]
  })
  if (input.preview) return { rows: changedRows(await preview(ctx, changes), names), planId: null }
  const { records, planId } = await applyOrPlan(ctx, changes, publishAt, names)
  auditPrices(ctx, modelId, records, { copiedTo: targets.length })
  return { rows: changedRows(records, names), planId }
}
