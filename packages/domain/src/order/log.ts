import type { Fen } from '../quote/money.ts'
import type { SoldSnapshot } from './sold/snapshot.ts'

/** What a line of an order's history keeps besides its action: plates as they are stored, money in fen, instants in epoch ms. */
export interface LogDetail {
  /** The car now; `from` the one before, `to` another one that the system chose. */
  readonly plate?: string | null
  readonly from?: string | null
  readonly to?: string | null
  readonly pinned?: boolean
  readonly upgrade?: boolean
  /** Other orders whose car changed for this one. */
  readonly moved?: readonly object[]
  /** null: taken off. */
  readonly driver?: string | null
  readonly planAt?: number
  readonly mileageKm?: number | null
  readonly total?: Fen
  /** The prices before. */
  readonly before?: SoldSnapshot
  readonly amount?: Fen
  readonly penalty?: Fen
  /** What the penalty would have been. */
  readonly fullPenalty?: Fen
  readonly balance?: Fen
  /** Of a return dated back: why, and what would be due now. */
  readonly backdated?: string
  readonly balanceNow?: Fen
  readonly reason?: string
  readonly note?: string
  /** Why somebody passed a guard. */
  readonly override?: string
  /** When a swapped rental ends. */
  readonly dueAt?: number
  /** Kind of paper or of handover. */
  readonly type?: number
  readonly pages?: number
  /** What happened to a paper: generated, signed by the customer on a screen, or photographed after it was signed by hand. */
  readonly form?: 'made' | 'signed' | 'paper'
  readonly count?: number
  /** Which reminder of an unanswered order it was. */
  readonly alarm?: string
}
