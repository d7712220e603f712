import type { DepositKind, DepositMode, PlatformWaiver, WaiveType } from '../deposit/codes.ts'
import type { LongPriceInput } from '../instalment/price.ts'
import type { PickupType, ReduceType, ReturnType, Source } from '../order/codes.ts'
import type { PrepayRule } from '../payment/prepay.ts'

/** What the customer wants, as the quote call takes it. Instants are epoch ms, whole minutes. */
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
  /** Of a long rental: how it is priced and paid. Without it the rental is a regular one. */
  readonly long?: LongWish
}

/** What is agreed of a long rental beside its trip. */
export type LongWish = Pick<LongPriceInput, 'monthlyPrice' | 'agreedTotal' | 'payInterval'>

/** The deposits that go with a price, before any is collected; empty rows: nobody set an amount (4007 at collection). */
export interface DepositTerms {
  readonly rows: readonly { kind: DepositKind; amount: number }[]
  readonly modes: readonly DepositMode[]
  readonly waiveTypes: readonly WaiveType[]
  readonly holdDays: number
  /** Deposits that the platform answers for, by kind: the store asks the customer for none of them. */
  readonly platform?: Readonly<Partial<Record<DepositKind, PlatformWaiver>>>
}

/** What is wished of a renewal; services null: those of the order go on. */
export interface RenewalWish {
  readonly newReturnAt: number
  readonly services: readonly { code: string; qty: number }[] | null
  readonly reduces: readonly { reduceType: ReduceType; amount: number }[]
}

/** What a stored quote keeps beside its snapshot: the question, and the deposits that went with the answer. */
export interface QuotedInputs {
  readonly trip: Trip
  /** The order whose change it prices: no other may be made or changed by it. */
  readonly modifies?: string
  /** Prices a renewal of that order, and nothing else can be made by it. */
  readonly renews?: RenewalWish & {
    readonly orderId: string
    /** The end from which it goes on, and what that costs. */
    readonly oldReturnAt: number
    readonly amount: number
  }
  readonly deposits: DepositTerms
  /** How much of it is asked for at the booking; null or absent: all. */
  readonly prepay?: PrepayRule | null
}
