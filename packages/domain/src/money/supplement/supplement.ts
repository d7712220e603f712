import { isCancelled, wasReturned } from '../../booking/order/steps.ts'
import type { CodeOf } from '../../enumeration.ts'
import { machine } from '../../step.ts'
import { claimState } from '../claim/codes.ts'
import { supplementReason as reason, type supplementReasons } from '../payment/codes.ts'
import { type Account, account } from '../payment/ledger.ts'
import { supplementStatus, supplementStatuses } from './codes.ts'

/** Limit of one supplement, fen. */
export const MAX_SUPPLEMENT = 10_000_000

const s = supplementStatus

export const supplementSteps = machine(supplementStatuses, {
  entry: [s.waiting],
  final: [s.paid, s.cancelled],
  refusal: 'supplementPaid',
  steps: {
    /** Paid on its own, or by any payment that settles the order. */
    pay: { from: [s.waiting], to: s.paid },
    cancel: { from: [s.waiting], to: s.cancelled, by: 'order.supplement' },
    /** Its order was cancelled before the pickup: additional charges are cancelled with it. */
    callOff: { from: [s.waiting, s.paid], to: s.cancelled, by: 'system' },
  },
})

/** The status of a supplement by the state of its claim. */
export const supplementStatusOf = (state: number): CodeOf<typeof supplementStatuses> =>
  state === claimState.due ? s.waiting : state === claimState.met ? s.paid : s.cancelled

export const isOpen = (status: number): boolean => status === s.waiting
export const isPaid = (status: number): boolean => status === s.paid
/** Its claim was withdrawn. */
export const isWithdrawn = (status: number): boolean => status === s.cancelled

const incomes: Readonly<Record<CodeOf<typeof supplementReasons>, Account>> = {
  [reason.rent]: account.unearned,
  [reason.swap]: account.unearned,
  [reason.parkingToll]: account.serviceIncome,
  [reason.cleaning]: account.serviceIncome,
  [reason.damage]: account.damageIncome,
  // A fine is passed on: the customer's payment is a liability until the merchant has paid the fine (journal 12).
  [reason.violation]: account.violationAdvance,
  [reason.other]: account.serviceIncome,
}

/** The account that a supplement is credited to (journal 11): rent is earned over time, after the return at once. */
export const creditOf = (why: CodeOf<typeof supplementReasons>, orderStatus: number): Account =>
  currentCreditAccount(incomes[why], orderStatus)

/** The account with the credit now: unearned revenue became income with the settlement of the return. */
export const currentCreditAccount = (credited: Account, orderStatus: number): Account =>
  credited === account.unearned && wasReturned(orderStatus) ? account.rentIncome : credited

/** A cancelled order gets no new charge: a supplement only collects what is still owed, and posts nothing. */
export const onlyCollects = (orderStatus: number): boolean => isCancelled(orderStatus)
