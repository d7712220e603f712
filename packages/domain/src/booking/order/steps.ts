import type { refusals } from '../../refusal.ts'
import { type ActionOf, type Guard, machine } from '../../step.ts'
import { MINUTE } from '../../time.ts'
import { type OrderStatus, orderStatuses, orderStatus as s } from './codes.ts'

/** Facts of an undo: minutes are the merchant's `undoMinutes`, instants in epoch ms. */
export interface UndoFacts {
  readonly now: number
  /** Time of the confirmation, not the time that was entered. */
  readonly confirmedAt: number
  readonly undoMinutes: number
  /** What was done since and depends on the handover, as text; null when nothing was. */
  readonly followed: string | null
}

export interface UndoReturnFacts extends UndoFacts {
  /** No other order has the vehicle until the planned return and its turnaround. */
  readonly vehicleStillFree: boolean
}

const mayUndo: Guard<UndoFacts> = (f) => {
  if (f.now > f.confirmedAt + f.undoMinutes * MINUTE) return { key: 'undoExpired' }
  return f.followed === null ? null : { key: 'undoFollowed', detail: { followed: f.followed } }
}

const mayUndoReturn: Guard<UndoReturnFacts> = (f) => mayUndo(f) ?? (f.vehicleStillFree ? null : { key: 'vehicleTaken' })

/** A job that runs too early does nothing and tries again at its next run. */
const notYet = { key: 'orderStatusRefuses' } as const
const isDue: Guard<{ readonly now: number; readonly limit: number }> = (f) => (f.now >= f.limit ? null : notYet)

const notDueBack: Guard<{ readonly now: number; readonly returnAt: number }> = (f) =>
  f.now < f.returnAt ? null : { key: 'orderStatusRefuses', detail: { 原因: '已到约定的还车时间' } }

/** Accepted by the store, before the pickup. */
const standing = [s.confirmed, s.arranged] as const
/** Also while the car is out. */
const current = [...standing, s.pickedUp] as const
/** Booked, whatever its later status. */
const booked = [s.submitted, s.confirming, ...current, s.returned, s.cancelling, s.cancelled] as const

const confirmedOrWaiting = (f: { readonly autoConfirm: boolean }) => (f.autoConfirm ? s.confirmed : s.confirming)

/**
 * State machine of an order. The caller holds the locks: first the order row, then its deposit rows by kind, then
 * pools by id; timers and callbacks take the same locks and check here again.
 */
export const orderSteps = machine(orderStatuses, {
  entry: [s.notSubmitted, s.submitted, s.confirming, s.confirmed],
  final: [s.returned, s.cancelled],
  refusal: 'orderStatusRefuses',
  steps: {
    /** A draft becomes an order: it waits for its online payment, for the store's acceptance, or for a vehicle. */
    submit: {
      from: [s.notSubmitted],
      to: [s.submitted, s.confirming, s.confirmed],
      choose: (f: { readonly payOnline: boolean; readonly autoConfirm: boolean }) =>
        f.payOnline ? s.submitted : confirmedOrWaiting(f),
      by: 'order.create',
    },
    editDraft: { from: [s.notSubmitted], to: 'same', by: 'order.create' },
    pay: { from: [s.submitted], to: [s.confirming, s.confirmed], choose: confirmedOrWaiting, by: 'system' },
    /** The pay order was closed at the provider first; if it turns out to be paid, `pay` runs instead. */
    payTimeout: { from: [s.submitted], to: s.cancelled, by: 'system' },
    /** A draft that was not submitted for a day. */
    dropDraft: { from: [s.notSubmitted], to: s.cancelled, by: 'system' },
    accept: { from: [s.confirming], to: s.confirmed, by: 'order.confirm' },
    refuse: { from: [s.confirming], to: s.cancelling, by: 'order.confirm' },
    /** Not accepted in time: for a channel's order at its deadline, for our own at the pickup time. */
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
    /** Staff check what the customer submitted by self-service, before the car goes out or after it is back. */
    checkPickup: { from: [s.arranged], to: 'same', by: 'order.selfVerify' },
    checkReturn: { from: [s.pickedUp], to: 'same', by: 'order.selfVerify' },
    /** The late fee so far is charged before the return, so that it can be deducted from a deposit. */
    chargeLate: { from: [s.pickedUp], to: 'same', by: 'order.return' },
    /** Theft, fraud or total loss: closed without the car. */
    closeLost: { from: [s.pickedUp], to: s.returned, by: 'order.override' },
    /** A long order ends early; the car still comes back by `return`. */
    terminate: { from: [s.pickedUp], to: 'same', by: 'longOrder.terminate' },
    /** The early end is withdrawn before the car is due. */
    withdrawEnd: { from: [s.pickedUp], to: 'same', guard: notDueBack, by: 'longOrder.terminate' },
    renew: { from: [s.pickedUp], to: 'same', by: 'renewal.create' },
    swap: { from: [s.pickedUp], to: 'same', by: 'order.arrange' },
    undoPickup: { from: [s.pickedUp], to: s.arranged, guard: mayUndo, by: 'order.undo' },
    undoReturn: { from: [s.returned], to: s.pickedUp, guard: mayUndoReturn, by: 'order.undo' },
    /** Before any money or stock is involved a cancellation is final at once; later it waits for its refunds. */
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
    /** The customer did not come, and the store did not confirm that within a day. */
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
    /** The channel refused our cancellation, and a vehicle was found again. */
    reopen: {
      from: [s.cancelling],
      to: [s.confirming, s.confirmed, s.arranged],
      choose: (f: { readonly prevStatus: OrderStatus }) => f.prevStatus,
      by: 'system',
    },
    /** Money can be refunded for any booked order: double payments, or payments after its end. */
    retryRefund: { from: booked, to: 'same', by: 'order.payment' },
    /** Rent, supplements and penalties are collected until the order's data is deleted; a draft owes nothing. */
    collect: { from: booked, to: 'same', by: 'order.payment' },
    /** The same for an instalment, on the page of its plan. */
    collectInstalment: { from: booked, to: 'same', by: 'longOrder.instalment' },
    /** Staff check a payment that its provider leaves undecided or reports with another amount. */
    checkPay: { from: booked, to: 'same', by: 'order.payment' },
    /** A separate charge; for a cancelled order only to collect what is owed. */
    supplement: { from: [...current, s.returned, s.cancelling, s.cancelled], to: 'same', by: 'order.supplement' },
    /** Damage for which the customer may be liable: from the pickup on, also long after the return. */
    damage: { from: [s.pickedUp, s.returned], to: 'same', by: 'damage.create' },
    /** A separate refund; an order that is being cancelled is refunded automatically. */
    reimburse: { from: [...current, s.returned, s.cancelled], to: 'same', by: 'order.refund' },
    collectDeposit: { from: [s.confirming, ...current], to: 'same', by: 'deposit.collect' },
    /** The violation deposit can also be collected after the return. */
    collectViolation: { from: [s.confirming, ...current, s.returned], to: 'same', by: 'deposit.collect' },
    /** Part of the rental deposit becomes the violation deposit. */
    convertDeposit: { from: [s.returned], to: 'same', by: 'deposit.collect' },
    deduct: { from: [s.pickedUp, s.returned], to: 'same', by: 'deposit.deduct' },
    release: { from: [s.returned, s.cancelling, s.cancelled], to: 'same', by: 'deposit.release' },
    /** The voucher of a refund by hand, also for a deposit that was replaced. */
    proveRelease: {
      from: [s.confirming, ...current, s.returned, s.cancelling, s.cancelled],
      to: 'same',
      by: 'deposit.release',
    },
    /** A release that was not paid out is cancelled; a cancelled order has no reason to hold a deposit. */
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

/** Message of pages for an action that the status does not allow; the compiler checks that it equals the catalogue's. */
export const WRONG_STATUS: (typeof refusals)['orderStatusRefuses']['message'] = '当前订单状态不支持此操作'

/** Orders that may be moved to another vehicle, unless pinned. */
export const movableStatuses: readonly OrderStatus[] = [s.submitted, s.confirming, s.confirmed, s.arranged]

/** Saved but not booked: it has neither a car nor payments. */
export const isDraft = (status: number): boolean => status === s.notSubmitted

/** Booked and not finished. */
export const openStatuses: readonly OrderStatus[] = orderStatuses.values.filter(
  (status) => !isDraft(status) && !orderSteps.final.includes(status),
)

/** Booked; nothing is confirmed before it is paid. */
export const awaitsPayment = (status: number): boolean => status === s.submitted

/** The store has not accepted it yet. */
export const awaitsAcceptance = (status: number): boolean => status === s.confirming

/** Confirmed, without an assigned car. */
export const awaitsCar = (status: number): boolean => status === s.confirmed

/** A car is assigned, and the customer has not picked it up. */
export const isArranged = (status: number): boolean => status === s.arranged

export const isOnRent = (status: number): boolean => status === s.pickedUp

export const wasPickedUp = (status: number): boolean => status === s.pickedUp || status === s.returned

export const wasReturned = (status: number): boolean => status === s.returned

/** A car was assigned. Before that, the reserved car may change at any time and is not shown. */
export const hasCar = (status: number): boolean => status === s.arranged || wasPickedUp(status)

/** Cancelled, or being cancelled. */
export const isCancelled = (status: number): boolean => status === s.cancelling || status === s.cancelled

/** Only manual charges will follow. */
export const isOver = (status: number): boolean => wasReturned(status) || isCancelled(status)

/** Being cancelled: refunds are pending or have to be agreed on. */
export const isCancelling = (status: number): boolean => status === s.cancelling

/** Orders that led to a rental, or still may. */
export const rentalStatuses: readonly OrderStatus[] = orderStatuses.values.filter(
  (status) => !isDraft(status) && !isCancelled(status),
)

/** Confirmed, before the pickup. */
export const awaitsPickup = (status: number): boolean => status === s.confirmed || status === s.arranged

/**
 * Whether staff collect the instalments of an order. An order that is waiting for its first online payment is paid
 * by the customer, or expires.
 */
export const asksInstalments = (status: number): boolean => !isDraft(status) && !awaitsPayment(status)
