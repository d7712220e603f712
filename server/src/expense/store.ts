import type { HandoverType } from '@cheyi/domain/pickup-return/codes'
import type { Insertable, Selectable } from 'kysely'
import type { Context, Db } from '../kernel/context.ts'
import type { DB } from '../kernel/tables.gen.ts'

export type ExpenseRow = Selectable<DB['expense_item']>
export type NewExpense = Insertable<DB['expense_item']>

/** Charges of an order that stand, in the order they were added. */
export function live(db: Db, orderId: string, type?: HandoverType): Promise<ExpenseRow[]> {
  let query = db.selectFrom('expense_item').selectAll().where('order_id', '=', orderId).where('void', '=', false)
  if (type !== undefined) query = query.where('type', '=', type)
  return query.orderBy('type').orderBy('id').execute()
}

/** Rows are never edited: what is replaced stays, void. */
export async function voidRows(db: Db, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await db.updateTable('expense_item').set({ void: true }).where('id', 'in', ids).execute()
}

export async function insert(ctx: Context, rows: readonly NewExpense[]): Promise<ExpenseRow[]> {
  if (rows.length === 0) return []
  return ctx.db.insertInto('expense_item').values(rows).returningAll().execute()
}
