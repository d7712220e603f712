import { type Account, account } from '../payment/ledger.ts'
import { type ExpenseCode, expenseCode } from './codes.ts'

/** The account that a charge of a handover is credited to (journal 9): what ending a contract costs is a penalty. */
export const incomeOf = (code: ExpenseCode): Account =>
  code === expenseCode.terminate || code === expenseCode.lateFee ? account.penaltyIncome : account.serviceIncome
