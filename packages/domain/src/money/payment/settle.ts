import { type SettleStatus, settleStatus } from '../../booking/order/codes.ts'
import { wasReturned } from '../../booking/order/steps.ts'

export interface SettleFacts {
  readonly status: number
  /** Balance of the customer's receivable: positive is owed, negative is to be refunded. */
  readonly owedFen: number
  /** Nothing is held any more: released, deducted, waived or never collected. */
  readonly rentalDepositClosed: boolean
  readonly violationDepositClosed: boolean
  /** Open violations, damage, supplements and reimbursements. */
  readonly openCases: number
}

/** How far an order is settled; nothing is before the return. */
export function settleStatusOf(f: SettleFacts): SettleStatus {
  if (!wasReturned(f.status) || f.owedFen !== 0 || !f.rentalDepositClosed) return settleStatus.open
  return f.violationDepositClosed && f.openCases === 0 ? settleStatus.settled : settleStatus.rentSettled
}
