import { expenseStatus } from '@cheyi/domain/expense/codes'
import type { AutoExpense } from '@cheyi/domain/expense/item'
import type { FinalExpense } from '@cheyi/domain/expense/lower'
import { handoverType } from '@cheyi/domain/pickup-return/codes'
import type { Context } from '../kernel/context.ts'
import * as store from './store.ts'

/**
 * Writes the computed charges of a return as they are charged, in place of what was saved of them while the return was
 * prepared. The fee of an early return is shown beside them; its money stands in the entry of that return.
 */
export async function recordAutos(
  ctx: Context,
  orderId: string,
  autos: readonly FinalExpense[],
  earlyFee: AutoExpense | null,
): Promise<void> {
  await store.voidAutos(ctx.db, orderId, handoverType.return)
  const rows = [
    ...autos.map((auto) => row(orderId, auto, auto.autoAmount, auto.remark)),
    ...(earlyFee === null ? [] : [row(orderId, earlyFee, earlyFee.amount, '')]),
  ]
  if (rows.length > 0) await store.insert(ctx, rows)
}

const row = (orderId: string, auto: AutoExpense, autoAmount: number, remark: string): store.NewExpense => ({
  order_id: orderId,
  type: handoverType.return,
  code: auto.code,
  name: auto.name,
  qty: auto.qty,
  unit_price_fen: auto.unitPrice,
  amount_fen: auto.amount,
  auto: true,
  auto_amount_fen: autoAmount,
  formula: auto.formula,
  remark,
  status: expenseStatus.due,
})
