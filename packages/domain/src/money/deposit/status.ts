import { isCancelled, wasReturned } from '../../booking/order/steps.ts'
import {
  type DepositKind,
  type DepositPayStatus,
  type DepositStatus,
  depositKind,
  depositPayStatus,
  depositStatus,
  depositStatuses,
  holdStatus,
  inHandStatuses,
  openHoldStatuses,
  type PlatformWaiver,
  type ViolationAt,
  violationAt,
  waiveType,
} from './codes.ts'

const pay = depositPayStatus
const hold = holdStatus

/** A deposit as far as the labels of the order need it. */
export interface DepositRow {
  readonly kind: DepositKind
  readonly payStatus: DepositPayStatus
}

const isWaived = (row: DepositRow) => row.payStatus === pay.waived

/** Which deposits of an order are waived; none when there are no rows. */
export function depositStatusOf(rows: readonly DepositRow[]): DepositStatus {
  const waived = (kind: DepositKind) => rows.some((row) => row.kind === kind && isWaived(row))
  if (waived(depositKind.rental)) {
    return waived(depositKind.violation) ? depositStatus.bothFree : depositStatus.rentalFree
  }
  return waived(depositKind.violation) ? depositStatus.violationFree : depositStatus.none
}

/** How far the deposits of an order are collected: the lowest status of those that are not waived; waived when all are. */
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

/** An unpaid deposit of a cancelled order is not collected any more. */
export const neverComes = (payStatus: number, orderStatus: number): boolean =>
  isUnpaidDeposit(payStatus) && isCancelled(orderStatus)

/**
 * The one label for the deposits of an order: the waiver, else how far they are collected, or when the open one is
 * agreed to be collected (`openLater`), or that it never is.
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
 * Every deposit that is due at the pickup is waived, paid or frozen; the violation deposit counts only if it is
 * taken then. An order without deposit rows is not ready.
 */
export const depositsReady = (rows: readonly DepositRow[], at: ViolationAt = violationAt.pickup): boolean =>
  rows.length > 0 && rows.every((row) => !isUnpaidDeposit(row.payStatus) || !isAskedAtPickup(row.kind, at))

/** Whether a deposit is due at the pickup and not at the return. */
export const isAskedAtPickup = (kind: DepositKind, at: ViolationAt): boolean =>
  kind === depositKind.rental || at === violationAt.pickup

export const laterText = (at: ViolationAt): string =>
  at === violationAt.convert ? '还车时由租车押金转入' : '还车时收取'

/**
 * When an unpaid deposit is agreed to be collected, until the car is back or the order is cancelled. null: it is
 * paid, or due now. This is no status: the row stays unpaid.
 */
export const comesLater = (row: DepositRow, at: ViolationAt, orderStatus: number): ViolationAt | null =>
  isUnpaidDeposit(row.payStatus) &&
  !isAskedAtPickup(row.kind, at) &&
  !wasReturned(orderStatus) &&
  !isCancelled(orderStatus)
    ? at
    : null

/** The same for an order whose other deposits are all collected; null when nothing is open, or another deposit is due. */
export function openLater(rows: readonly DepositRow[], at: ViolationAt, orderStatus: number): ViolationAt | null {
  const open = rows.filter((row) => isUnpaidDeposit(row.payStatus))
  return open.length > 0 && open.every((row) => comesLater(row, at, orderStatus) !== null) ? at : null
}

/** Money of this deposit is or was held, so that it may be deducted or released. */
export const isCollected = (payStatus: number): boolean => payStatus === pay.paid || payStatus === pay.authorised

/** Nothing is held or being released: released, deducted, waived, expired or never collected. */
export const isClosedHold = (status: number): boolean => !openHoldStatuses.some((one) => one === status)

export const isUnpaidDeposit = (payStatus: number): boolean => payStatus === pay.unpaid
export const isWaivedDeposit = (payStatus: number): boolean => payStatus === pay.waived
/** Waived, or collected, by the platform that sold the order. */
export const isPlatformWaiver = (type: number | null): type is PlatformWaiver =>
  type === waiveType.platform || type === waiveType.platformHeld
/** Waived by the merchant, so that neither a credit nor the platform covers it. */
export const isMerchantWaiver = (row: {
  readonly payStatus: number
  readonly holdStatus: number
  readonly waiveType: number | null
}): boolean =>
  isWaivedDeposit(row.payStatus) && row.holdStatus === hold.notApplicable && !isPlatformWaiver(row.waiveType)
/** Frozen in the customer's account. */
export const isAuthorised = (payStatus: number): boolean => payStatus === pay.authorised

/** Part of it is held and not being released. */
export const isInHand = (status: number): boolean => inHandStatuses.some((one) => one === status)
export const isReleased = (status: number): boolean => status === hold.released
export const hasReleaseFailed = (status: number): boolean => status === hold.releaseFailed
