import { createHash } from 'node:crypto'
import { contract } from '@cheyi/contract/index'
import { isOpen } from '@cheyi/domain/merchant/opening'
import { type CancelSnapshot, cancelBasis, tierPenalty } from '@cheyi/domain/order/cancel'
import { cheaperLength } from '@cheyi/domain/quote/cheaper'
import type { QuoteSnapshot } from '@cheyi/domain/quote/quote'
import type { Trip } from '@cheyi/domain/quote/trip'
import { MINUTE } from '@cheyi/domain/time'
import { implement } from '../kernel/context.ts'
import { readOrder } from '../order/actions.ts'
import { capacity } from '../stock/actions.ts'
import { cancelTerms, type LoadedRules, priceTrip, requireOffered } from './actions.ts'
import { allServices } from './services.ts'

const QUOTE_LIVES = 15 * MINUTE

export const quote = implement(contract.quote, {
  async quote({ orderId, ...trip }, ctx) {
    const kept = orderId === undefined ? undefined : (await readOrder(ctx, orderId)).quoteSnapshot
    const { quote, snapshot, loaded, deposits, input } = await priceTrip(ctx, trip, kept)
    if (orderId === undefined) requireOffered(loaded, trip.modelId)
    const terms = await cancelTerms(ctx, snapshot)
    const freeCapacity = await capacity(ctx, { ...trip, returnStoreId: input.returnStoreId, exceptOrderId: orderId })
    const expiresAt = ctx.now + QUOTE_LIVES
    const row = await ctx.db
      .insertInto('quote')
      .values({
        inputs: { trip, deposits },
        snapshot,
        totalFen: quote.total,
        inputHash: createHash('sha256').update(JSON.stringify(trip)).digest(),
        expiresAt,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const cheaper = cheaperLength(input, loaded.of(trip.modelId), quote, kept)
    return {
      quoteId: row.id,
      expiresAt,
      days: quote.days,
      overHours: quote.overHours,
      lines: [...quote.lines],
      total: quote.total,
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
      distanceEstimated: input.pickup.estimated || input.return.estimated,
      warnings: [
        ...quote.hints.map((hint) => hint.text),
        ...hoursWarnings(loaded, trip),
        ...(cheaper === null ? [] : [cheaper.text]),
      ],
    }
  },

  async services({ storeId, modelId, source, kind, all = false }, ctx) {
    const services = await allServices(ctx)
    return services
      .filter((row) => (all || row.enabled) && (kind === undefined || row.itemType === kind))
      .filter((row) => covers(row.storeIds, storeId) && covers(row.modelIds, modelId) && covers(row.sources, source))
  },
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
function hoursWarnings({ pickupStore, returnStore }: LoadedRules, trip: Trip): string[] {
  const open = (store: LoadedRules['pickupStore'], instant: number) => isOpen(store.hours, store.holidays, instant)
  return [
    ...(open(pickupStore, trip.pickupAt) ? [] : ['取车时间不在门店营业时间内']),
    ...(open(returnStore, trip.returnAt) ? [] : ['还车时间不在门店营业时间内']),
  ]
}
