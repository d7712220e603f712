import type { Fen } from '../../money.ts'
import { type ExpenseCode, expenseCodes } from './codes.ts'

/** A charge that the system computes at the return; staff may lower it with a reason. */
export interface AutoExpense {
  readonly code: ExpenseCode
  readonly name: string
  readonly qty: number
  readonly unitPrice: Fen
  readonly amount: Fen
  /** Explanation of the amount, in Chinese. */
  readonly formula: string
}

/** A charge with quantity 1. */
export const autoExpense = (code: ExpenseCode, amount: Fen, formula: string): AutoExpense => ({
  code,
  name: expenseCodes.text(code),
  qty: 1,
  unitPrice: amount,
  amount,
  formula,
})
