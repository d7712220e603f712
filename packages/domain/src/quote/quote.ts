import type { DepositKind } from '../deposit/codes.ts'
import type { FeeMode, OrderItemType, PickupType, ReduceType } from '../order/codes.ts'
import type { Instant, LocalDate } from '../time.ts'
import type { Fen } from './money.ts'

/** One end of the rental. */
export interface HandoverPlace {
  /** 1 at the store, 2 at the customer's address, 3 shuttle. */
  readonly type: PickupType
  /** Road distance store – address in whole metres; null at the store. */
  readonly metres: number | null
  /** The map service failed and `metres` is the straight line × 1.3. */
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

/** What is asked for. Instants are epoch ms, whole minutes. */
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
  /** Road distance between the two stores; null when they are the same or it is not charged by km. */
  readonly oneWayMetres: number | null
  /** As `estimated` of a place. */
  readonly oneWayEstimated?: boolean
  /** Optional services; mandatory ones need not be named. */
  readonly services: readonly ChosenService[]
  readonly reduces: readonly ReduceRequest[]
  /** Whoever asks holds `order.discount`. */
  readonly mayDiscount: boolean
}

/** Which rule a line came from: rates of percentages count `rent` … `service`, early return recalculates them. */
export type LineKind = 'rent' | 'overHours' | 'service' | 'night' | 'oneWay' | 'handover' | 'reduce'

export type LineUnit = 'day' | 'hour' | 'month' | 'order' | 'km' | 'piece'

/** One row of the bill. */
export interface PriceLine {
  readonly kind: LineKind
  readonly itemType: OrderItemType
  readonly code: string
  readonly name: string
  readonly qty: number
  readonly unit: LineUnit
  readonly unitPrice: Fen
  /** Negative for reductions, and for over-hours credited when a later end replaces them. */
  readonly amount: Fen
  /** How the amount came about, in Chinese words: 超时4小时 × ¥33.33. */
  readonly formula: string
  readonly feeMode: FeeMode | null
  readonly rateBp: number | null
  /** Rent only: the local date whose price it is. */
  readonly priceDate: LocalDate | null
  readonly reduceType: ReduceType | null
}

/** Shown beside the total, never in it. */
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
  /** After the length discount. */
  readonly amount: Fen
  readonly tier: AppliedTier | null
}

/** A length discount as sold: a fixed day price already carries the channel's mark-up. */
export interface AppliedTier {
  readonly fromDays: number
  readonly rateBp: number | null
  readonly fixedDayPrice: Fen | null
}

/** The part of a price rule that is not bound to a date, as sold. */
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
  readonly kind: 'leadTime'
  readonly text: string
}

/** The answer of `price`. */
export interface Quote {
  readonly days: number
  readonly overHours: number
  readonly lines: readonly PriceLine[]
  /** Σ lines before reductions. */
  readonly charges: Fen
  /** Σ lines. */
  readonly total: Fen
  /** null: neither a policy nor the model has an amount, which refuses to collect (4007) but not to quote. */
  readonly deposits: readonly DepositLine[] | null
  readonly hints: readonly QuoteHint[]
  /** Slots, then the date of the over-hours if there are any. */
  readonly dayPrices: readonly DayPrice[]
  readonly card: RateCard
  readonly services: readonly SoldService[]
}

/**
 * What an order was sold at: late and early return, renewal and modification run on it and never on today's rules.
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
  /** Slot 0, 1, … and on to 7 dates past the return. */
  readonly dayPrices: readonly DayPrice[]
  readonly services: readonly SoldService[]
  readonly lines: readonly PriceLine[]
  readonly charges: Fen
  readonly total: Fen
}
