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
  kind: row.kind as DepositView['kind'],
  amount: row.amountFen,
  mode: row.mode as DepositView['mode'],
  payStatus: row.payStatus as DepositView['payStatus'],
  waiveType: row.waiveType as DepositView['waiveType'],
  holdStatus: row.holdStatus as DepositView['holdStatus'],
  payWay: row.payWay as DepositView['payWay'],
  held: row.heldFen,
  captured: row.capturedFen,
  released: row.releasedFen,
  available: availableFen(fundsOf(row)),
  dueReleaseAt: row.dueReleaseAt,
  expireAt: row.expireAt,
  version: row.version,
})
