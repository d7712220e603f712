import type { OutputOf } from '@cheyi/contract/call'
import type { contract } from '@cheyi/contract/index'
import { availableFen, type DepositMoney, type DepositState } from '@cheyi/domain/deposit/steps'
import { msOrNull } from '../kernel/instant.ts'
import type { DepositRow } from './store.ts'

export type DepositView = OutputOf<typeof contract.deposit.retry>['deposit']

export const fundsOf = (row: DepositRow): DepositMoney => ({
  heldFen: row.held_fen,
  capturedFen: row.captured_fen,
  releasedFen: row.released_fen,
  inFlightFen: row.in_flight_fen,
})

export const stateOf = (row: DepositRow): DepositState =>
  ({ payStatus: row.pay_status, holdStatus: row.hold_status }) as DepositState

/** A deposit as the contract shows it. */
export const depositView = (row: DepositRow): DepositView => ({
  depositId: row.id,
  kind: row.kind as DepositView['kind'],
  amount: row.amount_fen,
  mode: row.mode as DepositView['mode'],
  payStatus: row.pay_status as DepositView['payStatus'],
  waiveType: row.waive_type as DepositView['waiveType'],
  holdStatus: row.hold_status as DepositView['holdStatus'],
  payWay: row.pay_way as DepositView['payWay'],
  held: row.held_fen,
  captured: row.captured_fen,
  released: row.released_fen,
  available: availableFen(fundsOf(row)),
  dueReleaseAt: msOrNull(row.due_release_at),
  expireAt: msOrNull(row.expire_at),
  version: row.version,
})
