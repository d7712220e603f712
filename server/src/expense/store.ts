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
export const voidLive = (db: Db, orderId: string, type: HandoverType) =>
  db
    .updateTable('expense_item')
    .set({ void: true })
    .where('order_id', '=', orderId)
    .where('type', '=', type)
    .where('void', '=', false)
    .execute()

export const insert = (ctx: Context, rows: readonly NewExpense[]): Promise<ExpenseRow[]> =>
  ctx.db.insertInto('expense_item').values(rows).returningAll().execute()

/** Computed charges are written anew when the return is confirmed. */
export const voidAutos = (db: Db, orderId: string, type: HandoverType) =>
  db
    .updateTable('expense_item')
    .set({ void: true })
    .where('order_id', '=', orderId)
    .where('type', '=', type)
    .where('auto', '=', true)
    .where('void', '=', false)
    .execute()
