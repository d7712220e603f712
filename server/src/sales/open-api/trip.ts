import { pickupType, reduceType, returnType, type Source } from '@cheyi/domain/booking/order/codes'
import { cancelBasisOf } from '@cheyi/domain/booking/order/sold/snapshot'
import { depositKinds } from '@cheyi/domain/money/deposit/codes'
import type { OwnService } from '@cheyi/domain/pricing/quote/channel/channel-lines'
import { tierPenalty } from '@cheyi/domain/pricing/terms/cancel'
import { Refusal } from '@cheyi/domain/refusal'
import { type ChannelStatus, isConfiguring, isSelling } from '@cheyi/domain/sales/channel/steps'
import { toIso } from '@cheyi/domain/time'
import { capacity } from '../../fleet/stock/actions.ts'
import type { Context } from '../../kernel/context.ts'
import { cancelTerms, keepQuote, type PricedTrip, priceTrip, requireOffered } from '../../pricing/quote/actions.ts'
import { channelNow } from '../channel/actions.ts'
import type { OpenKey } from './door.ts'
import type { OpenInput } from './implement.ts'
import * as store from './store.ts'

export type TripAsked = OpenInput<'quote'>

/** Whether a key may order now; a test may while the channel is still being configured. */
export const isOpenTo = ({ test }: OpenKey, { status }: { readonly status: ChannelStatus }): boolean =>
  isSelling(status) || (test && isConfiguring(status))

/** The channel, if it accepts new orders. @throws Refusal channelPaused (9010) */
export async function sellingChannel(ctx: Context, key: OpenKey) {
  const channel = await channelNow(ctx, key.source)
  if (!isOpenTo(key, channel)) throw new Refusal('channelPaused')
  return channel
}

/** Whether the platform collects the money: what the request says, or the contract. */
export const isPrepaid = (payment: 'store' | 'prepaid' | undefined, { prepaid }: { readonly prepaid: boolean }) =>
  payment === undefined ? prepaid : payment === 'prepaid'

interface Place {
  readonly storeId: string
  readonly returnStoreId?: string
  readonly modelId: string
}

/**
 * Checks all places with one statement.
 * @returns our services by the codes of the channel
 * @throws Refusal openStoreUnmapped (9204), openModelUnmapped (9205) for the first that is not open to the channel
 */
export async function requireOpen(
  ctx: Context,
  source: Source,
  ...places: readonly Place[]
): Promise<ReadonlyMap<string, OwnService>> {
  const storeIds = places.flatMap(({ storeId, returnStoreId = storeId }) => [storeId, returnStoreId])
  const open = await store.open(
    ctx,
    source,
    [...new Set(storeIds)],
    places.map(({ modelId }) => modelId),
  )
  for (const { storeId, returnStoreId = storeId, modelId } of places) {
    if (!open.stores.includes(storeId)) throw new Refusal('openStoreUnmapped', { field: 'storeId' })
    if (!open.stores.includes(returnStoreId)) throw new Refusal('openStoreUnmapped', { field: 'returnStoreId' })
    if (!open.models.includes(modelId)) throw new Refusal('openModelUnmapped', { field: 'modelId' })
  }
  return new Map(open.services.map(({ theirCode, ...own }) => [theirCode, own]))
}

/** The trip with our codes of its services; a code that is not mapped is one of ours. */
export const withOurServices = <T extends TripAsked>(asked: T, own: ReadonlyMap<string, OwnService>): T =>
  asked.services === undefined
    ? asked
    : { ...asked, services: asked.services.map(({ code, qty }) => ({ code: own.get(code)?.code ?? code, qty })) }

const tripOf = ({ storeId, returnStoreId, modelId, pickupAt, returnAt, services }: TripAsked, source: Source) => ({
  storeId,
  returnStoreId: returnStoreId ?? storeId,
  modelId,
  pickupAt,
  returnAt,
  source,
  pickupType: pickupType.store,
  returnType: returnType.store,
  ...(services !== undefined && { services: services.map(({ code, qty }) => ({ code, qty })) }),
})

export interface Priced extends PricedTrip {
  readonly trip: ReturnType<typeof tripOf>
}

/** The price of a trip for the channel's customer. `less`: reduction of our price, within the tolerance, fen. */
export async function priceForChannel(ctx: Context, source: Source, asked: TripAsked, less = 0): Promise<Priced> {
  const trip = {
    ...tripOf(asked, source),
    ...(less > 0 && { reduces: [{ reduceType: reduceType.roundOff, amount: less }] }),
  }
  const answer = await priceTrip(ctx, trip)
  requireOffered(answer.loaded, trip.modelId)
  return { ...answer, trip }
}

/** Stores a quote for 15 minutes. */
export const storeQuote = (ctx: Context, { trip, deposits, snapshot, loaded }: Priced) =>
  keepQuote(ctx, { inputs: { trip, deposits, prepay: loaded.prepay }, snapshot, total: snapshot.total })

/** A stored quote as the channel sees it. */
export async function quoteForChannel(ctx: Context, price: Priced) {
  const { snapshot, trip } = price
  const terms = await cancelTerms(ctx, snapshot)
  const sellable = await capacity(ctx, trip)
  const { quoteId, expiresAt } = await storeQuote(ctx, price)
  const basis = cancelBasisOf(snapshot)
  return {
    quoteId,
    expiresAt: toIso(expiresAt),
    days: snapshot.days,
    totalFen: snapshot.total,
    lines: snapshot.lines.map(({ code, name, qty, unitPrice, amount }) => ({ code, name, qty, unitPrice, amount })),
    deposits: price.deposits.rows.map(({ kind, amount }) => ({
      kind,
      name: depositKinds.text(kind),
      amountFen: amount,
    })),
    cancelRule: terms.rule.tiers
      .toSorted((a, b) => b.minMinutesBefore - a.minMinutesBefore)
      .map((tier) => ({
        minMinutesBefore: tier.minMinutesBefore,
        penaltyFen: tierPenalty(terms.rule, tier, basis),
      })),
    sellable,
  }
}
