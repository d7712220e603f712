import { expenseStatus } from '@cheyi/domain/expense/codes'
import type { FinalExpense } from '@cheyi/domain/expense/lower'
import { handoverType } from '@cheyi/domain/pickup-return/codes'
import type { Context } from '../kernel/context.ts'
import * as store from './store.ts'

/**
 * Writes the computed charges of a return as they are charged, in place of what was saved of them while the return was
 * prepared. `live`: the charges of the return that stand; answers those that stand then.
 */
export async function recordAutos(
  ctx: Context,
  orderId: string,
  live: readonly store.ExpenseRow[],
  autos: readonly FinalExpense[],
): Promise<store.ExpenseRow[]> {
  const lowered = live.filter((row) => row.auto)
  await store.voidRows(
    ctx.db,
    lowered.map((row) => row.id),
  )
  const recorded = await store.insert(
    ctx,
    autos.map(({ unitPrice, amount, autoAmount, ...auto }) => ({
      ...auto,
      orderId,
      type: handoverType.return,
      unitPriceFen: unitPrice,
      amountFen: amount,
      auto: true,
      autoAmountFen: autoAmount,
      photoIds: lowered.find((row) => row.code === auto.code)?.photoIds ?? [],
      status: amount === 0 ? expenseStatus.waived : expenseStatus.due,
    })),
  )
  return [...live.filter((row) => !row.auto), ...recorded]
}
