import type { Fen } from '../../money.ts'
import { badInput, Refusal } from '../../refusal.ts'
import { type ExpenseCode, expenseCode, expenseCodes } from './codes.ts'
import type { AutoExpense } from './item.ts'

/** Charges that the system computes at the return; all others are added by hand. */
export const autoExpenseCodes: readonly ExpenseCode[] = [
  expenseCode.overHours,
  expenseCode.fuel,
  expenseCode.charging,
  expenseCode.overMileage,
  expenseCode.lowBattery,
  expenseCode.earlyReturn,
  expenseCode.swapEnergy,
  expenseCode.terminate,
  expenseCode.lateFee,
]

/** Charges that staff may add by hand; computed ones can only be lowered. */
export const manualExpenseCodes: readonly ExpenseCode[] = expenseCodes.values.filter(
  (code) => !autoExpenseCodes.includes(code),
)

/** A computed charge that staff lowered, in part or to zero. */
export interface LoweredExpense {
  readonly code: ExpenseCode
  readonly amount: Fen
  /** The computed amount at that time. */
  readonly autoAmount: Fen
  readonly remark: string
}

/** A charge of the return as it will be posted. */
export interface FinalExpense extends AutoExpense {
  readonly autoAmount: Fen
  readonly remark: string
}

/**
 * Applies the lowered amounts. Each applies to the computed amount that staff saw: when that changes (a later
 * return, another reading), the computed amount is charged and has to be lowered again.
 */
export function applyLowered(autos: readonly AutoExpense[], lowered: readonly LoweredExpense[]): FinalExpense[] {
  return autos.map((auto) => {
    const lowering = lowered.find((one) => one.code === auto.code && one.autoAmount === auto.amount)
    return { ...auto, amount: lowering?.amount ?? auto.amount, autoAmount: auto.amount, remark: lowering?.remark ?? '' }
  })
}

/**
 * Checks the amount of a computed charge: it can only be lowered, with a reason.
 * @returns true when it was lowered (which needs `order.discount`)
 * @throws Refusal badInput (-2) for more than was computed; autoFeeNeedsReason (5202)
 */
export function isLowered(computed: Fen, amount: Fen, remark: string): boolean {
  if (amount > computed) throw badInput('amount', '系统费用只能调低')
  if (amount === computed) return false
  if (remark === '') throw new Refusal('autoFeeNeedsReason', { field: 'remark' })
  return true
}
