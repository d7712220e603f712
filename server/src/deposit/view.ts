import type { OutputOf } from '@cheyi/contract/call'
import type { contract } from '@cheyi/contract/index'
import { availableFen, type DepositMoney, type DepositState } from '@cheyi/domain/deposit/steps'
import type { DepositRow } from './store.ts'

export type DepositView = OutputOf<typeof contract.deposit.retry>['deposit']

export const fundsOf = (row: DepositRow): DepositMoney => ({
  heldFen: row.heldFen,
  capturedFen: row.capturedFen,
  releasedFen: row.releasedFen,
  inFlightFen: row.inFlightFen,
})

export const stateOf = (row: DepositRow): DepositState =>
  ({ payStatus: row.payStatus, holdStatus: row.holdStatus }) as DepositState

/** A deposit as the contract shows it. */
export const depositView = (row: DepositRow): DepositView => ({
  depositId: row.id,
  kind: row.kind,
  amount: row.amountFen,
  mode: row.mode,
  payStatus: row.payStatus,
  waiveType: row.waiveType,
  holdStatus: row.holdStatus,
  payWay: row.payWay,
  held: row.heldFen,
  captured: row.capturedFen,
  released: row.releasedFen,
  available: availableFen(fundsOf(row)),
  dueReleaseAt: row.dueReleaseAt,
  expireAt: row.expireAt,
  version: row.version,
})
