import { pickupType, returnType, source as sources } from '@cheyi/domain/booking/order/codes'
import { BASE_LAYER } from '@cheyi/domain/pricing/price/change'
import { newRule, refuseFaults, ruleFaults } from '@cheyi/domain/pricing/price/rule'
import { sumOf } from '@cheyi/domain/pricing/quote/lines/lines'
import type { PriceRules } from '@cheyi/domain/pricing/quote/rules'
import { tryPrice } from '@cheyi/domain/pricing/quote/try-price'
import type { HandlerOf } from '../../kernel/context.ts'
import { loadRules, priceInput } from '../quote/actions.ts'
import { requirePlaces } from './apply.ts'
import { givenTerms } from './rules.ts'

const atStore = (rules: PriceRules): PriceRules => ({
  ...rules,
  store: { ...rules.store, pickupModes: [pickupType.store] },
  returnStore: { ...rules.returnStore, returnModes: [returnType.store] },
})

/**
 * Quotes the given trips with the quote engine, with unsaved draft prices of one layer over the saved ones. The base layer is tried as
 * the offline channel, without that channel's own prices.
 */
export const trial: HandlerOf<'price', 'trial'> = async (input, ctx) => {
  const { storeId, modelId, source, trips, draft } = input
  await requirePlaces(ctx, [input])
  const channel = source === BASE_LAYER ? sources.offline : source
  const loaded = await loadRules(ctx, {
    storeId,
    returnStoreId: storeId,
    modelIds: [modelId],
    source: channel,
    pickupAt: Math.min(...trips.map((trip) => trip.pickupAt)),
    returnAt: Math.max(...trips.map((trip) => trip.returnAt)),
  })
  // Prices are tried, whatever ways of handover the store offers.
  const all = atStore(loaded.of(modelId))
  const saved: PriceRules = source === BASE_LAYER ? baseOnly(all) : all
  const drafted = draft === undefined ? null : withDraft(saved, source, givenTerms(draft))
  const place = { storeId, modelId, source: channel, pickupType: pickupType.store, returnType: returnType.store }
  return Promise.all(
    trips.map(async (trip) => {
      const asked = await priceInput(ctx, { ...place, ...trip }, loaded)
      const tried = tryPrice(asked, drafted ?? saved)
      const before = drafted === null ? null : tryPrice(asked, saved)
      const savedTotal = before !== null && 'quote' in before ? before.quote.total : null
      if ('why' in tried)
        return {
          ...trip,
          days: 0,
          overHours: 0,
          lines: [],
          total: null,
          rent: null,
          saved: savedTotal,
          why: tried.why.message,
        }
      const { days, overHours, lines, total } = tried.quote
      return {
        ...trip,
        days,
        overHours,
        lines: lines.map(({ itemType, code, name, qty, unit, unitPrice, amount, priceDate, formula }) => ({
          itemType,
          code,
          name,
          qty,
          unit,
          unitPrice,
          amount,
          priceDate,
          formula,
        })),
        total,
        rent: sumOf(lines, ['rent', 'overHours']),
        saved: savedTotal,
        why: null,
      }
    }),
  )
}

const baseOnly = (rules: PriceRules): PriceRules => ({
  ...rules,
  priceRules: rules.priceRules.filter((rule) => rule.source === BASE_LAYER),
  calendar: rules.calendar.filter((row) => row.source === BASE_LAYER),
})

/** The rules with the draft applied; a draft without its own price starts from the rule that it replaces. */
export function withDraft(rules: PriceRules, source: number, draft: ReturnType<typeof givenTerms>): PriceRules {
  const before = rules.priceRules.find((rule) => rule.source === source)
  const terms = { ...(before ?? newRule(draft.basePrice ?? 0)), ...draft }
  refuseFaults(ruleFaults(terms))
  const others = rules.priceRules.filter((rule) => rule.source !== source)
  return { ...rules, priceRules: [...others, { ...terms, id: before?.id ?? '0', source }] }
}
