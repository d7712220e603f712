/* Pending work that is no status of an order: one open task per kind and subject. */

export const taskKind = {
  /** A confirmed order has no car. */
  conflict: 'planConflict',
  /** The customer did not come; the subject is the order. */
  noShow: 'noShow',
  /** A refund is paid by hand; the subject is the payment. */
  refund: 'offlineRefund',
  /** A deposit is released by hand; the subject is the payment. */
  deposit: 'depositRelease',
  /** An authorization hold of a deposit expires soon; the subject is the hold. */
  expiry: 'authExpiry',
  /** A hold ended or a waiver was withdrawn, and the deposit has to be collected; the subject is the deposit. */
  ended: 'authEnded',
  /** A violation deposit is due for release; the subject is the deposit. */
  violation: 'violationRelease',
  /** A car that was not returned, to be found or disposed of; the subject is the car. */
  lost: 'lostCar',
  /** A provider's bill differs from the books; the subject is the bill. */
  bill: 'billDifference',
} as const
export type TaskKind = (typeof taskKind)[keyof typeof taskKind]

/** Details of a task by kind, besides its subject. Amounts in fen, instants in epoch ms. */
export interface TaskDetails {
  /** Why the order has no car: an overdue order has it, its sale is stopped, or a ticket occupies it; none of them: no car is left. */
  readonly planConflict: {
    readonly overdueOrderId?: string
    readonly stopId?: string
    /** A ticket occupies the car. */
    readonly ticketId?: string
    readonly plate?: string | null
  }
  readonly lostCar: { readonly plate: string }
  /** `seenAt`: when its timer last ran; tasks of an earlier release have none. */
  readonly noShow: { readonly since: number; readonly cancelledAt: number; readonly seenAt?: number }
  readonly offlineRefund: { readonly amount: number }
  readonly depositRelease: { readonly amount: number }
  readonly authExpiry: { readonly amount: number; readonly dueAt: number }
  readonly authEnded: { readonly amount: number; readonly endedAt: number }
  /** `day`: of the bill. */
  readonly billDifference: { readonly day: string; readonly differences: number }
  readonly violationRelease: { readonly amount: number; readonly dueAt: number; readonly returnedAt: number }
}
