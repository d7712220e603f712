import { type Account, account } from '../payment/ledger.ts'
import { type ExpenseCode, expenseCode } from './codes.ts'

/** The account that a handover charge is credited to (journal 9); ending a contract early is a penalty. */
export const incomeOf = (code: ExpenseCode): Account =>
  code === expenseCode.terminate || code === expenseCode.lateFee ? account.penaltyIncome : account.serviceIncome
