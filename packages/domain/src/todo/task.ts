/*
 * What waits for a person and is no status of an order: one open task per kind and subject.
 */

export const taskKind = {
  /** The order stands and has no car. */
  conflict: 'planConflict',
  /** The customer did not come; its subject is the order. */
  noShow: 'noShow',
  /** A refund is paid by hand; its subject is the payment. */
  refund: 'offlineRefund',
  /** A deposit is paid back by hand; its subject is the payment. */
  deposit: 'depositRelease',
  /** An authorisation of a deposit ends soon; its subject is the authorisation. */
  expiry: 'authExpiry',
  /** An authorisation ended or a waiver was withdrawn, and the deposit is to be collected; its subject is the deposit. */
  ended: 'authEnded',
  /** A violation deposit is due; its subject is the deposit. */
  violation: 'violationRelease',
  /** A car that did not come back: found, or disposed of; its subject is the car. */
  lost: 'lostCar',
  /** A provider's bill says other than the books; its subject is the bill. */
  bill: 'billDifference',
} as const
export type TaskKind = (typeof taskKind)[keyof typeof taskKind]

/** What a task of each kind says beyond its subject. Amounts in fen, instants in epoch ms. */
export interface TaskDetails {
  /** Why the order has no car: one that is overdue has it, its sale is stopped, or a ticket took it; neither: none is left. */
  readonly planConflict: {
    readonly overdueOrderId?: string
    readonly stopId?: string
    /** Work on the car has taken it. */
    readonly ticketId?: string
    readonly plate?: string | null
  }
  readonly lostCar: { readonly plate: string }
  readonly noShow: { readonly since: number; readonly cancelledAt: number }
  readonly offlineRefund: { readonly amount: number }
  readonly depositRelease: { readonly amount: number }
  readonly authExpiry: { readonly amount: number; readonly dueAt: number }
  readonly authEnded: { readonly amount: number; readonly endedAt: number }
  /** `day`: of the bill. */
  readonly billDifference: { readonly day: string; readonly differences: number }
  readonly violationRelease: { readonly amount: number; readonly dueAt: number; readonly returnedAt: number }
}
