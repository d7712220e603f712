import type { contract } from '@cheyi/contract/index'
import type { OutputOf } from '@cheyi/contract/kernel/call'
import { BASE_LAYER, keyOf, keyText, type PriceChange, type PriceKey } from '@cheyi/domain/pricing/price/change'
import {
  longFaults,
  newRule,
  type RuleTerms,
  refuseFaults,
  ruleChanges,
  ruleFaults,
  ruleFields,
  tierFaults,
  versionOfLong,
} from '@cheyi/domain/pricing/price/rule'
import { findDayPricer } from '@cheyi/domain/pricing/quote/calendar/day-price'
import { markUp, sellsByGeneralRule } from '@cheyi/domain/pricing/quote/channel/channel'
import type { ChannelTerms } from '@cheyi/domain/pricing/quote/rules'
import { badInput, Refusal } from '@cheyi/domain/refusal'
import { epochDayOf, localDate } from '@cheyi/domain/time'
import { modelImage } from '../../fleet/model/actions.ts'
import { type Context, type HandlerOf, requireFound } from '../../kernel/context.ts'
import { holidays, priceRule } from '../quote/actions.ts'
import { apply, applyOrPlan, auditPrices, changedRows, requirePlaces } from './apply.ts'
import * as store from './store.ts'

type Calls = typeof contract.price
type RuleRow = OutputOf<Calls['rules']>[number]

export const ruleView = (row: store.StoredRule): NonNullable<RuleRow['rule']> => {
  const { tiers, weekendDays, ...rule } = priceRule(row)
  return { ...rule, weekendDays: [...weekendDays], tiers: tiers.map((tier) => ({ ...tier })), version: row.version }
}

/** Models × stores of one layer, each with its own rule, the rule that it follows, today's price and the pending plans. Six statements. */
export const rules: HandlerOf<'price', 'rules'> = async (input, ctx) => {
  const { storeId, modelId, source, kind } = input
  const rows = await placesOf(ctx, { storeId, modelIds: modelId === undefined ? undefined : [modelId], source })
  return rows.filter((row) => kind === undefined || (kind === 'short' ? row.rule !== null : row.long.length > 0))
}

/** The same for any number of models; undefined: all. */
export async function placesOf(ctx: Context, ask: store.PlacesAsk): Promise<RuleRow[]> {
  const today = localDate(ctx.now)
  const [places, layers, calendarOfYears] = await Promise.all([
    store.places(ctx, ask),
    store.layers(ctx, ask, today),
    holidays(ctx),
  ])
  const byPlace = <Row extends { storeId: string; modelId: string }>(rows: readonly Row[]) =>
    Map.groupBy(rows, (row) => `${row.storeId}/${row.modelId}`)
  const [ruleRows, days, long] = [byPlace(layers.rules), byPlace(layers.days), byPlace(layers.long)]
  const waiting = Map.groupBy(layers.waiting, keyText)
  return places.map((place) => {
    const at = `${place.storeId}/${place.modelId}`
    const mine = ruleRows.get(at) ?? []
    const own = mine.find((row) => row.source === ask.source)
    const base = ask.source === BASE_LAYER ? undefined : mine.find((row) => row.source === BASE_LAYER)
    const channel = mine[0]?.channel ?? null
    const monthly = (long.get(at) ?? []).map(store.longTier)
    const calendar = (days.get(at) ?? []).map((row) => ({ ...row, ...store.dayEntry(row) }))
    const pricer = findDayPricer(
      { priceRules: mine.map(priceRule), calendar, channel, holidays: calendarOfYears },
      ask.source,
    )
    const now = pricer?.at(epochDayOf(today)) ?? null
    return {
      ...place,
      name: place.modelName,
      image: modelImage(ctx, place.images),
      source: ask.source,
      rule: own === undefined ? null : ruleView(own),
      base: base === undefined || !sellsByGeneralRule(channel) ? null : ruleWithMarkup(ruleView(base), channel),
      today: now === null ? null : { price: now.published, origin: now.origin, stop: now.stop },
      long: monthly,
      longVersion: versionOfLong(monthly),
      waiting: waiting.get(`${at}/${ask.source}`)?.length ?? 0,
    }
  })
}

/** The base layer's rule with the markup of the channel. */
const ruleWithMarkup = (rule: NonNullable<RuleRow['base']>, channel: ChannelTerms | null): typeof rule => {
  const marked = <T extends number | null>(fen: T) => (fen === null ? null : markUp(fen, channel))
  return {
    ...rule,
    basePrice: markUp(rule.basePrice, channel),
    weekendPrice: marked(rule.weekendPrice),
    holidayPrice: marked(rule.holidayPrice),
    tiers: rule.tiers.map((tier) => ({ ...tier, fixedDayPrice: marked(tier.fixedDayPrice) })),
  }
}

/**
 * Refuses a write over an unseen change; the error has the current value, its author and time.
 * @throws Refusal stale (-5)
 */
async function refuseStale(ctx: Context, key: PriceKey, same: boolean, current: object | null): Promise<void> {
  if (same) return
  const last = await store.lastChange(ctx, key)
  throw new Refusal('stale', { current, by: last?.name ?? '', at: last === undefined ? null : last.at })
}

export const saveRule: HandlerOf<'price', 'saveRule'> = async (input, ctx) => {
  const { publishAt, longRows } = input
  const key = keyOf(input)
  const names = await requirePlaces(ctx, [key])
  await store.lockPrices(ctx)
  const { state, rules: stored } = await store.readState(ctx, [key], localDate(ctx.now))
  const { rule: before, long } = state.get(keyText(key))!
  const row = stored[0]
  const sameRule = input.version === undefined || input.version === (row?.version ?? 0)
  const sameLong =
    longRows === undefined || input.longVersion === undefined || input.longVersion === versionOfLong(long)
  const current = { rule: row === undefined ? null : ruleView(row), long, longVersion: versionOfLong(long) }
  await refuseStale(ctx, key, sameRule && sameLong, current)

  const set = givenTerms(input)
  if (before === null && set.basePrice === undefined && Object.keys(set).length > 0)
    throw badInput('basePrice', '请输入日租价')
  const after = { ...(before ?? newRule(set.basePrice ?? 0)), ...set }
  refuseFaults([...(Object.keys(set).length > 0 ? ruleFaults(after) : []), ...longFaults(longRows ?? [])])
  const changed = Object.keys(set).length === 0 ? {} : ruleChanges(before, after)
  const changes: PriceChange[] = [
    ...(Object.keys(changed).length > 0 ? [{ ...key, kind: 'rule' as const, set: changed }] : []),
    ...(longRows === undefined ? [] : [{ ...key, kind: 'long' as const, rows: longRows }]),
  ]
  const { records, planId } = await applyOrPlan(ctx, changes, publishAt, names)
  auditPrices(ctx, key.modelId, records, planId === null ? {} : { planId })
  const [written] = planId === null ? await store.rulesOf(ctx, [key]) : [row]
  return {
    id: written?.id ?? null,
    version: written?.version ?? 0,
    longVersion: versionOfLong(planId === null ? (longRows ?? long) : long),
    planId,
  }
}

/** Creates prices of several models that have none at a store, so that a new merchant does not have to open each one. */
export const begin: HandlerOf<'price', 'begin'> = async ({ storeId, rows }, ctx) => {
  const priced = rows.map((row) => ({ key: keyOf({ ...row, storeId, source: BASE_LAYER }), ...newRule(row.basePrice) }))
  const keys = priced.map(({ key }) => key)
  if (new Set(keys.map(keyText)).size < keys.length) throw badInput('rows', '车型不能重复')
  await requirePlaces(ctx, keys)
  await store.lockPrices(ctx)
  const { state, rules: stored } = await store.readState(ctx, keys, localDate(ctx.now))
  for (const key of keys) {
    const before = stored.find((row) => keyText(keyOf(row)) === keyText(key))
    await refuseStale(ctx, key, state.get(keyText(key))!.rule === null, before ? { rule: ruleView(before) } : null)
  }
  refuseFaults(priced.flatMap(({ key: _, ...terms }) => ruleFaults(terms)))
  const { records } = await apply(
    ctx,
    priced.map(({ key, ...terms }) => ({ ...key, kind: 'rule', set: ruleChanges(null, terms) })),
  )
  auditPrices(ctx, keys.length === 1 ? keys[0]!.modelId : null, records)
  return { count: rows.length }
}

type AskedTier = { fromDays: number; rateBp?: number | null; fixedDayPrice?: number | null }
type AskedRule = Partial<{
  [K in keyof RuleTerms]: (K extends 'tiers' ? readonly AskedTier[] : RuleTerms[K]) | undefined
}>

export function givenTerms({ tiers, ...input }: AskedRule): Partial<RuleTerms> {
  const fields = ruleFields.filter((field) => field !== 'tiers')
  const named = fields.filter((field) => input[field] !== undefined).map((field) => [field, input[field]])
  return { ...Object.fromEntries(named), ...(tiers === undefined ? {} : { tiers: tiersOf(tiers) }) }
}

const tiersOf = (tiers: readonly AskedTier[]): RuleTerms['tiers'] =>
  tiers.map(({ fromDays, rateBp = null, fixedDayPrice = null }) => ({ fromDays, rateBp, fixedDayPrice }))

export const saveTiers: HandlerOf<'price', 'saveTiers'> = async (input, ctx) => {
  await store.lockPrices(ctx)
  const row = requireFound(await store.ruleById(ctx, input.ruleId))
  const key = keyOf(row)
  await refuseStale(ctx, key, input.version === undefined || input.version === row.version, { rule: ruleView(row) })
  const tiers = tiersOf(input.tiers)
  refuseFaults(tierFaults(tiers))
  const { records } = await apply(ctx, [{ ...key, kind: 'rule', set: { tiers } }])
  auditPrices(ctx, key.modelId, records)
  const written = ruleView(requireFound(await store.ruleById(ctx, input.ruleId)))
  return { tiers: written.tiers, version: written.version }
}

export const saveLong: HandlerOf<'price', 'saveLong'> = async (input, ctx) => {
  const { rows } = input
  const key = keyOf(input)
  await requirePlaces(ctx, [key])
  await store.lockPrices(ctx)
  const { state } = await store.readState(ctx, [key], localDate(ctx.now))
  const { long } = state.get(keyText(key))!
  const same = input.version === undefined || input.version === versionOfLong(long)
  await refuseStale(ctx, key, same, { long, longVersion: versionOfLong(long) })
  refuseFaults(longFaults(rows))
  const { records } = await apply(ctx, [{ ...key, kind: 'long', rows }])
  auditPrices(ctx, key.modelId, records)
  const after = rows.toSorted((a, b) => a.fromMonths - b.fromMonths)
  return { rows: after, version: versionOfLong(after) }
}

/** A channel follows the base layer again: its rule is disabled, its monthly prices and future dates are removed. */
export const follow: HandlerOf<'price', 'follow'> = async (input, ctx) => {
  const key = keyOf(input)
  const names = await requirePlaces(ctx, [key])
  await store.lockPrices(ctx)
  const { state } = await store.readState(ctx, [key], localDate(ctx.now))
  const { rule, calendar } = state.get(keyText(key))!
  const days = [...calendar.keys()].map((date) => ({ date, after: null }))
  const { records } = await apply(ctx, [
    ...(rule === null ? [] : [{ ...key, kind: 'rule' as const, set: { enabled: false } }]),
    { ...key, kind: 'long', rows: [] },
    { ...key, kind: 'calendar', days },
  ])
  auditPrices(ctx, key.modelId, records)
  return { rows: changedRows(records, names) }
}
