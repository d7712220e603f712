import { isCancelled, wasReturned } from '../order/steps.ts'
import {
  type DepositKind,
  type DepositPayStatus,
  type DepositStatus,
  depositKind,
  depositPayStatus,
  depositStatus,
  depositStatuses,
  holdStatus,
  type PlatformWaiver,
  type ViolationAt,
  violationAt,
  waiveType,
} from './codes.ts'

const pay = depositPayStatus
const hold = holdStatus

/** A row as the order-level labels need it. */
export interface DepositRow {
  readonly kind: DepositKind
  readonly payStatus: DepositPayStatus
}

const isWaived = (row: DepositRow) => row.payStatus === pay.waived

/** Which deposits of an order are waived. No rows: none is. */
export function depositStatusOf(rows: readonly DepositRow[]): DepositStatus {
  const waived = (kind: DepositKind) => rows.some((row) => row.kind === kind && isWaived(row))
  if (waived(depositKind.rental)) {
    return waived(depositKind.violation) ? depositStatus.bothFree : depositStatus.rentalFree
  }
  return waived(depositKind.violation) ? depositStatus.violationFree : depositStatus.none
}

/** How far the deposits of an order are collected: the least of the rows that are not waived; waived when none is left. */
export function orderPayStatus(rows: readonly DepositRow[]): DepositPayStatus {
  if (rows.length === 0) return pay.unpaid
  const due = rows.filter((row) => !isWaived(row)).map((row) => row.payStatus)
  return due.length === 0 ? pay.waived : (Math.min(...due) as DepositPayStatus)
}

const collected: Readonly<Record<DepositPayStatus, string>> = {
  [pay.unpaid]: '未收取',
  [pay.waived]: '未收取',
  [pay.paid]: '已收取',
  [pay.authorised]: '已授权',
}

export const hasWaiver = (status: number): boolean => status !== depositStatus.none

/** Nobody collects a deposit any more that is not there: its order, of this status, is cancelled or about to be. */
export const neverComes = (payStatus: number, orderStatus: number): boolean =>
  isUnpaidDeposit(payStatus) && isCancelled(orderStatus)

/**
 * The one label of an order's deposits: the waiver when there is one, else how far they are collected, or when what is open
 * comes (`openLater`), or that it never does.
 */
export function depositLabel(
  status: DepositStatus,
  payStatus: DepositPayStatus,
  { later = null, orderStatus }: { readonly later?: ViolationAt | null; readonly orderStatus?: number } = {},
): string {
  if (hasWaiver(status)) return depositStatuses.text(status)
  if (orderStatus !== undefined && neverComes(payStatus, orderStatus)) return '不收取'
  return later === null ? collected[payStatus] : `违章押金${laterText(later)}`
}

/**
 * Every deposit that a pickup asks for is waived, paid or frozen: the violation one only where it is taken then. An order
 * without rows is not ready.
 */
export const depositsReady = (rows: readonly DepositRow[], at: ViolationAt = violationAt.pickup): boolean =>
  rows.length > 0 && rows.every((row) => !isUnpaidDeposit(row.payStatus) || !isAskedAtPickup(row.kind, at))

/** Whether a deposit is taken at the pickup, and not first at the return. */
export const isAskedAtPickup = (kind: DepositKind, at: ViolationAt): boolean =>
  kind === depositKind.rental || at === violationAt.pickup

/** How the violation deposit comes that is not taken at the pickup, as staff say it. */
export const laterText = (at: ViolationAt): string =>
  at === violationAt.convert ? '还车时由租车押金转入' : '还车时收取'

/**
 * When an unpaid deposit is agreed to come, while nobody asks for it yet: until the car is back, or will not go out. null: it
 * is there, or asked for now. No state of its own: its row stays unpaid.
 */
export const comesLater = (row: DepositRow, at: ViolationAt, orderStatus: number): ViolationAt | null =>
  isUnpaidDeposit(row.payStatus) &&
  !isAskedAtPickup(row.kind, at) &&
  !wasReturned(orderStatus) &&
  !isCancelled(orderStatus)
    ? at
    : null

/** The same of an order, whose deposits are all there but for what comes later; null: there is none, or another one is due. */
export function openLater(rows: readonly DepositRow[], at: ViolationAt, orderStatus: number): ViolationAt | null {
  const open = rows.filter((row) => isUnpaidDeposit(row.payStatus))
  return open.length > 0 && open.every((row) => comesLater(row, at, orderStatus) !== null) ? at : null
}

/** Money of this row is or was in hand, so that it may be deducted or released. */
export const isCollected = (payStatus: number): boolean => payStatus === pay.paid || payStatus === pay.authorised

/** Nothing is held any more, and nothing is on its way: released, deducted, waived, expired or never collected. */
export const isClosedHold = (status: number): boolean =>
  !([hold.held, hold.partlyDeducted, hold.releasing, hold.releaseFailed] as readonly number[]).includes(status)

/** Neither taken nor frozen nor waived. */
export const isUnpaidDeposit = (payStatus: number): boolean => payStatus === pay.unpaid
export const isWaivedDeposit = (payStatus: number): boolean => payStatus === pay.waived
/** Waived by the platform that sold the order, or taken by it. */
export const isPlatformWaiver = (type: number | null): type is PlatformWaiver =>
  type === waiveType.platform || type === waiveType.platformHeld
/** Waived, and nobody else answers for the customer: neither a credit nor the platform. */
export const isMerchantWaiver = (row: {
  readonly payStatus: number
  readonly holdStatus: number
  readonly waiveType: number | null
}): boolean =>
  isWaivedDeposit(row.payStatus) && row.holdStatus === hold.notApplicable && !isPlatformWaiver(row.waiveType)
/** Frozen at the customer's own account. */
export const isAuthorised = (payStatus: number): boolean => payStatus === pay.authorised

/** Something of it is in hand and on no way back. */
export const isInHand = (status: number): boolean => status === hold.held || status === hold.partlyDeducted
export const isReleased = (status: number): boolean => status === hold.released
export const hasReleaseFailed = (status: number): boolean => status === hold.releaseFailed
