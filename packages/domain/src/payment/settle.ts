import { type SettleStatus, settleStatus } from '../order/codes.ts'
import { wasReturned } from '../order/steps.ts'

/**
 * How a balance is met, in this order: unused prepaid money first, then the rental deposit when it is to pay, and the
 * rest is collected from the customer. All fen; `refundFen` is what goes back when more was prepaid than is charged.
 */
export interface Settlement {
  readonly fromPrepaidFen: number
  readonly fromDepositFen: number
  readonly collectFen: number
  readonly refundFen: number
}

/**
 * `prepaidFen`: paid beyond what was billed before these charges.
 * @later orders.md §6.6: settling with the deposit
 */
export function settleCharges(
  chargesFen: number,
  prepaidFen: number,
  deposit: { readonly use: boolean; readonly availableFen: number },
): Settlement {
  const fromPrepaidFen = Math.min(chargesFen, prepaidFen)
  const open = chargesFen - fromPrepaidFen
  const fromDepositFen = deposit.use ? Math.min(open, Math.max(0, deposit.availableFen)) : 0
  return {
    fromPrepaidFen,
    fromDepositFen,
    collectFen: open - fromDepositFen,
    refundFen: prepaidFen - fromPrepaidFen,
  }
}

export interface SettleFacts {
  readonly status: number
  /** Balance of the customer's receivable: above zero owed, below zero still to be refunded. */
  readonly owedFen: number
  /** Nothing is held any more: released, deducted, waived or never collected. */
  readonly rentalDepositClosed: boolean
  readonly violationDepositClosed: boolean
  /** Open violations, damage, supplements and reimbursements. */
  readonly openCases: number
}

/** How far an order is settled; nothing is before the car is back. */
export function settleStatusOf(f: SettleFacts): SettleStatus {
  if (!wasReturned(f.status) || f.owedFen !== 0 || !f.rentalDepositClosed) return settleStatus.open
  return f.violationDepositClosed && f.openCases === 0 ? settleStatus.settled : settleStatus.rentSettled
}
