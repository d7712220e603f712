import type { FeeMode, PickupType, ReturnType } from '../../booking/order/codes.ts'
import type { DepositMode, WaiveType } from '../../money/deposit/codes.ts'
import type { Fen } from '../../money.ts'
import type { AreaShape } from '../../platform/store/area-shape.ts'
import type { OpeningWindow } from '../../platform/store/opening.ts'
import type { LocalDate } from '../../time.ts'

/*
 * A merchant's configuration as the pricing rules read it. The server maps its rows to these shapes, so that the
 * rules do not depend on the storage.
 */

/** Length discount from `fromDays` charged days; exactly one of `rateBp` and `fixedDayPrice` is set. */
export interface PriceTier {
  readonly fromDays: number
  /** Share that remains: 9500 is 5 % off. 1000–10000. */
  readonly rateBp: number | null
  /** Replaces the price of days that cost `basePrice`. */
  readonly fixedDayPrice: Fen | null
}

/** Daily prices of one (store, model, source); `source` 0 is for every channel without a rule of its own. */
export interface PriceRule {
  readonly id: string
  readonly source: number
  readonly basePrice: Fen
  /** null: weekend days cost `basePrice`. */
  readonly weekendPrice: Fen | null
  /** null: holidays are priced by their weekday. */
  readonly holidayPrice: Fen | null
  /** 1 Monday … 7 Sunday; usually 6 and 7. */
  readonly weekendDays: readonly number[]
  /** Price of one additional hour; null: the day price ÷ `overHourDivisor`. */
  readonly overHourPrice: Fen | null
  /** 1–24, usually 6. */
  readonly overHourDivisor: number
  /** Charged days. */
  readonly minDays: number
  /** Charged days; null: no limit of its own. */
  readonly maxDays: number | null
  /** null: the store's. */
  readonly advanceMinMinutes: number | null
  /** Whether the length discount also applies to holiday and calendar prices. */
  readonly discountOnHoliday: boolean
  readonly enabled: boolean
  readonly tiers: readonly PriceTier[]
  /** The prices are those that a company agreed, see `company-prices.ts`. */
  readonly agreed?: true
}

/** Price or stop of one date for one source (0: all). */
export interface CalendarPrice {
  readonly source: number
  readonly date: LocalDate
  /** null: the date only carries `stop`. */
  readonly price: Fen | null
  readonly stop: boolean
}

export interface ChannelTerms {
  /** 1 same price, 2 raised, 3 lowered, 4 own rule only. */
  readonly mode: number
  /** bp, 0–10000. */
  readonly value: number
  /** Derived prices are rounded half-up to a multiple of this, fen; 1 = none. */
  readonly roundTo: number
  readonly minFen: Fen
  readonly minLeadMinutes: number | null
  /** Charged days. */
  readonly maxDays: number | null
}

/** The State Council's announcement for one year. */
export interface HolidayYear {
  /** Names by date. */
  readonly holidays: Readonly<Record<LocalDate, string>>
  /** Weekend days on which people work: never priced as weekend. */
  readonly workdays: readonly LocalDate[]
}

/** The national calendar of all merchants, by year. A missing year is not published yet. */
export type HolidayCalendar = ReadonlyMap<number, HolidayYear>

/** A service that a store sells besides the car. null or empty lists mean "all". */
export interface ServiceItem {
  readonly code: string
  readonly name: string
  /** What it covers or contains, as the merchant wrote it. */
  readonly description: string
  /** 1 basic service and handling, 2 insurance, 3 extra service. */
  readonly itemType: 1 | 2 | 3
  /** `day` is charged per charged day, everything else once per order. */
  readonly unit: 'day' | 'order' | 'piece'
  readonly price: Fen
  /** null: 1. */
  readonly maxQty: number | null
  /** Days after which a day-priced service costs nothing more; null: no cap. */
  readonly capDays: number | null
  readonly mandatory: boolean
  readonly storeIds: readonly string[] | null
  readonly modelIds: readonly string[] | null
  readonly sources: readonly number[] | null
  readonly enabled: boolean
}

export type FeeKind = 'delivery' | 'collect' | 'shuttle' | 'night' | 'oneWay'

/**
 * A handover fee. The first row of a kind is the store's; further rows belong to one service area (delivery,
 * collect) or one window (night); `oneWay` rows belong to a pair of stores.
 */
export interface FeeConfig {
  readonly id: string
  readonly storeId: string
  readonly kind: FeeKind
  readonly name: string
  readonly feeMode: FeeMode
  /** For fee mode 2: share of the rent and services. */
  readonly rateBp: number | null
  readonly amount: Fen | null
  /** km that `amount` covers; may have decimals. */
  readonly baseKm: number | null
  /** Each further started km. */
  readonly perKmFee: Fen | null
  /** km; beyond it the service is not offered. null: no limit. */
  readonly maxKm: number | null
  /** `HH:mm`, half-open and possibly over midnight; null: 22:00. */
  readonly windowFrom: string | null
  /** null: 08:00. */
  readonly windowTo: string | null
  readonly pairStoreId: string | null
}

export interface ServiceArea extends AreaShape {
  readonly name: string
  readonly kind: 'delivery' | 'collect' | 'both'
  /** null: the store's own row of that kind. */
  readonly feeConfigId: string | null
  /** Hours of the service; missing: whenever the store is open. */
  readonly hours?: readonly OpeningWindow[]
}

/** The part of a store that pricing depends on. */
export interface StoreTerms {
  readonly id: string
  /** Position in WGS-84; null until it is set. */
  readonly lng: number | null
  readonly lat: number | null
  readonly cityCode: string
  readonly minLeadMinutes: number
  readonly maxAdvanceDays: number
  readonly minRentHours: number
  readonly maxRentDays: number
  /** How customers get cars here, and give them back. */
  readonly pickupModes: readonly PickupType[]
  readonly returnModes: readonly ReturnType[]
  readonly serviceAreas: readonly ServiceArea[]
  /** Stores where its cars may be returned; null: any of the merchant, empty: none. */
  readonly oneWayStoreIds: readonly string[] | null
}

/** Deposit terms; a null condition matches everything, the most specific matching row applies. */
export interface DepositPolicy {
  readonly storeId: string | null
  readonly modelId: string | null
  readonly source: number | null
  /** null: the model's amount. */
  readonly rentalFen: Fen | null
  readonly violationFen: Fen | null
  readonly modes: readonly DepositMode[]
  readonly waiveTypes: readonly WaiveType[]
  /** null: the merchant's violationHoldDays. */
  readonly holdDays: number | null
}

export interface ModelDeposits {
  readonly rentalFen: Fen | null
  readonly violationFen: Fen | null
}

/** Settings in force for the pickup store. */
export interface PriceSettings {
  readonly graceMinutes: number
  readonly dayAfterMinutes: number
  /** Manual reductions above this share of the charges need `order.discount`. */
  readonly manualDiscountBp: number
}

/** Everything that decides the price of one (store, model, source). */
export interface PriceRules {
  /** Rows of the (store, model) for source 0 and the quoted source; others are ignored. */
  readonly priceRules: readonly PriceRule[]
  /** Rows for source 0 and the quoted source from the pickup date to 8 days past the return date. */
  readonly calendar: readonly CalendarPrice[]
  /** null: the source has no terms of its own (same price). */
  readonly channel: ChannelTerms | null
  readonly holidays: HolidayCalendar
  readonly services: readonly ServiceItem[]
  /** Rows of the pickup and the return store. */
  readonly fees: readonly FeeConfig[]
  readonly store: StoreTerms
  /** The same as `store` when the car is returned there. */
  readonly returnStore: StoreTerms
  readonly settings: PriceSettings
  readonly depositPolicies: readonly DepositPolicy[]
  readonly modelDeposits: ModelDeposits
}
