import type { DepositTerms } from '../../pricing/quote/trip.ts'
import type { CancelSnapshot } from '../../pricing/terms/cancel.ts'

/**
 * Values that the confirmation of a handover overwrote, for its undo. Times are texts of PostgreSQL, because they
 * are only written back.
 */
export interface HandoverBefore {
  /** Kilometres, percent. */
  readonly odometerKm: number
  readonly fuelPct: number | null
  readonly batteryPct: number | null
  readonly parkingNote: string
  readonly parkingPhotoId: string | null
  readonly homeStoreId: string
  readonly currentStoreId: string
  /** The occupancy of the order. */
  readonly stay: {
    readonly storeId: string
    readonly fromAt: string
    readonly toAt: string
    readonly pinned: boolean
    readonly oneWay: boolean
  }
  readonly order: OrderBefore
}

/** Values of the order's row; what a step does not change is left out. */
export interface OrderBefore {
  readonly pinned?: boolean
  /** Whether the terms of the return were fixed before. */
  readonly termsFixed?: boolean
  /** Terms that were replaced by the price of an early pickup. */
  readonly agreed?: { readonly deposits: DepositTerms; readonly cancel: CancelSnapshot }
  readonly returnStoreId?: string
  readonly overdue?: boolean
}
