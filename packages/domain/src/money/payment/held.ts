import { type CodeOf, enumeration } from '../../enumeration.ts'
import { account } from './ledger.ts'

/*
 * What a merchant holds for its customers: deposits, rent paid in advance, and overpayments. Each kind is the
 * credit balance of an order in the accounts named here.
 */

export const heldKinds = enumeration({
  rentalDeposit: [1, '租车押金'],
  violationDeposit: [2, '违章押金'],
  /** Paid for open orders, and neither earned nor refunded. */
  prepaid: [3, '预收租金'],
  /** Credit of the customer: refunded with the settlement or the cancellation. */
  overpaid: [4, '多收待退'],
})
export const heldKind = heldKinds.code
export type HeldKind = CodeOf<typeof heldKinds>

/** How it is held: paid to the merchant, frozen at a provider, covered by a provider's credit, or held by the selling platform. */
export const heldForms = enumeration({
  paid: [1, '实收'],
  frozen: [2, '冻结'],
  credit: [3, '信用免押'],
  platform: [4, '平台代收'],
})
export const heldForm = heldForms.code

/** Whether its refund is due; when it depends on an end that is not known yet, it is not due. */
export const heldDues = enumeration({ due: [1, '已到期'], later: [2, '未到期'] })
export const heldDue = heldDues.code

/**
 * Accounts whose credit balance per order is the paid amount of a kind. The receivable is included, because unpaid
 * rent is no advance payment.
 */
export const heldAccounts: Readonly<Record<HeldKind, readonly string[]>> = {
  [heldKind.rentalDeposit]: [account.depositRental],
  [heldKind.violationDeposit]: [account.depositViolation],
  [heldKind.prepaid]: [account.unearned, account.receivable],
  [heldKind.overpaid]: [account.receivable],
}
