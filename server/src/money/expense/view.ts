import type { contract } from '@cheyi/contract/index'
import type { OutputOf } from '@cheyi/contract/kernel/call'
import { type ExpenseStatus, expenseStatus, isWaivedExpense } from '@cheyi/domain/money/expense/codes'
import type { Context } from '../../kernel/context.ts'
import { viewsOf } from '../../platform/media/actions.ts'
import { isPosted, openOf } from './actions.ts'
import type { ExpenseRow } from './store.ts'

export type ExpenseView = OutputOf<typeof contract.expense.list>[number]

/** Charges as in the contract. The debt of the order decides which ones are paid. One query for photos. */
export async function expenseViews(
  ctx: Context,
  order: { readonly status: number; readonly owedFen: number },
  rows: readonly ExpenseRow[],
): Promise<ExpenseView[]> {
  const { expenses: open } = openOf(rows, order)
  const photosOf = await viewsOf(ctx, rows, (row) => row.photoIds)
  const statusOf = (row: ExpenseRow): ExpenseStatus => {
    if (isWaivedExpense(row.status)) return expenseStatus.waived
    return isPosted(row, order.status) && !open.has(row.id) ? expenseStatus.collected : expenseStatus.due
  }
  return rows.map((row) => ({
    ...row,
    unitPrice: row.unitPriceFen,
    amount: row.amountFen,
    autoAmount: row.autoAmountFen,
    photos: photosOf(row),
    status: statusOf(row),
  }))
}
