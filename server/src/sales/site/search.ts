import { MOST_PIECES } from '@cheyi/contract/sales/site-page'
import { orderKind, pickupType, returnType, source } from '@cheyi/domain/booking/order/codes'
import { cancelBasisOf } from '@cheyi/domain/booking/order/sold/snapshot'
import { waiveType } from '@cheyi/domain/money/deposit/codes'
import { isOpen } from '@cheyi/domain/platform/store/opening'
import { offeredServices } from '@cheyi/domain/pricing/quote/lines/services'
import { tryPrice } from '@cheyi/domain/pricing/quote/try-price'
import { tierPenalty } from '@cheyi/domain/pricing/terms/cancel'
import { badInput, Refusal } from '@cheyi/domain/refusal'
import { cancelWords } from '@cheyi/domain/sales/site/cancel-words'
import { SOLD_OUT } from '@cheyi/domain/sales/site/funnel'
import { EARLIER_DAYS, type Moments, nearTrips } from '@cheyi/domain/sales/site/near-trips'
import { shownCount } from '@cheyi/domain/sales/site/shown-count'
import { capacity, modelBrief, modelsOf } from '../../fleet/stock/actions.ts'
import { type Context, requireFound } from '../../kernel/context.ts'
import { Restart } from '../../kernel/db/restart.ts'
import { settingsOf } from '../../platform/merchant/actions.ts'
import { inSight } from '../../platform/store/actions.ts'
import { cancelTerms, keepQuote, offersOf, priceInput, priceTrip, requireOffered } from '../../pricing/quote/actions.ts'
import { applyCoupon } from '../coupon/actions.ts'
import { invitingCompany } from './company.ts'
import * as store from './store.ts'
import { mobileOf, type PageHandler, phoneOf, type Visit } from './visit.ts'

/* What a customer finds: the same prices and the same stock as staff see, by the rules of the source 自营网站. */

interface Trip {
  readonly storeId: string
  readonly returnStoreId?: string | undefined
  readonly pickupAt: number
  readonly returnAt: number
  readonly companyId?: string | undefined
  readonly delivery?:
    | { readonly address: string; readonly lng: number; readonly lat: number; readonly collect: boolean }
    | undefined
}

/** The trip as orders of the page are. @throws Refusal returnBeforePickup (3003), pickupInPast, notFound (-4) for a store that is not open here */
function tripOf(ctx: Context, asked: Trip) {
  if (asked.returnAt <= asked.pickupAt) throw new Refusal('returnBeforePickup', { field: 'returnAt' })
  if (asked.pickupAt < ctx.now) throw new Refusal('pickupInPast', { field: 'pickupAt' })
  const { delivery, companyId } = asked
  return {
    ...(companyId !== undefined && { companyId }),
    storeId: inSight(ctx, asked.storeId),
    returnStoreId: inSight(ctx, asked.returnStoreId ?? asked.storeId),
    pickupAt: asked.pickupAt,
    returnAt: asked.returnAt,
    source: source.own,
    pickupType: delivery === undefined ? pickupType.store : pickupType.delivery,
    returnType: delivery?.collect ? returnType.collection : returnType.store,
    ...(delivery !== undefined && {
      ...{ pickupAddress: delivery.address, pickupLng: delivery.lng, pickupLat: delivery.lat },
      ...(delivery.collect && { returnAddress: delivery.address, returnLng: delivery.lng, returnLat: delivery.lat }),
    }),
  }
}

/** Every model that is open here, with its whole price; sold-out ones stay, with the reason. */
export const search: PageHandler<'search'> = async (input, ctx, visit) => {
  await invitingCompany(ctx, visit, input)
  const trip = tripOf(ctx, input)
  const [listed, open, settings] = await Promise.all([
    modelsOf(ctx, trip.storeId, undefined),
    store.openModels(ctx),
    settingsOf(ctx, trip.storeId),
  ])
  const models = listed.filter(({ id }) => open.has(id))
  const asked = {
    ...trip,
    orderKind: orderKind.short,
    modelIds: models.map(({ id }) => id),
    daysBefore: EARLIER_DAYS,
  }
  const { loaded, of } = await offersOf(ctx, asked, settings)
  const shut = closedAt(loaded, trip)
  // A way between two stores may be priced by the kilometre, which the offer is, too.
  const places = await priceInput(ctx, { ...trip, modelId: '' }, loaded)
  const found = []
  let days = 0
  for (const model of models) {
    const { sale, isFree } = await of(model.id)
    const priceAt = (moments: Moments) => tryPrice({ ...places, ...moments, modelId: model.id }, loaded.of(model.id))
    const priced = priceAt(trip)
    const quote = 'why' in priced ? null : priced.quote
    const why =
      shut ?? (loaded.paused ? '暂停预订' : 'why' in priced ? priced.why.message : sale.count > 0 ? null : SOLD_OUT)
    if (quote !== null) days = quote.days
    const total = quote === null ? null : quote.total
    const isPossible = (moments: Moments) =>
      moments.pickupAt > ctx.now &&
      closedAt(loaded, moments) === null &&
      !('why' in priceAt(moments)) &&
      isFree(moments)
    const { rangeKm, largeCases, smallCases } = open.get(model.id)!
    found.push({
      ...modelBrief(ctx, model),
      rangeKm,
      largeCases,
      smallCases,
      total,
      perDay: total === null || quote === null ? null : Math.round(total / Math.max(1, quote.days)),
      deposit: (quote?.deposits ?? []).reduce((sum, { amount }) => sum + amount, 0),
      left: why === null ? shownCount(sale.count) : 0,
      why,
      near: why === SOLD_OUT ? nearTrips(trip, isPossible) : [],
    })
  }
  return { days, models: found.toSorted(byWorth) }
}

/** Cars that can be booked first, then the cheaper one. */
const byWorth = (a: { left: number; total: number | null }, b: { left: number; total: number | null }) =>
  Number(b.left > 0) - Number(a.left > 0) || (a.total ?? Number.MAX_SAFE_INTEGER) - (b.total ?? Number.MAX_SAFE_INTEGER)

type Loaded = Awaited<ReturnType<typeof offersOf>>['loaded']

/** Why the moments of a trip cannot be chosen: a store is closed then; null when both are open. */
function closedAt(
  { pickupStore, returnStore }: Pick<Loaded, 'pickupStore' | 'returnStore'>,
  trip: Moments,
): string | null {
  if (!isOpen(pickupStore.hours, pickupStore.holidays, trip.pickupAt)) return '取车时间门店未营业'
  return isOpen(returnStore.hours, returnStore.holidays, trip.returnAt) ? null : '还车时间门店未营业'
}

/** Most places of an answer: more would not be read. */
const MOST_PLACES = 8

/** None where the map service does not answer now. @throws Restart where it has to be asked, because no transaction may wait for it */
export const places: PageHandler<'places'> = async ({ storeId, text }, ctx) => {
  const stores = await store.openStores(ctx)
  const { lng, lat } = requireFound(stores.find((one) => one.storeId === inSight(ctx, storeId)))
  const { map } = ctx.outside()
  if (map === null || lng === null || lat === null) return { places: [] }
  const found = map.heardPlaces(text, { lng, lat })
  if (found === undefined)
    throw new Restart({
      between: async () => {
        const why = await map.askPlaces(text, { lng, lat })
        if (why !== null) ctx.log.warn({ why }, 'the map service told no place')
      },
    })
  return { places: (found ?? []).slice(0, MOST_PLACES).map((place) => ({ ...place })) }
}

/** How the orders of the customer are found, where a code of their phone opened the page. */
async function ownPhone(ctx: Context, visit: Visit) {
  const mobile = await mobileOf(ctx, visit)
  return mobile === null ? null : phoneOf(ctx, mobile)
}

/** A model for a trip, with what its price is made of. The price is held for 15 minutes. */
export const offer: PageHandler<'offer'> = async (
  { modelId, services = [], coupon: typed = '', ...asked },
  ctx,
  visit,
) => {
  const company = await invitingCompany(ctx, visit, { ...asked, coupon: typed })
  const trip = { ...tripOf(ctx, asked), modelId, services }
  const [[model], open] = await Promise.all([modelsOf(ctx, trip.storeId, [modelId]), store.openModels(ctx)])
  if (!open.has(modelId)) throw new Refusal('notFound', { field: 'modelId' })
  const brief = modelBrief(ctx, requireFound(model))
  const priced = await priceTrip(ctx, trip)
  const { deposits, loaded } = priced
  requireOffered(loaded, modelId)
  const shut = closedAt(loaded, trip)
  if (shut !== null) throw badInput('pickupAt', shut)
  const used = typed === '' ? null : await applyCoupon(ctx, priced, typed, await ownPhone(ctx, visit))
  const snapshot = used?.snapshot ?? priced.snapshot
  const [terms, free] = await Promise.all([cancelTerms(ctx, snapshot), capacity(ctx, trip)])
  const { quoteId, expiresAt } = await keepQuote(ctx, {
    inputs: {
      trip: { ...trip, ...(used !== null && { reduces: used.reduces }) },
      page: true,
      ...(used !== null && { coupon: { couponId: used.couponId, fen: used.fen } }),
      deposits,
      prepay: loaded.prepay,
    },
    snapshot,
    total: snapshot.total,
  })
  const basis = cancelBasisOf(snapshot)
  const chosen = new Map(services.map(({ code, qty }) => [code, qty]))
  return {
    ...brief,
    quoteId,
    expiresAt,
    days: snapshot.days,
    total: snapshot.total,
    lines: snapshot.lines.map(({ name, qty, amount, formula }) => ({ name, qty, amount, formula })),
    deposits: deposits.rows.map(({ kind, amount }) => ({ kind, amount })),
    waivable: deposits.waiveTypes.some((type) => type === waiveType.zhima || type === waiveType.wechatScore),
    cancelRule: cancelWords(
      terms.rule.tiers.map((tier) => ({ ...tier, penalty: tierPenalty(terms.rule, tier, basis) })),
    ),
    ...open.get(modelId)!,
    services: offeredServices(loaded.of(modelId), trip).map((item) => ({
      code: item.code,
      name: item.name,
      description: item.description,
      price: item.price,
      unit: item.unit === 'day' ? '天' : '次',
      capDays: item.unit === 'day' ? item.capDays : null,
      qty: item.mandatory ? 1 : (chosen.get(item.code) ?? 0),
      most: item.mandatory ? 1 : Math.min(item.maxQty ?? 1, MOST_PIECES),
      must: item.mandatory,
    })),
    coupon: used === null ? null : { code: used.code, amount: used.fen },
    company,
    left: shownCount(free),
    storeName: loaded.pickupStore.name,
    returnStoreName: loaded.returnStore.name,
  }
}
