import { createHash } from 'node:crypto'
import { isSoldByTerm, type SoldSnapshot, seasonDatesOf } from '@cheyi/domain/booking/order/sold/snapshot'
import { pick } from '@cheyi/domain/pick'
import { agreedMonths, agreedText } from '@cheyi/domain/pricing/quote/company-prices'
import { depositLines, depositPolicy } from '@cheyi/domain/pricing/quote/lines/deposits'
import { requireMovesServed } from '@cheyi/domain/pricing/quote/lines/handover'
import { type LongPriceRules, priceLong, quoteModifiedLong } from '@cheyi/domain/pricing/quote/long/price'
import { quoteModified } from '@cheyi/domain/pricing/quote/modify'
import { price, snapshotOf } from '@cheyi/domain/pricing/quote/price'
import type { PriceInput, Quote, QuoteHint, QuoteSnapshot } from '@cheyi/domain/pricing/quote/quote'
import { requote } from '@cheyi/domain/pricing/quote/requote'
import type { HolidayCalendar, PriceRules } from '@cheyi/domain/pricing/quote/rules'
import type { DepositTerms, QuotedInputs, Trip } from '@cheyi/domain/pricing/quote/trip'
import { type CancelSnapshot, cancelRuleFor, cancelSeason, carryCancel } from '@cheyi/domain/pricing/terms/cancel'
import { MINUTE } from '@cheyi/domain/time'
import type { Selectable } from 'kysely'
import { keepsTrip } from '../../fleet/stock/actions.ts'
import type { Context, Db } from '../../kernel/context.ts'
import { sql } from '../../kernel/db/sql.ts'
import type { DB } from '../../kernel/db/tables.gen.ts'
import { holidays } from './holidays.ts'
import { placesOf } from './places.ts'
import { type LoadedRules, loadRules } from './rules.ts'
import { readCancelRules, readLongPrices } from './store.ts'

export { type ChangeWish, type PricedChange, registerChanges } from './changes.ts'
export { type ChannelTermsColumn, termsColumn } from './channel-terms.ts'
export { holidays } from './holidays.ts'
export { offersOf } from './offers.ts'
export { roadBetween } from './places.ts'
export type { LoadedRules, Offer } from './rules.ts'
export { loadRules, offerOf, offerOfQuote, priceRule, requireOffered } from './rules.ts'
export { allServices } from './services.ts'
export type { RuleRow } from './store.ts'

export interface PricedTrip {
  readonly input: PriceInput
  /** The quote of a regular rental; null for a long one, for which no cheaper neighbouring term exists. */
  readonly quote: Quote | null
  readonly hints: readonly QuoteHint[]
  readonly snapshot: SoldSnapshot
  readonly loaded: LoadedRules
  readonly deposits: DepositTerms
}

/**
 * Prices a trip by today's rules.
 * @param before as {@link placesOf}
 * @throws the refusals of `price` of the pricing rules
 */
export async function priceTrip(ctx: Context, trip: Trip, before?: PriceInput): Promise<PricedTrip> {
  const returnStoreId = trip.returnStoreId ?? trip.storeId
  const [loaded, longPrices] = await Promise.all([
    loadRules(ctx, { ...trip, returnStoreId, modelIds: [trip.modelId] }),
    trip.long === undefined ? [] : longPricesOf(ctx, trip),
  ])
  const input = await priceInput(ctx, trip, loaded, before)
  const rules = loaded.of(trip.modelId)
  if (trip.long === undefined) {
    const quote = price(input, rules)
    const snapshot = snapshotOf(input, rules, quote)
    return {
      input,
      quote,
      hints: [...quote.hints, ...agreedHint(loaded, trip)],
      snapshot,
      loaded,
      deposits: depositTerms(loaded, trip, quote),
    }
  }
  const long = priceLong(
    { ...input, ...trip.long },
    { ...rules, settings: loaded.settings, longPrices: agreedMonths(longPrices, loaded.agreed(trip.modelId)) },
  )
  const { hints, snapshot } = long
  return {
    input,
    quote: null,
    hints: [...hints, ...agreedHint(loaded, trip)],
    snapshot,
    loaded,
    deposits: depositTerms(loaded, trip, long),
  }
}

/** That the price is the one that the company agreed. */
function agreedHint(loaded: LoadedRules, { modelId, long }: Trip): QuoteHint[] {
  const agreed = loaded.agreed(modelId)
  const text = agreed === null ? null : agreedText(agreed, long !== undefined)
  return text === null ? [] : [{ kind: 'agreed', text }]
}

const longPricesOf = async (ctx: Context, trip: Trip): Promise<LongPriceRules['longPrices']> =>
  (await monthlyPrices(ctx, { ...trip, modelIds: [trip.modelId] })).get(trip.modelId) ?? []

/** Monthly prices of models at a store, by model; models without one are omitted. */
export async function monthlyPrices(
  ctx: Context,
  asked: Parameters<typeof readLongPrices>[1],
): Promise<ReadonlyMap<string, LongPriceRules['longPrices']>> {
  const rows = await readLongPrices(ctx, asked)
  return Map.groupBy(
    rows.map(({ monthlyFen, ...row }) => ({ ...row, monthlyPrice: monthlyFen })),
    ({ modelId }) => modelId,
  )
}

/**
 * Prices the modification of an order (改单), each order kind by its own rules.
 * @param before as {@link placesOf}
 * @throws as {@link priceTrip}
 */
export async function priceChange(
  ctx: Context,
  sold: SoldSnapshot,
  trip: Trip,
  { loaded, before }: { readonly loaded: LoadedRules; readonly before: PriceInput },
): Promise<{ readonly snapshot: SoldSnapshot; readonly deposits: DepositTerms }> {
  const input = await priceInput(ctx, trip, loaded, before)
  const rules = loaded.of(trip.modelId)
  const deposits = depositTerms(loaded, trip, { deposits: depositLines(rules, input) })
  if (!isSoldByTerm(sold)) return { snapshot: quoteModified(sold, input, rules), deposits }
  const longPrices = agreedMonths(await longPricesOf(ctx, trip), loaded.agreed(trip.modelId))
  const longRules = { ...rules, settings: loaded.settings, longPrices }
  return { snapshot: quoteModifiedLong(sold, { ...input, ...trip.long! }, longRules), deposits }
}

/**
 * The price of an order with another start, and another end if given, with today's deposit terms.
 * @throws Refusal badInput (-2) for a collection at an hour at which its area is not served; nothing where the end stays
 */
export async function priceFrom(
  ctx: Context,
  sold: QuoteSnapshot,
  from: number,
  returnAt: number = sold.input.returnAt,
): Promise<{ readonly snapshot: QuoteSnapshot; readonly deposits: DepositTerms; readonly rules: PriceRules }> {
  const input = { ...sold.input, returnAt }
  const loaded = await loadRules(ctx, { ...input, pickupAt: from, modelIds: [input.modelId] })
  const rules = loaded.of(input.modelId)
  // The start follows the hour at which the car is handed over, or could be.
  requireMovesServed({ pickupAt: from, returnAt: sold.input.returnAt }, { ...input, pickupAt: from }, rules)
  return {
    snapshot: requote(sold, from, rules, returnAt),
    deposits: depositTerms(loaded, input, { deposits: depositLines(rules, input) }),
    rules,
  }
}

/**
 * The input of the price engine, with distances and the one-way flag.
 * @param before as {@link placesOf}
 * @throws Restart as {@link placesOf}
 */
export async function priceInput(
  ctx: Context,
  trip: Trip,
  loaded: LoadedRules,
  before?: PriceInput | 'estimate',
): Promise<PriceInput> {
  return {
    ...(await placesOf(ctx, trip, loaded, before)),
    storeId: loaded.pickupStore.id,
    returnStoreId: loaded.returnStore.id,
    ...pick(trip, 'modelId', 'source', 'pickupAt', 'returnAt'),
    now: ctx.now,
    services: trip.services ?? [],
    reduces: (trip.reduces ?? []).map(({ reduceType, amount }) => ({ reduceType, amount })),
    mayDiscount: ctx.can('order.discount'),
    ...(trip.companyId !== undefined && { companyId: trip.companyId }),
  }
}

export function depositTerms(
  loaded: LoadedRules,
  where: { storeId: string; modelId: string; source: number },
  quote: Pick<Quote, 'deposits'>,
): DepositTerms {
  const policy = depositPolicy(loaded.of(where.modelId).depositPolicies, where)
  return {
    rows: (quote.deposits ?? []).map(({ kind, amount }) => ({ kind, amount })),
    modes: policy?.modes ?? [1, 2, 3],
    waiveTypes: policy?.waiveTypes ?? [4],
    holdDays: policy?.holdDays ?? loaded.settings.violationHoldDays,
  }
}

export const cancelRules = readCancelRules

/**
 * The cancellation terms of a new order, or of a modified one (`old`: its previous terms and pickup). `asked`: the promise of the rules,
 * if they were requested before; `calendar`: the holiday calendar for the season, if it was read with the prices.
 */
export async function cancelTerms(
  ctx: Context,
  snapshot: SoldSnapshot,
  {
    old,
    asked = cancelRules(ctx),
    calendar = holidays(ctx),
  }: {
    old?: { terms: CancelSnapshot; pickupAt: number }
    asked?: ReturnType<typeof cancelRules>
    calendar?: HolidayCalendar | Promise<HolidayCalendar>
  } = {},
): Promise<CancelSnapshot> {
  const [rules, known] = await Promise.all([asked, calendar])
  const rule = cancelRuleFor(rules, { ...snapshot.input, season: cancelSeason(seasonDatesOf(snapshot), known) })
  return old === undefined ? { v: 1, rule, carried: [] } : carryCancel(old.terms, old.pickupAt, ctx.now, rule)
}

const QUOTE_LIVES = 15 * MINUTE

/** Stores a returned price for the write that uses it. */
export async function keepQuote(
  ctx: Context,
  quote: { readonly inputs: QuotedInputs; readonly snapshot: SoldSnapshot; readonly total: number },
): Promise<{ readonly quoteId: string; readonly expiresAt: number }> {
  const { inputs, snapshot, total } = quote
  const expiresAt = ctx.now + QUOTE_LIVES
  const { id } = await ctx.db
    .insertInto('quote')
    .values({
      inputs,
      snapshot,
      totalFen: total,
      inputHash: createHash('sha256').update(JSON.stringify(inputs.trip)).digest(),
      expiresAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { quoteId: id, expiresAt }
}

type QuoteRow = Pick<Selectable<DB['quote']>, 'inputs' | 'snapshot' | 'expiresAt'> & { readonly orderId: string }

/**
 * Uses a quote for an order, or for a new one if none is named; afterwards no other order can use it. `again`: the order may have used
 * it before, as a draft does when it is saved again. Statements sent after this one can read its trip before the answer arrives ({@link
 * takenTrip}).
 * @returns the quote under its lock; undefined when there is none, or another order used it
 */
export const takeQuote = (
  ctx: Context,
  quoteId: string,
  { orderId, again }: { readonly orderId: string | null; readonly again: boolean },
): Promise<QuoteRow | undefined> =>
  ctx.query.first(
    sql<QuoteRow>`update quote set used_by_order_id = coalesce($2::bigint, nextval('row_id'))
      where id = $1 and (used_by_order_id is null or $3 and used_by_order_id = $2)
      returning inputs, snapshot, expires_at, used_by_order_id as order_id, ${keepsTrip}`,
    [quoteId, orderId, again],
  )

export const unusedQuote = (ctx: Context, quoteId: string) =>
  ctx.db
    .selectFrom('quote')
    .select(['id', 'inputs', 'totalFen', 'expiresAt'])
    .where('id', '=', quoteId)
    .where('usedByOrderId', 'is', null)
    .executeTakeFirst()

/** The quote of the last save of a draft. */
export const quoteOf = (db: Db, orderId: string) =>
  db
    .selectFrom('quote')
    .select('inputs')
    .where('usedByOrderId', '=', orderId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
