import type { CancelSnapshot } from '../order/cancel.ts'
import type { DepositTerms } from '../quote/trip.ts'

/** What the confirmation of a handover wrote over, for its undo. Times as PostgreSQL writes them: nothing but a row takes them back. */
export interface HandoverBefore {
  /** Kilometres, percent. */
  readonly odometerKm: number
  readonly fuelPct: number | null
  readonly batteryPct: number | null
  readonly parkingNote: string
  readonly parkingPhotoId: string | null
  readonly homeStoreId: string
  readonly currentStoreId: string
  /** What the order held of the stock. */
  readonly stay: {
    readonly storeId: string
    readonly fromAt: string
    readonly toAt: string
    readonly pinned: boolean
    readonly oneWay: boolean
  }
  readonly order: OrderBefore
}

/** Of the order's row; what a step leaves alone is left out. */
export interface OrderBefore {
  readonly pinned?: boolean
  /** Whether what prices the return was fixed before. */
  readonly termsFixed?: boolean
  /** Terms that the price of an early pickup took the place of. */
  readonly agreed?: { readonly deposits: DepositTerms; readonly cancel: CancelSnapshot }
  readonly returnStoreId?: string
  readonly overdue?: boolean
}
