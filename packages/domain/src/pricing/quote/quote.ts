import type { FeeMode, OrderItemType, PickupType, ReduceType } from '../../booking/order/codes.ts'
import type { DepositKind } from '../../money/deposit/codes.ts'
import type { Fen } from '../../money.ts'
import type { Instant, LocalDate } from '../../time.ts'

/** Place of the pickup or the return. */
export interface HandoverPlace {
  /** 1 at the store, 2 at the customer's address, 3 shuttle. */
  readonly type: PickupType
  /** Road distance between store and address in whole metres; null at the store. */
  readonly metres: number | null
  /** The map service failed, and `metres` is the straight-line distance × 1.3. */
  readonly estimated: boolean
  readonly lng: number | null
  readonly lat: number | null
}

export interface ChosenService {
  readonly code: string
  /** Pieces, not days. */
  readonly qty: number
}

export interface ReduceRequest {
  readonly reduceType: ReduceType
  /** Positive fen. */
  readonly amount: Fen
}

/** Input of a quote. Instants are epoch ms, whole minutes. */
export interface PriceInput {
  readonly storeId: string
  readonly returnStoreId: string
  readonly modelId: string
  /** Channel id, 1 = offline. */
  readonly source: number
  readonly now: Instant
  readonly pickupAt: Instant
  readonly returnAt: Instant
  readonly pickup: HandoverPlace
  readonly return: HandoverPlace
  /** Road distance between the two stores, metres; null when they are the same or it is not charged by km. */
  readonly oneWayMetres: number | null
  /** Like `estimated` of a place. */
  readonly oneWayEstimated?: boolean
  /** Optional services; mandatory ones need not be named. */
  readonly services: readonly ChosenService[]
  readonly reduces: readonly ReduceRequest[]
  /** The user has `order.discount`. */
  readonly mayDiscount: boolean
  /** The company that rents, whose agreed prices apply. */
  readonly companyId?: string
}

/** The rule of a line: percentages apply to `rent`, `overHours` and `service`, which an early return recalculates. */
export type LineKind = 'rent' | 'overHours' | 'service' | 'night' | 'oneWay' | 'handover' | 'reduce'

export type LineUnit = 'day' | 'hour' | 'month' | 'order' | 'km' | 'piece'

export interface PriceLine {
  readonly kind: LineKind
  readonly itemType: OrderItemType
  readonly code: string
  readonly name: string
  readonly qty: number
  readonly unit: LineUnit
  readonly unitPrice: Fen
  /** Negative for reductions, and for credited additional hours that a later end replaces. */
  readonly amount: Fen
  /** Explanation of the amount, in Chinese: 超时4小时 × 33.33元. */
  readonly formula: string
  readonly feeMode: FeeMode | null
  readonly rateBp: number | null
  /** Rent only: the local date whose price it is. */
  readonly priceDate: LocalDate | null
  readonly reduceType: ReduceType | null
}

/** Shown beside the total, not included in it. */
export interface DepositLine {
  readonly kind: DepositKind
  readonly itemType: OrderItemType
  readonly code: string
  readonly name: string
  readonly amount: Fen
}

export type DayPriceOrigin = 'base' | 'weekend' | 'holiday' | 'calendar'

export interface DayPrice {
  readonly date: LocalDate
  readonly origin: DayPriceOrigin
  /** Before the length discount, after the channel's mark-up. */
  readonly published: Fen
  /** Agreed with the company that rents. */
  readonly agreed?: true
  /** After the length discount. */
  readonly amount: Fen
  readonly tier: AppliedTier | null
}

/** A length discount as sold: a fixed day price includes the channel's mark-up. */
export interface AppliedTier {
  readonly fromDays: number
  readonly rateBp: number | null
  readonly fixedDayPrice: Fen | null
}

/** The part of a price rule that does not depend on the date, as sold. */
export interface RateCard {
  readonly ruleId: string
  /** Ascending by `fromDays`. */
  readonly tiers: readonly AppliedTier[]
  readonly discountOnHoliday: boolean
  readonly overHourPrice: Fen | null
  readonly overHourDivisor: number
}

/** A service as sold; `qty` pieces at `price` each per day or per order. */
export interface SoldService {
  readonly code: string
  readonly name: string
  readonly itemType: 1 | 2 | 3
  readonly unit: 'day' | 'order' | 'piece'
  readonly price: Fen
  readonly qty: number
  readonly capDays: number | null
  readonly mandatory: boolean
}

/** Advice for staff; never a refusal. */
export interface QuoteHint {
  readonly kind: 'leadTime' | 'agreed'
  readonly text: string
}

export interface Quote {
  readonly days: number
  readonly overHours: number
  readonly lines: readonly PriceLine[]
  /** Sum of the lines before reductions. */
  readonly charges: Fen
  /** Sum of the lines. */
  readonly total: Fen
  /** null: neither a policy nor the model has an amount, so that collecting is refused (4007), quoting is not. */
  readonly deposits: readonly DepositLine[] | null
  readonly hints: readonly QuoteHint[]
  /** Slots, then the date of the additional hours if there are any. */
  readonly dayPrices: readonly DayPrice[]
  readonly card: RateCard
  readonly services: readonly SoldService[]
}

/**
 * What an order was sold at: late and early return, renewal and modification use it and not the present rules.
 * Stored as JSON with the order; replaced only by a modification.
 */
export interface QuoteSnapshot {
  readonly v: 1
  readonly input: PriceInput
  readonly graceMinutes: number
  readonly dayAfterMinutes: number
  readonly days: number
  readonly overHours: number
  readonly card: RateCard
  /** Slots 0, 1, … and on to 7 dates after the return. */
  readonly dayPrices: readonly DayPrice[]
  readonly services: readonly SoldService[]
  readonly lines: readonly PriceLine[]
  readonly charges: Fen
  readonly total: Fen
}
