import { createHash } from 'node:crypto'
import { contract } from '@cheyi/contract/index'
import type { ParsedOf } from '@cheyi/contract/kernel/call'
import { closedWords } from '@cheyi/domain/merchant/hours-words'
import { isOpen } from '@cheyi/domain/merchant/opening'
import { type CancelSnapshot, cancelBasis, tierPenalty } from '@cheyi/domain/order/cancel'
import { pickupType, returnType, source } from '@cheyi/domain/order/codes'
import { prepayOf } from '@cheyi/domain/payment/prepay'
import { cheaperLength } from '@cheyi/domain/quote/cheaper'
import { prepaidPrice } from '@cheyi/domain/quote/prepaid-price'
import type { QuoteSnapshot } from '@cheyi/domain/quote/quote'
import type { Trip } from '@cheyi/domain/quote/trip'
import { MINUTE } from '@cheyi/domain/time'
import { type Context, implement } from '../kernel/context.ts'
import { previewChange } from '../order/modify/actions.ts'
import { capacity } from '../stock/actions.ts'
import { holdsInSight, inSight } from '../store/actions.ts'
import { cancelTerms, type LoadedRules, priceTrip, requireOffered } from './actions.ts'
import { allServices } from './services.ts'

const QUOTE_LIVES = 15 * MINUTE

type QuoteAsked = ParsedOf<typeof contract.quote.quote>

export const quote = implement(contract.quote, {
  async quote({ orderId, ...asked }, ctx) {
    const { trip, snapshot, loaded, deposits, prepay, modification, cheaper, hints } =
      orderId === undefined ? await newTrip(ctx, asked) : await changedTrip(ctx, orderId, asked)
    const terms = await cancelTerms(ctx, snapshot)
    const { input } = snapshot
    const freeCapacity = await capacity(ctx, { ...trip, exceptOrderId: orderId })
    const expiresAt = ctx.now + QUOTE_LIVES
    const row = await ctx.db
      .insertInto('quote')
      .values({
        inputs: { trip, deposits, prepay, ...(orderId !== undefined && { modifies: orderId }) },
        snapshot,
        totalFen: snapshot.total,
        inputHash: createHash('sha256').update(JSON.stringify(trip)).digest(),
        expiresAt,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return {
      quoteId: row.id,
      expiresAt,
      days: snapshot.days,
      overHours: snapshot.overHours,
      lines: [...snapshot.lines],
      total: snapshot.total,
      prepay: prepayOf(prepay, prepaidPrice(snapshot)),
      deposits: {
        ...deposits,
        rows: [...deposits.rows],
        modes: [...deposits.modes],
        waiveTypes: [...deposits.waiveTypes],
      },
      cancelRule: tiersOf(terms, snapshot),
      freeCapacity,
      pickupDistanceM: input.pickup.metres,
      returnDistanceM: input.return.metres,
      pickupEstimated: input.pickup.estimated,
      returnEstimated: input.return.estimated,
      warnings: [
        ...hints.map((hint) => hint.text),
        ...hoursWarnings(ctx, loaded, trip),
        ...(cheaper === null ? [] : [cheaper.text]),
      ],
      modification,
    }
  },

  async services({ storeId, modelId, source, kind, all = false }, ctx) {
    if (storeId !== undefined) inSight(ctx, storeId)
    const services = await allServices(ctx)
    return services
      .filter(({ storeIds }) => holdsInSight(ctx, storeIds))
      .filter((row) => (all || row.enabled) && (kind === undefined || row.itemType === kind))
      .filter((row) => covers(row.storeIds, storeId) && covers(row.modelIds, modelId) && covers(row.sources, source))
  },
})

/** A stay that may be booked, by today's rules. @throws Refusal notFound (-4) for a store out of sight */
async function newTrip(ctx: Context, asked: Omit<QuoteAsked, 'orderId'>) {
  inSight(ctx, asked.storeId)
  const trip = {
    ...asked,
    returnStoreId: asked.returnStoreId ?? asked.storeId,
    source: asked.source ?? source.offline,
    pickupType: asked.pickupType ?? pickupType.store,
    returnType: asked.returnType ?? returnType.store,
  }
  const { quote, input, ...priced } = await priceTrip(ctx, trip)
  requireOffered(priced.loaded, trip.modelId)
  const cheaper = cheaperLength(input, priced.loaded.of(trip.modelId), quote)
  return { ...priced, trip, prepay: priced.loaded.prepay, cheaper, hints: quote.hints, modification: null }
}

/** What an order becomes. Advice is for whoever books. */
const changedTrip = async (ctx: Context, orderId: string, asked: Omit<QuoteAsked, 'orderId'>) => ({
  ...(await previewChange(ctx, orderId, asked)),
  cheaper: null,
  hints: [],
})

/** An empty list covers everything; an open question is covered by everything. */
const covers = <T>(list: readonly T[], value: T | undefined): boolean =>
  list.length === 0 || value === undefined || list.includes(value)

/** The tiers of the terms, each with what it would cost for this price. */
function tiersOf(terms: CancelSnapshot, snapshot: QuoteSnapshot) {
  const basis = cancelBasis(snapshot)
  return terms.rule.tiers.map((tier) => ({
    ...tier,
    penalty: tierPenalty(terms.rule, tier, basis),
  }))
}

/** Whoever may override can still book outside opening hours; the form says so before. */
function hoursWarnings(ctx: Context, { pickupStore, returnStore }: LoadedRules, trip: Trip): string[] {
  const mayPass = ctx.can('order.override')
  const closed = (end: '取车' | '还车', { hours, holidays }: LoadedRules['pickupStore'], instant: number) =>
    isOpen(hours, holidays, instant) ? [] : [closedWords(end, { hours, exceptions: holidays }, instant, mayPass)]
  return [...closed('取车', pickupStore, trip.pickupAt), ...closed('还车', returnStore, trip.returnAt)]
}
