import type { Fen } from '../../money.ts'
import type { SoldSnapshot } from './sold/snapshot.ts'

/** Detail of an entry in an order's history, besides its action: plates as stored, amounts in fen, instants in epoch ms. */
export interface LogDetail {
  /** The car now; `from` the one before, `to` another one that the system chose. */
  readonly plate?: string | null
  readonly from?: string | null
  readonly to?: string | null
  readonly pinned?: boolean
  readonly upgrade?: boolean
  /** Other orders whose car changed because of this one. */
  readonly moved?: readonly object[]
  /** null: removed. */
  readonly driver?: string | null
  readonly planAt?: number
  readonly mileageKm?: number | null
  readonly total?: Fen
  /** The prices before the change. */
  readonly before?: SoldSnapshot
  readonly amount?: Fen
  readonly penalty?: Fen
  /** The penalty without a waiver. */
  readonly fullPenalty?: Fen
  readonly balance?: Fen
  /** Of a backdated return: the reason, and the balance without backdating. */
  readonly backdated?: string
  readonly balanceNow?: Fen
  readonly reason?: string
  readonly note?: string
  /** Reason for overriding a guard. */
  readonly override?: string
  /** Agreed end of the swapped rental. */
  readonly dueAt?: number
  /** Type of document or of handover. */
  readonly type?: number
  readonly pages?: number
  /** What happened to a document: generated, signed by the customer on a screen, or photographed after it was signed by hand. */
  readonly form?: 'made' | 'signed' | 'paper'
  readonly count?: number
  /** Which reminder of an unaccepted order was sent. */
  readonly alarm?: string
}
