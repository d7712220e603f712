import { advance } from '../advance.ts'
import { type Guard, machine } from '../step.ts'
import {
  type DepositPayStatus,
  depositPayStatus,
  depositPayStatuses,
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
/** As `move`, to one of several statuses by the amounts. */
const moveBy = <const F extends readonly HoldStatus[], const T extends readonly HoldStatus[]>(
  from: F,
  to: T,
  choose: (d: DepositMoney) => HoldStatus,
) => ({ from, to, choose, guard: withinHold })

/** Something of it is in hand. */
const inHand = [hold.held, hold.partlyDeducted] as const
/** And where that is on its way back, too. */
const notGone = [...inHand, hold.releasing, hold.releaseFailed] as const

/** Something more is in hand of what is in hand already. */
const covered = moveBy(inHand, inHand, holdOf(hold.held))

/** Of a waived row only what a credit stands for is in hand. */
const collected = [pay.paid, pay.authorised, pay.waived] as const

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
    /** A provider answers for the customer: nothing is frozen, and up to the deposit may be captured. */
    authoriseCredit: { from: [pay.unpaid], to: pay.waived, by: 'system' },
    receiveMore: { from: [pay.paid, pay.authorised], to: 'same', by: 'deposit.collect' },
    /** Covered another way from now; what it was covered by goes back. */
    receiveInstead: { from: collected, to: pay.paid, by: 'deposit.collect' },
    freezeInstead: { from: collected, to: pay.authorised, by: 'deposit.collect' },
    creditInstead: { from: collected, to: pay.waived, by: 'system' },
    /** The provider closed the freeze before pickup. */
    freezeClosed: { from: [pay.authorised, pay.waived], to: pay.unpaid, by: 'system' },
    expire: { from: [pay.authorised, pay.waived], to: pay.unpaid, by: 'system' },
    /** What the merchant waived is asked for after all. */
    withdrawWaiver: { from: [pay.waived], to: pay.unpaid, by: 'deposit.waive' },
    deduct: { from: collected, to: 'same', by: 'deposit.deduct' },
    refundDeduction: { from: collected, to: 'same', by: 'deposit.deduct' },
    /** A part of it, or all, is the violation deposit from now. */
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
    /** A wrong deduction came back while the deposit is still in hand. */
    refundDeduction: moveBy([hold.partlyDeducted, hold.releasing, hold.deducted], inHand, holdOf(hold.held)),
    convert: moveBy(inHand, [...inHand, hold.releasing, hold.released, hold.deducted, hold.converted], (d) => {
      const gone = d.releasedFen > 0 ? hold.released : hold.converted
      return holdOf(d.capturedFen > 0 ? hold.deducted : gone)(d)
    }),
    askRelease: moveBy(inHand, [...inHand, hold.releasing], holdOf(hold.releasing)),
    /** A release that has not left is taken back: by whoever needs the deposit after all, or by an undone return. */
    dropRelease: moveBy(notGone, inHand, holdOf(hold.held)),
    /** The provider, or a voucher for an offline one, says that the money is back. */
    releaseDone: moveBy(notGone, [...inHand, hold.releasing, hold.released], holdOf(hold.released)),
    releaseFailed: moveBy(
      [...inHand, hold.releasing],
      [...inHand, hold.releaseFailed],
      holdOf(hold.releaseFailed, hold.releaseFailed),
    ),
    retryRelease: moveBy([...inHand, hold.releaseFailed], [...inHand, hold.releasing], holdOf(hold.releasing)),
    /** Captured from an authorisation, which may have let go the rest of itself with it. */
    captured: moveBy(notGone, [hold.partlyDeducted, hold.releasing, hold.deducted, hold.released], (d) =>
      holdOf(d.releasedFen > 0 ? hold.released : hold.deducted)(d),
    ),
    /** What it would have taken is free again. */
    captureFailed: moveBy(notGone, inHand, holdOf(hold.held)),
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
