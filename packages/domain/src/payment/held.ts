import { type CodeOf, enumeration } from '../enumeration.ts'
import { account } from './ledger.ts'

/*
 * What a merchant holds of its customers: deposits, rent paid before it is earned, and what was paid beyond what is owed. Each
 * kind is the credit balance of an order in the accounts named here.
 */

export const heldKinds = enumeration({
  rentalDeposit: [1, '租车押金'],
  violationDeposit: [2, '违章押金'],
  /** Of open orders: paid, and neither earned nor given back. */
  prepaid: [3, '预收租金'],
  /** A credit of the customer: it goes back with the settlement or the cancel. */
  overpaid: [4, '多收待退'],
})
export const heldKind = heldKinds.code
export type HeldKind = CodeOf<typeof heldKinds>

/** Money in the house, money that somebody else froze for the merchant, or nobody's money: a provider's word. */
export const heldForms = enumeration({ paid: [1, '实收'], frozen: [2, '冻结'], credit: [3, '信用免押'] })
export const heldForm = heldForms.code

/** Whether the day has come on which it is to go back; what goes back with an end that nobody knows yet is not due. */
export const heldDues = enumeration({ due: [1, '已到期'], later: [2, '未到期'] })
export const heldDue = heldDues.code

/** Accounts whose credit balance, order by order, is what is paid in of a kind. What is owed yet is no rent that was paid. */
export const heldAccounts: Readonly<Record<HeldKind, readonly string[]>> = {
  [heldKind.rentalDeposit]: [account.depositRental],
  [heldKind.violationDeposit]: [account.depositViolation],
  [heldKind.prepaid]: [account.unearned, account.receivable],
  [heldKind.overpaid]: [account.receivable],
}
