import { advance } from '../../advance.ts'
import { type Guard, machine } from '../../step.ts'
import {
  type DepositPayStatus,
  depositPayStatus,
  depositPayStatuses,
  type HoldStatus,
  holdStatus,
  holdStatuses,
  inHandStatuses,
  openHoldStatuses,
} from './codes.ts'

const pay = depositPayStatus
const hold = holdStatus

/** Amounts of one deposit, fen; `captured + released + in flight ≤ held`. */
export interface DepositMoney {
  readonly heldFen: number
  readonly capturedFen: number
  readonly releasedFen: number
  /** Being released: requested, queued or failed, without a confirmation that it arrived. */
  readonly inFlightFen: number
}

/** What may still be deducted or released, fen. */
export const availableFen = (d: DepositMoney): number => d.heldFen - d.capturedFen - d.releasedFen - d.inFlightFen

/**
 * The hold status by the amounts: while something is available, held; then `onItsWay` while something is being
 * released; then `gone`, by how the last part left. A partial release does not lock the rest.
 */
const holdOf =
  (gone: HoldStatus, onItsWay: typeof hold.releasing | typeof hold.releaseFailed = hold.releasing) =>
  (d: DepositMoney): HoldStatus => {
    if (availableFen(d) > 0) return d.capturedFen > 0 ? hold.partlyDeducted : hold.held
    return d.inFlightFen > 0 ? onItsWay : gone
  }

const withinHold: Guard<DepositMoney> = (d) => (availableFen(d) < 0 ? { key: 'beyondDeposit' } : null)

const move = <const F extends readonly HoldStatus[], const T extends HoldStatus>(from: F, to: T) => ({
  from,
  to,
  guard: withinHold,
})
/** Like `move`, with a choice between several target statuses by the amounts. */
const moveBy = <const F extends readonly HoldStatus[], const T extends readonly HoldStatus[]>(
  from: F,
  to: T,
  choose: (d: DepositMoney) => HoldStatus,
) => ({ from, to, choose, guard: withinHold })

const inHand = inHandStatuses
const notGone = openHoldStatuses

/** An addition to a held deposit. */
const covered = moveBy(inHand, inHand, holdOf(hold.held))

/** A waived deposit is held only where a credit covers it. */
const collected = [pay.paid, pay.authorised, pay.waived] as const

/**
 * A deposit has two state machines that move together: how far it is collected, and where the money is. The facts
 * of an action are the amounts after it.
 */
export const depositPaySteps = machine(depositPayStatuses, {
  entry: [pay.unpaid, pay.waived],
  final: [pay.waived, pay.paid, pay.authorised],
  refusal: 'depositTaken',
  steps: {
    waive: { from: [pay.unpaid], to: pay.waived, by: 'deposit.collect' },
    /** An offline receipt with a voucher, or a successful online payment. */
    receive: { from: [pay.unpaid], to: pay.paid, by: 'deposit.collect' },
    freeze: { from: [pay.unpaid], to: pay.authorised, by: 'system' },
    /** A provider's credit covers the deposit: nothing is frozen, and up to its amount may be captured. */
    authoriseCredit: { from: [pay.unpaid], to: pay.waived, by: 'system' },
    receiveMore: { from: [pay.paid, pay.authorised], to: 'same', by: 'deposit.collect' },
    /** The deposit gets another cover; the previous one is released. */
    receiveInstead: { from: collected, to: pay.paid, by: 'deposit.collect' },
    freezeInstead: { from: collected, to: pay.authorised, by: 'deposit.collect' },
    creditInstead: { from: collected, to: pay.waived, by: 'system' },
    /** The provider closed the freeze before the pickup. */
    freezeClosed: { from: [pay.authorised, pay.waived], to: pay.unpaid, by: 'system' },
    expire: { from: [pay.authorised, pay.waived], to: pay.unpaid, by: 'system' },
    /** The merchant withdraws its waiver. */
    withdrawWaiver: { from: [pay.waived], to: pay.unpaid, by: 'deposit.waive' },
    deduct: { from: collected, to: 'same', by: 'deposit.deduct' },
    refundDeduction: { from: collected, to: 'same', by: 'deposit.deduct' },
    /** Part or all of it becomes the violation deposit. */
    convert: { from: collected, to: 'same', by: 'deposit.collect' },
    askRelease: { from: collected, to: 'same', by: 'deposit.release' },
    dropRelease: { from: collected, to: 'same', by: 'deposit.release' },
    releaseDone: { from: collected, to: 'same', by: 'system' },
    releaseFailed: { from: collected, to: 'same', by: 'system' },
    retryRelease: { from: collected, to: 'same', by: 'deposit.release' },
    captured: { from: collected, to: 'same', by: 'system' },
    captureFailed: { from: collected, to: 'same', by: 'system' },
  },
})

export const depositHoldSteps = machine(holdStatuses, {
  entry: [hold.none, hold.notApplicable],
  final: [hold.released, hold.deducted, hold.converted, hold.notApplicable],
  refusal: 'amountWrong',
  steps: {
    waive: move([hold.none, hold.expired], hold.notApplicable),
    receive: move([hold.none, hold.expired], hold.held),
    freeze: move([hold.none, hold.expired], hold.held),
    authoriseCredit: move([hold.none, hold.expired], hold.held),
    receiveMore: covered,
    receiveInstead: covered,
    freezeInstead: covered,
    creditInstead: covered,
    freezeClosed: move([hold.held], hold.none),
    expire: move(notGone, hold.expired),
    withdrawWaiver: move([hold.notApplicable], hold.none),
    deduct: moveBy(inHand, [hold.partlyDeducted, hold.releasing, hold.deducted], holdOf(hold.deducted)),
    /** A wrong deduction is refunded while the deposit is still held. */
    refundDeduction: moveBy([hold.partlyDeducted, hold.releasing, hold.deducted], inHand, holdOf(hold.held)),
    convert: moveBy(inHand, [...inHand, hold.releasing, hold.released, hold.deducted, hold.converted], (d) => {
      const gone = d.releasedFen > 0 ? hold.released : hold.converted
      return holdOf(d.capturedFen > 0 ? hold.deducted : gone)(d)
    }),
    askRelease: moveBy(inHand, [...inHand, hold.releasing], holdOf(hold.releasing)),
    /** A release that was not paid out yet is cancelled, because the deposit is needed or the return was undone. */
    dropRelease: moveBy(notGone, inHand, holdOf(hold.held)),
    /** The provider, or a voucher for an offline release, confirms that the money arrived. */
    releaseDone: moveBy(notGone, [...inHand, hold.releasing, hold.released], holdOf(hold.released)),
    releaseFailed: moveBy(
      [...inHand, hold.releasing],
      [...inHand, hold.releaseFailed],
      holdOf(hold.releaseFailed, hold.releaseFailed),
    ),
    retryRelease: moveBy([...inHand, hold.releaseFailed], [...inHand, hold.releasing], holdOf(hold.releasing)),
    /** Captured from an authorization hold, which may release its rest at the same time. */
    captured: moveBy(notGone, [hold.partlyDeducted, hold.releasing, hold.deducted, hold.released], (d) =>
      holdOf(d.releasedFen > 0 ? hold.released : hold.deducted)(d),
    ),
    /** The amount of the failed capture is available again. */
    captureFailed: moveBy(notGone, inHand, holdOf(hold.held)),
  },
})

export type DepositAction = keyof typeof depositHoldSteps.steps & keyof typeof depositPaySteps.steps

export interface DepositState {
  readonly payStatus: DepositPayStatus
  readonly holdStatus: HoldStatus
}

/**
 * Moves both statuses of a deposit. `money`: the amounts after the action, which distinguish a part from the whole.
 * Throws `depositTaken`, `amountWrong`, or `beyondDeposit` when more would leave than is held.
 */
export function advanceDeposit(row: DepositState, action: DepositAction, money: DepositMoney): DepositState {
  return {
    payStatus: advance(depositPaySteps, action, row.payStatus),
    holdStatus: advance(depositHoldSteps, action, row.holdStatus, money),
  }
}

/** The state of a new deposit: 0 fen are waived, without the permission that a waiver needs. */
export const newDepositState = (amountFen: number): DepositState =>
  amountFen === 0
    ? { payStatus: pay.waived, holdStatus: hold.notApplicable }
    : { payStatus: pay.unpaid, holdStatus: hold.none }
