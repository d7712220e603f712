import type { refusals } from '../refusal.ts'
import { type ActionOf, type Guard, machine } from '../step.ts'
import { MINUTE } from '../time.ts'
import { type OrderStatus, orderStatuses, orderStatus as s } from './codes.ts'

/** What an undo asks: minutes are the merchant's `undoMinutes`, instants epoch ms. */
export interface UndoFacts {
  readonly now: number
  /** Of the confirmation, whatever time was typed. */
  readonly confirmedAt: number
  readonly undoMinutes: number
  /** What was done since, in words, that stands on the handover; null when nothing was. */
  readonly followed: string | null
}

export interface UndoReturnFacts extends UndoFacts {
  /** Nobody else holds the vehicle until the planned return and its turnaround. */
  readonly vehicleStillFree: boolean
}

const mayUndo: Guard<UndoFacts> = (f) => {
  if (f.now > f.confirmedAt + f.undoMinutes * MINUTE) return { key: 'undoExpired' }
  return f.followed === null ? null : { key: 'undoFollowed', detail: { followed: f.followed } }
}

const mayUndoReturn: Guard<UndoReturnFacts> = (f) => mayUndo(f) ?? (f.vehicleStillFree ? null : { key: 'vehicleTaken' })

/** A job came too early: it does nothing and looks again at its next run. */
const notYet = { key: 'orderStatusRefuses' } as const
const isDue: Guard<{ readonly now: number; readonly limit: number }> = (f) => (f.now >= f.limit ? null : notYet)

const notDueBack: Guard<{ readonly now: number; readonly returnAt: number }> = (f) =>
  f.now < f.returnAt ? null : { key: 'orderStatusRefuses', detail: { 原因: '已到约定的还车时间' } }

/** The store has said yes, and the pickup is ahead. */
const standing = [s.confirmed, s.arranged] as const
/** Also until the car is back. */
const current = [...standing, s.pickedUp] as const
/** Booked, whatever became of it. */
const booked = [s.submitted, s.confirming, ...current, s.returned, s.cancelling, s.cancelled] as const

const confirmedOrWaiting = (f: { readonly autoConfirm: boolean }) => (f.autoConfirm ? s.confirmed : s.confirming)

/*
 * Every move of an order. Locks are the caller's: the order row first, then its deposit rows by kind, then pools by id;
 * timers and callbacks take the same locks and ask here again.
 */
export const orderSteps = machine(orderStatuses, {
  entry: [s.notSubmitted, s.submitted, s.confirming, s.confirmed],
  final: [s.returned, s.cancelled],
  refusal: 'orderStatusRefuses',
  steps: {
    /** A draft becomes an order: it waits for its online payment, for the store, or for a vehicle. */
    submit: {
      from: [s.notSubmitted],
      to: [s.submitted, s.confirming, s.confirmed],
      choose: (f: { readonly payOnline: boolean; readonly autoConfirm: boolean }) =>
        f.payOnline ? s.submitted : confirmedOrWaiting(f),
      by: 'order.create',
    },
    editDraft: { from: [s.notSubmitted], to: 'same', by: 'order.create' },
    pay: { from: [s.submitted], to: [s.confirming, s.confirmed], choose: confirmedOrWaiting, by: 'system' },
    /** The pay order was closed at the provider first; found paid, `pay` runs instead. */
    payTimeout: { from: [s.submitted], to: s.cancelled, by: 'system' },
    /** A draft left for a day. */
    dropDraft: { from: [s.notSubmitted], to: s.cancelled, by: 'system' },
    accept: { from: [s.confirming], to: s.confirmed, by: 'order.confirm' },
    refuse: { from: [s.confirming], to: s.cancelling, by: 'order.confirm' },
    /** Nobody accepted: a channel's order when its deadline passes, our own when the pickup time does. */
    refuseUnanswered: {
      from: [s.confirming],
      to: s.cancelling,
      guard: isDue,
      by: 'system',
    },
    arrange: { from: standing, to: s.arranged, by: 'order.arrange' },
    autoArrange: {
      from: [s.confirmed],
      to: s.arranged,
      guard: (f: { readonly now: number; readonly pickupAt: number; readonly lockWindowMinutes: number }) =>
        f.now >= f.pickupAt - f.lockWindowMinutes * MINUTE ? null : notYet,
      by: 'system',
    },
    unarrange: { from: [s.arranged], to: s.confirmed, by: 'order.arrange' },
    modify: { from: standing, to: 'same', by: 'order.modify' },
    pickUp: { from: [s.arranged], to: s.pickedUp, by: 'order.pickup' },
    return: { from: [s.pickedUp], to: s.returned, by: 'order.return' },
    /** What a customer handed in alone is looked at, before the car goes or once it is back. */
    checkPickup: { from: [s.arranged], to: 'same', by: 'order.selfVerify' },
    checkReturn: { from: [s.pickedUp], to: 'same', by: 'order.selfVerify' },
    /** The late fee up to now is charged before the car is back, so that a deposit can answer for it. */
    chargeLate: { from: [s.pickedUp], to: 'same', by: 'order.return' },
    /** Theft, fraud or total loss: closed without the car. */
    closeLost: { from: [s.pickedUp], to: s.returned, by: 'order.override' },
    /** A long order ends early; the car still comes back by `return`. */
    terminate: { from: [s.pickedUp], to: 'same', by: 'longOrder.terminate' },
    /** That end is taken back before the car is due. */
    withdrawEnd: { from: [s.pickedUp], to: 'same', guard: notDueBack, by: 'longOrder.terminate' },
    renew: { from: [s.pickedUp], to: 'same', by: 'renewal.create' },
    swap: { from: [s.pickedUp], to: 'same', by: 'order.arrange' },
    undoPickup: { from: [s.pickedUp], to: s.arranged, guard: mayUndo, by: 'order.undo' },
    undoReturn: { from: [s.returned], to: s.pickedUp, guard: mayUndoReturn, by: 'order.undo' },
    /** Before any money or stock a cancel is final at once; later it waits for its refunds. */
    cancel: {
      from: [s.notSubmitted, s.submitted, s.confirming, s.confirmed, s.arranged],
      to: {
        [s.notSubmitted]: s.cancelled,
        [s.submitted]: s.cancelled,
        [s.confirming]: s.cancelling,
        [s.confirmed]: s.cancelling,
        [s.arranged]: s.cancelling,
      },
      refuses: { [s.pickedUp]: 'orderAlreadyPickedUp', [s.returned]: 'orderAlreadyPickedUp' },
      by: 'order.cancel',
    },
    /** The customer never came and the store did not say so within a day. */
    noShow: {
      from: standing,
      to: s.cancelling,
      guard: isDue,
      by: 'system',
    },
    finishCancel: {
      from: [s.cancelling],
      to: s.cancelled,
      guard: (f: { readonly moneyOutOpen: number }) => (f.moneyOutOpen === 0 ? null : notYet),
      by: 'system',
    },
    /** The channel refused our cancel and a vehicle was found again. */
    reopen: {
      from: [s.cancelling],
      to: [s.confirming, s.confirmed, s.arranged],
      choose: (f: { readonly prevStatus: OrderStatus }) => f.prevStatus,
      by: 'system',
    },
    /** Money may go back of any order that was booked: what was paid twice, or after its end. */
    retryRefund: { from: booked, to: 'same', by: 'order.refund' },
    /** Rent, supplements and penalties are collected until the order is forgotten; a draft owes nothing. */
    collect: { from: booked, to: 'same', by: 'order.payment' },
    /** The same of an instalment, on the page of its plan. */
    collectInstalment: { from: booked, to: 'same', by: 'longOrder.instalment' },
    /** A payment that its provider leaves undecided, or reports with another sum, is looked after. */
    checkPay: { from: booked, to: 'same', by: 'order.payment' },
    /** A charge outside of any flow; of an order that was called off it only collects what is owed. */
    supplement: { from: [...current, s.returned, s.cancelling, s.cancelled], to: 'same', by: 'order.supplement' },
    /** Damage that the customer may have to answer for: from the pickup on, also long after the return. */
    damage: { from: [s.pickedUp, s.returned], to: 'same', by: 'damage.create' },
    /** Paid back outside of any flow; one that is being cancelled pays back by itself. */
    reimburse: { from: [...current, s.returned, s.cancelled], to: 'same', by: 'order.refund' },
    collectDeposit: { from: [s.confirming, ...current], to: 'same', by: 'deposit.collect' },
    /** The violation deposit: also once the car is back. */
    collectViolation: { from: [s.confirming, ...current, s.returned], to: 'same', by: 'deposit.collect' },
    /** A part of the rental deposit becomes the violation deposit. */
    convertDeposit: { from: [s.returned], to: 'same', by: 'deposit.collect' },
    deduct: { from: [s.pickedUp, s.returned], to: 'same', by: 'deposit.deduct' },
    release: { from: [s.returned, s.cancelling, s.cancelled], to: 'same', by: 'deposit.release' },
    /** The voucher of what waits to be paid back by hand, also of a deposit that another took the place of. */
    proveRelease: {
      from: [s.confirming, ...current, s.returned, s.cancelling, s.cancelled],
      to: 'same',
      by: 'deposit.release',
    },
    /** A release that has not left is taken back: a cancelled order has nothing to keep a deposit for. */
    withdrawRelease: { from: [s.returned], to: 'same', by: 'deposit.release' },
    assignDelivery: { from: standing, to: 'same', by: 'order.arrange' },
    assignCollection: { from: current, to: 'same', by: 'order.arrange' },
    draftAgreement: { from: [...current, s.returned], to: 'same', by: 'order.agreement' },
    addPickupExpense: { from: [s.arranged], to: 'same', by: 'order.pickup' },
    addReturnExpense: { from: [s.pickedUp], to: 'same', by: 'order.return' },
    writeOff: { from: [s.returned, s.cancelled], to: 'same', by: 'order.refundApprove' },
  },
})

export type OrderAction = ActionOf<typeof orderSteps>

/** What pages say of a status that allows an action not; the catalogue's own words, which the compiler compares. */
export const WRONG_STATUS: (typeof refusals)['orderStatusRefuses']['message'] = '当前订单状态不支持此操作'

/** Orders that re-pack may give another vehicle, when they are not pinned. */
export const movableStatuses: readonly OrderStatus[] = [s.submitted, s.confirming, s.confirmed, s.arranged]

/** Kept and not booked: it holds no car and no money. */
export const isDraft = (status: number): boolean => status === s.notSubmitted

/** Of an order that was booked and is not over. */
export const openStatuses: readonly OrderStatus[] = orderStatuses.values.filter(
  (status) => !isDraft(status) && !orderSteps.final.includes(status),
)

/** Booked, and nothing is promised before it is paid. */
export const awaitsPayment = (status: number): boolean => status === s.submitted

/** The store has not said yes yet. */
export const awaitsAcceptance = (status: number): boolean => status === s.confirming

/** It stands, and no car was decided on. */
export const awaitsCar = (status: number): boolean => status === s.confirmed

/** Its car was decided on, and the customer has not come for it. */
export const isArranged = (status: number): boolean => status === s.arranged

export const isOnRent = (status: number): boolean => status === s.pickedUp

export const wasPickedUp = (status: number): boolean => status === s.pickedUp || status === s.returned

export const wasReturned = (status: number): boolean => status === s.returned

/** Its car was decided on. Before, the one that is kept for it may change without a word and is shown to nobody. */
export const hasCar = (status: number): boolean => status === s.arranged || wasPickedUp(status)

/** The order came to nothing, or is about to. */
export const isCancelled = (status: number): boolean => status === s.cancelling || status === s.cancelled

/** Nothing will be billed any more but what is charged by hand. */
export const isOver = (status: number): boolean => wasReturned(status) || isCancelled(status)

/** It was called off, and money is still to go back or to be agreed on. */
export const isCancelling = (status: number): boolean => status === s.cancelling

/** Orders that came to a rental, or still may. */
export const rentalStatuses: readonly OrderStatus[] = orderStatuses.values.filter(
  (status) => !isDraft(status) && !isCancelled(status),
)

/** The pickup is still ahead and the order stands. */
export const awaitsPickup = (status: number): boolean => status === s.confirmed || status === s.arranged
