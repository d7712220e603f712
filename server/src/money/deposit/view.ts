import type { contract } from '@cheyi/contract/index'
import type { OutputOf } from '@cheyi/contract/kernel/call'
import type { ViolationAt } from '@cheyi/domain/money/deposit/codes'
import { availableFen } from '@cheyi/domain/money/deposit/steps'
import type { HoldRow } from './hold-store.ts'
import type { DepositRow } from './store.ts'

export type DepositView = OutputOf<typeof contract.deposit.retry>['deposit']

export const depositView = (row: DepositRow): DepositView => ({
  ...row,
  depositId: row.id,
  amount: row.amountFen,
  held: row.heldFen,
  captured: row.capturedFen,
  released: row.releasedFen,
  moved: row.movedFen,
  platformAsked: row.platformAskedFen,
  platformTaken: row.platformTakenFen,
  available: availableFen(row),
})

/** A deposit with its due time and its authorizations, selected from those of the order. */
export const withHolds = (row: DepositRow, later: ViolationAt | null, holds: readonly HoldRow[]) => ({
  ...depositView(row),
  later,
  holds: holds
    .filter(({ depositId }) => depositId === row.id)
    .map((hold) => ({ ...hold, amount: hold.amountFen, captured: hold.capturedFen, released: hold.releasedFen })),
})
