import { type ExpenseCode, expenseCode } from '@cheyi/domain/money/expense/codes'
import { expenseSaveAll } from '../../../../form/calls/expense-save-all.gen.ts'
import { type Problems, problemsOf } from '../../../../form/form-call.ts'
import { nonEmptyProblems } from '../../../../form/use-problems.ts'
import type { Expense, ExpenseInput, Settlement } from '../types.ts'

/* Charges as call input: always the complete set of a handover, since saving replaces it. Amounts in fen. */

export interface TypedCharge {
  /** Missing for a new one. */
  readonly id?: string
  readonly code?: ExpenseCode
  readonly amount: number | null
  readonly remark: string
  readonly photoIds: readonly string[]
}

type AutoItem = Settlement['items'][number]

const isLowered = ({ auto, autoAmount, amount }: AutoItem) => auto && autoAmount !== null && amount < autoAmount

const manualInput = ({ id, code, name, qty, unitPrice, amount, remark, photos, settle }: Expense): ExpenseInput => ({
  id,
  code,
  name,
  qty,
  unitPrice,
  amount,
  remark,
  photoIds: photos.map(({ mediaId }) => mediaId),
  settle,
})

const autoInput = ({ code, amount, remark }: AutoItem): ExpenseInput => ({ code, amount, remark })

/** The current set: manual charges, and the computed ones that were lowered. */
export const storedInput = (manual: readonly Expense[], items: readonly AutoItem[]): ExpenseInput[] => [
  ...items.filter(isLowered).map(autoInput),
  ...manual.map(manualInput),
]

/** The set with one manual charge changed or added. */
export function withCharge(stored: readonly ExpenseInput[], typed: TypedCharge): ExpenseInput[] {
  const { id, code, amount, remark, photoIds } = typed
  const sent: ExpenseInput = {
    id,
    code: code ?? expenseCode.other,
    amount: amount ?? 0,
    remark: remark.trim(),
    photoIds: [...photoIds],
  }
  return id === undefined ? [...stored, sent] : stored.map((one) => (one.id === id ? sent : one))
}

export const withoutCharge = (stored: readonly ExpenseInput[], id: string): ExpenseInput[] =>
  stored.filter((one) => one.id !== id)

/** The set with a computed charge at this amount; a charge at its full amount is not sent. */
export function withLowered(
  stored: readonly ExpenseInput[],
  item: Pick<AutoItem, 'code' | 'autoAmount'>,
  amount: number,
  remark: string,
): ExpenseInput[] {
  const others = stored.filter(({ code }) => code !== item.code)
  return amount === item.autoAmount ? others : [{ code: item.code, amount, remark: remark.trim() }, ...others]
}

const { amount: amountRules, code: codeRules, remark: remarkRules } = expenseSaveAll.fields.items!.item!.fields!

/** Contract rules of a charge, for the fields that are typed. */
export const chargeRules = { code: codeRules!, amount: amountRules!, remark: remarkRules! }

export const chargeProblems = (typed: TypedCharge): Problems => ({
  ...nonEmptyProblems({
    amount: typed.amount === 0 && '费用金额须大于0',
    remark: typed.code === expenseCode.other && typed.remark.trim() === '' && '请填写费用说明',
  }),
  ...problemsOf(chargeRules, typed),
})

export function loweringProblems(autoAmount: number, amount: number | null, remark: string): Problems {
  const wrong = problemsOf({ amount: chargeRules.amount, remark: chargeRules.remark }, { amount, remark })
  if (amount === null || wrong.amount) return wrong
  if (amount > autoAmount) return { amount: '系统费用只能调低' }
  return amount < autoAmount && remark.trim() === '' ? { remark: '修改系统费用请填写原因' } : wrong
}
