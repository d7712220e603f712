import { type ExpenseCode, expenseCode } from '@cheyi/domain/expense/codes'
import type { Expense, ExpenseInput, Settlement } from './handover.ts'

/* Charges as they are sent: always the whole set of a handover, since saving replaces it. Amounts in fen. */

/** A charge as it is typed in. */
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

/** What there is now: charges by hand, and the computed ones that were lowered. */
export const storedInput = (manual: readonly Expense[], items: readonly AutoItem[]): ExpenseInput[] => [
  ...items.filter(isLowered).map(autoInput),
  ...manual.map(manualInput),
]

/** The set with one charge by hand changed or added. */
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

/** The set with a computed charge at this amount; at its full amount it is no longer sent. */
export function withLowered(
  stored: readonly ExpenseInput[],
  item: Pick<AutoItem, 'code' | 'autoAmount'>,
  amount: number,
  remark: string,
): ExpenseInput[] {
  const others = stored.filter(({ code }) => code !== item.code)
  return amount === item.autoAmount ? others : [{ code: item.code, amount, remark: remark.trim() }, ...others]
}

/** What is wrong with a typed charge, by field. */
export interface ChargeProblems {
  readonly code?: string
  readonly amount?: string
  readonly remark?: string
}

export function chargeProblems({ code, amount, remark }: TypedCharge): ChargeProblems {
  return {
    ...(code === undefined && { code: '请选择费用项' }),
    ...(amount === null ? { amount: '请输入费用金额' } : amount <= 0 && { amount: '费用金额须大于0' }),
    ...(code === expenseCode.other && remark.trim() === '' && { remark: '请填写费用说明' }),
  }
}

/** What is wrong with a computed charge that is lowered. */
export function loweringProblems(autoAmount: number, amount: number | null, remark: string): ChargeProblems {
  if (amount === null) return { amount: '请输入费用金额' }
  if (amount < 0) return { amount: '费用金额不能为负' }
  if (amount > autoAmount) return { amount: '系统费用只能调低' }
  return amount < autoAmount && remark.trim() === '' ? { remark: '修改系统费用请填写原因' } : {}
}
