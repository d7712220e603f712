import { advance, type Guard, machine } from '../step.ts'
import {
  type DepositKind,
  type DepositPayStatus,
  type DepositStatus,
  depositKind,
  depositPayStatus,
  depositPayStatuses,
  depositStatus,
  depositStatuses,
  type HoldStatus,
  holdStatus,
  holdStatuses,
} from './codes.ts'

const pay = depositPayStatus
const hold = holdStatus

/** One deposit of an order. All amounts in fen; `captured + released + in flight ≤ held`. */
export interface DepositMoney {
  readonly heldFen: number
  readonly capturedFen: number
  readonly releasedFen: number
  /** On its way back: asked for, queued or failed, and not known to have arrived. */
  readonly inFlightFen: number
}

/** What of a deposit has neither left nor is on its way: may still be deducted or released. */
export const availableFen = (d: DepositMoney): number => d.heldFen - d.capturedFen - d.releasedFen - d.inFlightFen

/**
 * Where the money is while something of it is free; once nothing is, what is on its way decides (`onItsWay`), and when
 * nothing is that either, how the last of it went (`gone`). A part on its way does not lock the rest.
 */
const holdOf =
  <G extends HoldStatus>(gone: G, onItsWay: typeof hold.releasing | typeof hold.releaseFailed = hold.releasing) =>
  (d: DepositMoney) => {
    if (availableFen(d) > 0) return d.capturedFen > 0 ? hold.partlyDeducted : hold.held
    return d.inFlightFen > 0 ? onItsWay : gone
  }

const withinHold: Guard<DepositMoney> = (d) => (availableFen(d) < 0 ? { key: 'beyondDeposit' } : null)

const move = <const F extends readonly HoldStatus[], const T extends HoldStatus>(from: F, to: T) => ({
  from,
  to,
  guard: withinHold,
})

/*
 * A deposit row is two machines that move together under one action: how far it is collected, and where the money is.
 * The facts of an action are the amounts after it.
 */
export const depositPaySteps = machine(depositPayStatuses, {
  entry: [pay.unpaid, pay.waived],
  final: [pay.waived, pay.paid, pay.authorised],
  refusal: 'depositTaken',
  steps: {
    waive: { from: [pay.unpaid], to: pay.waived, by: 'deposit.collect' },
    /** An offline receipt with its voucher, or a deposit payment that succeeded online. */
    receive: { from: [pay.unpaid], to: pay.paid, by: 'deposit.collect' },
    freeze: { from: [pay.unpaid], to: pay.authorised, by: 'system' },
    /** The provider closed the freeze before pickup. */
    freezeClosed: { from: [pay.authorised], to: pay.unpaid, by: 'system' },
    expire: { from: [pay.authorised], to: pay.unpaid, by: 'system' },
    withdrawWaiver: { from: [pay.waived], to: pay.unpaid, by: 'system' },
    deduct: { from: [pay.paid, pay.authorised], to: 'same', by: 'deposit.deduct' },
    refundDeduction: { from: [pay.paid, pay.authorised], to: 'same', by: 'deposit.deduct' },
    askRelease: { from: [pay.paid, pay.authorised], to: 'same', by: 'deposit.release' },
    dropRelease: { from: [pay.paid, pay.authorised], to: 'same', by: 'deposit.release' },
    releaseDone: { from: [pay.paid, pay.authorised], to: 'same', by: 'system' },
    releaseFailed: { from: [pay.paid, pay.authorised], to: 'same', by: 'system' },
    retryRelease: { from: [pay.paid, pay.authorised], to: 'same', by: 'deposit.release' },
  },
})

export const depositHoldSteps = machine(holdStatuses, {
  entry: [hold.none, hold.notApplicable],
  final: [hold.released, hold.deducted, hold.notApplicable],
  refusal: 'amountWrong',
  steps: {
    waive: move([hold.none, hold.expired], hold.notApplicable),
    receive: move([hold.none, hold.expired], hold.held),
    freeze: move([hold.none, hold.expired], hold.held),
    freezeClosed: move([hold.held], hold.none),
    expire: move([hold.held, hold.partlyDeducted, hold.releasing, hold.releaseFailed], hold.expired),
    withdrawWaiver: move([hold.notApplicable], hold.none),
    deduct: {
      from: [hold.held, hold.partlyDeducted],
      to: [hold.partlyDeducted, hold.releasing, hold.deducted],
      choose: holdOf(hold.deducted),
      guard: withinHold,
    },
    /** A wrong deduction came back while the deposit is still in hand. */
    refundDeduction: {
      from: [hold.partlyDeducted, hold.releasing, hold.deducted],
      to: [hold.held, hold.partlyDeducted],
      choose: holdOf(hold.held),
      guard: withinHold,
    },
    askRelease: {
      from: [hold.held, hold.partlyDeducted],
      to: [hold.held, hold.partlyDeducted, hold.releasing],
      choose: holdOf(hold.releasing),
      guard: withinHold,
    },
    /** A release that has not left is taken back: by whoever needs the deposit after all, or by an undone return. */
    dropRelease: {
      from: [hold.held, hold.partlyDeducted, hold.releasing, hold.releaseFailed],
      to: [hold.held, hold.partlyDeducted],
      choose: holdOf(hold.held),
      guard: withinHold,
    },
    /** The provider, or a voucher for an offline one, says that the money is back. */
    releaseDone: {
      from: [hold.held, hold.partlyDeducted, hold.releasing, hold.releaseFailed],
      to: [hold.held, hold.partlyDeducted, hold.releasing, hold.released],
      choose: holdOf(hold.released),
      guard: withinHold,
    },
    releaseFailed: {
      from: [hold.held, hold.partlyDeducted, hold.releasing],
      to: [hold.held, hold.partlyDeducted, hold.releaseFailed],
      choose: holdOf(hold.releaseFailed, hold.releaseFailed),
      guard: withinHold,
    },
    retryRelease: {
      from: [hold.held, hold.partlyDeducted, hold.releaseFailed],
      to: [hold.held, hold.partlyDeducted, hold.releasing],
      choose: holdOf(hold.releasing),
      guard: withinHold,
    },
  },
})

export type DepositAction = keyof typeof depositHoldSteps.steps & keyof typeof depositPaySteps.steps

export interface DepositState {
  readonly payStatus: DepositPayStatus
  readonly holdStatus: HoldStatus
}

/**
 * Moves both statuses of a row at once. `money`: the amounts after the action, which tell part from whole.
 * Throws `depositTaken`, `amountWrong`, or `beyondDeposit` when more would have left than is held.
 */
export function advanceDeposit(row: DepositState, action: DepositAction, money: DepositMoney): DepositState {
  return {
    payStatus: advance(depositPaySteps, action, row.payStatus),
    holdStatus: advance(depositHoldSteps, action, row.holdStatus, money),
  }
}

/** The state a row is created in: nothing to collect for 0 fen, which needs nobody's key. */
export const newDepositState = (amountFen: number): DepositState =>
  amountFen === 0
    ? { payStatus: pay.waived, holdStatus: hold.notApplicable }
    : { payStatus: pay.unpaid, holdStatus: hold.none }

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

/** At least one deposit of the order is waived. */
export const hasWaiver = (status: number): boolean => status !== depositStatus.none

/** The one label of an order's deposits: the waiver when there is one, else how far they are collected. */
export function depositLabel(status: DepositStatus, payStatus: DepositPayStatus): string {
  return hasWaiver(status) ? depositStatuses.text(status) : collected[payStatus]
}

/** Every deposit is waived, paid or frozen: what a pickup asks. An order without rows is not ready. */
export const depositsReady = (rows: readonly DepositRow[]): boolean => !isUnpaidDeposit(orderPayStatus(rows))

/** Money of this row is or was in hand, so that it may be deducted or released. */
export const isCollected = (payStatus: number): boolean => payStatus === pay.paid || payStatus === pay.authorised

/** Nothing is held any more, and nothing is on its way: released, deducted, waived, expired or never collected. */
export const isClosedHold = (status: number): boolean =>
  !([hold.held, hold.partlyDeducted, hold.releasing, hold.releaseFailed] as readonly number[]).includes(status)

/** Ledger money, as against a freeze or a waiver, which are only noted. */
export const isPaidDeposit = (payStatus: number): boolean => payStatus === pay.paid

/** Neither taken nor frozen nor waived. */
export const isUnpaidDeposit = (payStatus: number): boolean => payStatus === pay.unpaid
export const isWaivedDeposit = (payStatus: number): boolean => payStatus === pay.waived
/** Frozen at the customer's own account. */
export const isAuthorised = (payStatus: number): boolean => payStatus === pay.authorised

/** Something of it is in hand and on no way back. */
export const isInHand = (status: number): boolean => status === hold.held || status === hold.partlyDeducted
export const isReleased = (status: number): boolean => status === hold.released
export const hasReleaseFailed = (status: number): boolean => status === hold.releaseFailed
