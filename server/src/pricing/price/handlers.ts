import { contract } from '@cheyi/contract/index'
import { keyText, type PriceChange, type PriceKey } from '@cheyi/domain/pricing/price/change'
import { badInput, Refusal } from '@cheyi/domain/refusal'
import { localDate } from '@cheyi/domain/time'
import { type HandlerOf, implement } from '../../kernel/context.ts'
import { applyOrPlan, auditPrices, changedRows, preview, requirePlaces } from './apply.ts'
import { adjust } from './batch.ts'
import { bench } from './bench.ts'
import { calendar, saveCalendar, undoCalendar } from './calendar.ts'
import { cancelPlan, history, plans } from './history.ts'
import { models } from './overview.ts'
import { begin, follow, rules, saveLong, saveRule, saveTiers } from './rules.ts'
import * as store from './store.ts'
import { trial } from './trial.ts'

/** Limit of targets; more is assumed to be a wrong filter. */
const MOST = 2000

/** Copies one price to other stores, models and channels. @throws Refusal priceMissing (3001) when there is no rule to copy */
const copy: HandlerOf<'price', 'copy'> = async (input, ctx) => {
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

export const price = implement(contract.price, {
  models,
  rules,
  saveRule,
  begin,
  saveTiers,
  saveLong,
  follow,
  calendar,
  saveCalendar,
  undoCalendar,
  adjust,
  copy,
  trial,
  bench,
  history,
  plans,
  cancelPlan,
})
