import { isModelOff } from '@cheyi/domain/fleet/inventory/codes'
import { payTerms } from '@cheyi/domain/platform/merchant/pay-setting'
import type { PrepayRule } from '@cheyi/domain/platform/merchant/prepay'
import { effectiveSettings, type Settings } from '@cheyi/domain/platform/merchant/setting'
import { requireOpen } from '@cheyi/domain/platform/store/store-steps'
import { type AgreedPrice, withAgreed } from '@cheyi/domain/pricing/quote/company-prices'
import type { FeeConfig, HolidayCalendar, PriceRules, ServiceItem, StoreTerms } from '@cheyi/domain/pricing/quote/rules'
import { badInput, Refusal } from '@cheyi/domain/refusal'
import { addDays, localDate } from '@cheyi/domain/time'
import type { Context } from '../../kernel/context.ts'
import {
  type OfferQuery,
  type OfferRows,
  type RuleRow,
  type RuleRows,
  readAgreed,
  readOffer,
  readRules,
} from './store.ts'

/** Number of dates after the return whose prices a snapshot includes, enough for the over-hours. */
const DATES_PAST_RETURN = 9

export type StoreRow = OfferRows['stores'][number]

/** The facts of a booking at a store that do not depend on its price. */
export interface Offer {
  readonly pickupStore: StoreRow
  readonly returnStore: StoreRow
  readonly settings: Settings
  readonly holidays: HolidayCalendar
  /** The source is paused: no new orders. */
  readonly paused: boolean
  /** The prepayment that the source requires at the booking; null: all. */
  readonly prepay: PrepayRule | null
  /** Whether the model is active. */
  inUse(modelId: string): boolean
  nameOf(modelId: string): string
}

/** The same with the pricing rules of each model. */
export interface LoadedRules extends Offer {
  of(modelId: string): PriceRules
  /** What the company that rents agreed for a model; null without one. */
  agreed(modelId: string): AgreedPrice | null
}

/**
 * Requires open stores, an active model and a selling channel for a new order; existing orders are not affected.
 * @throws Refusal badInput (-2) naming the store or the model, channelPaused (9010)
 */
export function requireOffered({ pickupStore, returnStore, ...offer }: Offer, modelId: string): void {
  requireOpen(pickupStore.status, 'storeId')
  requireOpen(returnStore.status, 'returnStoreId')
  if (offer.paused) throw new Refusal('channelPaused', { field: 'source' })
  if (!offer.inUse(modelId)) throw badInput('modelId', '该车型已停用，不能新建订单')
}

/** The offer rows for the quote that this transaction takes, in a statement sent right after it; meaningless if there is no such quote. */
export const offerOfQuote = (ctx: Context): Promise<OfferRows> => readOffer(ctx, 'taken')

/** @throws Refusal notFound (-4) when a store does not belong to the merchant */
export function offerOf(
  ctx: Context,
  trip: Omit<OfferQuery, 'modelIds'>,
  { stores, models, holidays }: OfferRows,
): Offer {
  const pickupStore = stores.find((s) => s.id === trip.storeId)
  const returnStore = stores.find((s) => s.id === trip.returnStoreId)
  if (pickupStore === undefined || returnStore === undefined) throw new Refusal('notFound', { field: 'storeId' })
  return {
    pickupStore,
    returnStore,
    settings: effectiveSettings(pickupStore.merchantSettings, pickupStore.settings),
    holidays,
    paused: pickupStore.channel?.paused === true,
    prepay: payTerms(ctx.merchantId, pickupStore.paySettings).prepay[trip.source] ?? null,
    inUse: (modelId) => !isModelOff(models.find((m) => m.id === modelId)?.status),
    nameOf: (modelId) => models.find((m) => m.id === modelId)?.name ?? '',
  }
}

/**
 * Loads the rules for any number of models at one store in a fixed number of queries, sent in parallel.
 * @throws Refusal notFound (-4) when a store does not belong to the merchant
 */
export async function loadRules(
  ctx: Context,
  trip: OfferQuery & { readonly pickupAt: number; readonly returnAt: number },
): Promise<LoadedRules> {
  const [offered, rows, agreements] = await Promise.all([
    readOffer(ctx, trip),
    readRules(ctx, {
      ...trip,
      fromDate: localDate(trip.pickupAt),
      toDate: addDays(localDate(trip.returnAt), DATES_PAST_RETURN),
    }),
    trip.companyId ? readAgreed(ctx, trip.companyId, trip.modelIds) : null,
  ])
  const offer = offerOf(ctx, trip, offered)
  const shared = {
    channel: offer.pickupStore.channel,
    holidays: offer.holidays,
    services: rows.services.map(serviceItem),
    fees: rows.fees.map(feeConfig),
    store: storeTerms(offer.pickupStore),
    returnStore: storeTerms(offer.returnStore),
    settings: offer.settings,
    depositPolicies: rows.policies,
  }
  const agreed = (modelId: string) => agreements?.get(modelId) ?? null
  return {
    ...offer,
    agreed,
    of(modelId) {
      const model = offered.models.find((m) => m.id === modelId)
      const listed = {
        ...shared,
        priceRules: rows.rules.filter((r) => r.modelId === modelId).map(priceRule),
        calendar: rows.days.filter((d) => d.modelId === modelId).map((d) => ({ ...d, price: d.priceFen })),
        modelDeposits: {
          rentalFen: model?.depositRentFen ?? null,
          violationFen: model?.depositViolationFen ?? null,
        },
      }
      return withAgreed(listed, agreed(modelId))
    },
  }
}

/** Lists the fields explicitly, because price changes store the result as JSON. */
export const priceRule = (row: RuleRow): PriceRules['priceRules'][number] => ({
  id: row.id,
  source: row.source,
  basePrice: row.baseFen,
  weekendPrice: row.weekendFen,
  holidayPrice: row.holidayFen,
  weekendDays: row.weekendDays,
  overHourPrice: row.overHourFen,
  overHourDivisor: row.overHourDivisor,
  minDays: row.minDays,
  maxDays: row.maxDays,
  advanceMinMinutes: row.advanceMinMinutes,
  discountOnHoliday: row.discountOnHoliday,
  enabled: row.enabled,
  tiers: (row.tiers ?? []).map(({ fromDays, rateBp, fixedDayFen }) => ({
    fromDays,
    rateBp,
    fixedDayPrice: fixedDayFen,
  })),
})

const allOrListed = <T>(list: readonly T[]): readonly T[] | null => (list.length === 0 ? null : list)

export const serviceItem = (row: RuleRows['services'][number]): ServiceItem => ({
  ...row,
  price: row.priceFen,
  storeIds: allOrListed(row.storeIds),
  modelIds: allOrListed(row.modelIds),
  sources: allOrListed(row.sources),
})

const feeConfig = (row: RuleRows['fees'][number]): FeeConfig => ({
  ...row,
  amount: row.amountFen,
  perKmFee: row.perKmFen,
})

const storeTerms = (row: StoreRow): StoreTerms => ({
  ...row,
  oneWayStoreIds: row.allowOneWay ? allOrListed(row.oneWayStores) : [],
})
