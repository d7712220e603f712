import { isModelOff } from '@cheyi/domain/inventory/codes'
import { payTerms } from '@cheyi/domain/merchant/pay-setting'
import { effectiveSettings, type Settings } from '@cheyi/domain/merchant/setting'
import { requireOpen } from '@cheyi/domain/merchant/store-steps'
import type { PrepayRule } from '@cheyi/domain/payment/prepay'
import type { FeeConfig, HolidayCalendar, PriceRules, ServiceItem, StoreTerms } from '@cheyi/domain/quote/rules'
import { badInput, Refusal } from '@cheyi/domain/refusal'
import { addDays, localDate } from '@cheyi/domain/time'
import type { Context } from '../kernel/context.ts'
import { type RuleRow, type RuleRows, readRules } from './store.ts'

/** Dates past the return that a snapshot keeps prices of, with room for the over-hours. */
const DATES_PAST_RETURN = 9

export type StoreRow = RuleRows['stores'][number]

/** What a booking at a store goes by: the pricing rules of each model, and the two stores themselves. */
export interface LoadedRules {
  readonly pickupStore: StoreRow
  readonly returnStore: StoreRow
  readonly settings: Settings
  readonly holidays: HolidayCalendar
  /** How much of an order of this source is asked for when it is booked; null: all. */
  readonly prepay: PrepayRule | null
  /** Whether the model is offered at all. */
  inUse(modelId: string): boolean
  of(modelId: string): PriceRules
}

/**
 * New orders are for open stores and models in use; those that are booked already go on.
 * @throws Refusal badInput (-2) naming the store or the model
 */
export function requireOffered({ pickupStore, returnStore, ...loaded }: LoadedRules, modelId: string): void {
  requireOpen(pickupStore.status, 'storeId')
  requireOpen(returnStore.status, 'returnStoreId')
  if (!loaded.inUse(modelId)) throw badInput('modelId', '该车型已停用，不能新建订单')
}

/**
 * Loads the rules for any number of models at one store in a fixed number of queries.
 * @throws Refusal notFound (-4) when a store is none of the merchant's
 */
export async function loadRules(
  ctx: Context,
  trip: {
    storeId: string
    returnStoreId: string
    modelIds: readonly string[]
    source: number
    pickupAt: number
    returnAt: number
  },
): Promise<LoadedRules> {
  const rows = await readRules(ctx, {
    ...trip,
    fromDate: localDate(trip.pickupAt),
    toDate: addDays(localDate(trip.returnAt), DATES_PAST_RETURN),
  })
  const pickupStore = rows.stores.find((s) => s.id === trip.storeId)
  const returnStore = rows.stores.find((s) => s.id === trip.returnStoreId)
  if (pickupStore === undefined || returnStore === undefined) throw new Refusal('notFound', { field: 'storeId' })
  const settings = effectiveSettings(pickupStore.merchantSettings, pickupStore.settings)
  const shared = {
    channel: null,
    holidays: rows.holidays,
    services: rows.services.map(serviceItem),
    fees: rows.fees.map(feeConfig),
    store: storeTerms(pickupStore),
    returnStore: storeTerms(returnStore),
    settings,
    depositPolicies: rows.policies,
  }
  return {
    pickupStore,
    returnStore,
    settings,
    holidays: rows.holidays,
    prepay: payTerms(ctx.merchantId, pickupStore.paySettings).prepay[trip.source] ?? null,
    inUse: (modelId) => !isModelOff(rows.models.find((m) => m.id === modelId)?.status),
    of(modelId) {
      const model = rows.models.find((m) => m.id === modelId)
      return {
        ...shared,
        priceRules: rows.rules.filter((r) => r.modelId === modelId).map(priceRule),
        calendar: rows.days.filter((d) => d.modelId === modelId).map((d) => ({ ...d, price: d.priceFen })),
        modelDeposits: {
          rentalFen: model?.depositRentFen ?? null,
          violationFen: model?.depositIllegalFen ?? null,
        },
      }
    },
  }
}

/** Picked field by field, because changes of prices keep it as JSON. */
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
