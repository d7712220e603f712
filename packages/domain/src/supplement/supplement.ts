import { type CodeOf, enumeration } from '../enumeration.ts'
import { isCancelled, wasReturned } from '../order/steps.ts'
import { supplementReason as reason, type supplementReasons } from '../payment/codes.ts'
import { type Account, account } from '../payment/ledger.ts'
import { machine } from '../step.ts'

/** What one supplement may come to, fen. */
export const MAX_SUPPLEMENT = 10_000_000

export const supplementStatuses = enumeration({
  waiting: [0, '待支付'],
  paid: [1, '已支付'],
  cancelled: [2, '已取消'],
})
export const supplementStatus = supplementStatuses.code
const s = supplementStatus

export const supplementSteps = machine(supplementStatuses, {
  entry: [s.waiting],
  final: [s.paid, s.cancelled],
  refusal: 'supplementPaid',
  steps: {
    /** By a payment of its own, or by whatever left the order nothing to owe. */
    pay: { from: [s.waiting], to: s.paid },
    cancel: { from: [s.waiting], to: s.cancelled, by: 'order.supplement' },
    /** Its order was called off before the pickup: what was charged on top of it goes with it. */
    callOff: { from: [s.waiting, s.paid], to: s.cancelled, by: 'system' },
  },
})

export const isOpen = (status: number): boolean => status === s.waiting
/** Its money is here. */
export const isPaid = (status: number): boolean => status === s.paid

const incomes: Readonly<Record<CodeOf<typeof supplementReasons>, Account>> = {
  [reason.rent]: account.unearned,
  [reason.swap]: account.unearned,
  [reason.parkingToll]: account.serviceIncome,
  [reason.cleaning]: account.serviceIncome,
  [reason.damage]: account.damageIncome,
  // A fine is passed on: what the customer pays of it is owed on, until the merchant has paid it (journal 12).
  [reason.violation]: account.violationAdvance,
  [reason.other]: account.serviceIncome,
}

/** The account that a supplement is credited to (journal 11): rent is earned with time, once the car is back at once. */
export const creditOf = (why: CodeOf<typeof supplementReasons>, orderStatus: number): Account =>
  earnedBy(incomes[why], orderStatus)

/** Where the credit stands now: what was unearned became income with the settlement of the return. */
export const earnedBy = (credited: Account, orderStatus: number): Account =>
  credited === account.unearned && wasReturned(orderStatus) ? account.rentIncome : credited

/** A cancelled order takes no new charge: a supplement only collects what it still owes, and posts nothing. */
export const onlyCollects = (orderStatus: number): boolean => isCancelled(orderStatus)
