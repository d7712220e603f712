import type { PickupType, ReduceType, ReturnType, Source } from '../../booking/order/codes.ts'
import type { DepositKind, DepositMode, PlatformWaiver, WaiveType } from '../../money/deposit/codes.ts'
import type { PrepayRule } from '../../platform/merchant/prepay.ts'
import type { LongPriceInput } from './long/price.ts'

/** The customer's request, as the quote call takes it. Instants are epoch ms, whole minutes. */
export interface Trip {
  readonly storeId: string
  readonly returnStoreId?: string
  readonly modelId: string
  readonly pickupAt: number
  readonly returnAt: number
  readonly source: Source
  readonly pickupType: PickupType
  readonly returnType: ReturnType
  readonly pickupAddress?: string
  readonly pickupLng?: number
  readonly pickupLat?: number
  readonly returnAddress?: string
  readonly returnLng?: number
  readonly returnLat?: number
  readonly services?: readonly { code: string; qty: number }[]
  readonly reduces?: readonly { reduceType: ReduceType; amount: number }[]
  /** The company that rents, whose agreed prices apply. */
  readonly companyId?: string
  /** For a long rental: how it is priced and paid. Missing: a regular rental. */
  readonly long?: LongWish
}

/** What is agreed for a long rental besides its trip. */
export type LongWish = Pick<LongPriceInput, 'monthlyPrice' | 'agreedTotal' | 'payInterval'>

/** The deposits of a price before collection; empty rows: no amount is set (4007 at collection). */
export interface DepositTerms {
  readonly rows: readonly { kind: DepositKind; amount: number }[]
  readonly modes: readonly DepositMode[]
  readonly waiveTypes: readonly WaiveType[]
  readonly holdDays: number
  /** Deposits that the platform covers, by kind: the store does not collect them from the customer. */
  readonly platform?: Readonly<Partial<Record<DepositKind, PlatformWaiver>>>
}

/** Input of a renewal; services null: those of the order continue. */
export interface RenewalWish {
  readonly newReturnAt: number
  readonly services: readonly { code: string; qty: number }[] | null
  readonly reduces: readonly { reduceType: ReduceType; amount: number }[]
}

/** What a stored quote has besides its snapshot: the request, and the deposits of the answer. */
export interface QuotedInputs {
  readonly trip: Trip
  /** The order whose modification it prices; the quote cannot be used for any other. */
  readonly modifies?: string
  /** Prices a renewal of that order; the quote cannot be used for anything else. */
  readonly renews?: RenewalWish & {
    readonly orderId: string
    /** The end before the renewal, and the price of the renewal. */
    readonly oldReturnAt: number
    readonly amount: number
  }
  /** Made by the merchant's booking page: only a customer books it there, and the page books no other. */
  readonly page?: true
  /** The coupon that the customer typed, and what it takes off. */
  readonly coupon?: { readonly couponId: string; readonly fen: number }
  readonly deposits: DepositTerms
  /** The rule of the prepayment; null or absent: full payment. */
  readonly prepay?: PrepayRule | null
}
