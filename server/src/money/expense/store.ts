import type { TermExtension } from '@cheyi/domain/pricing/quote/term'
import type { HandoverType } from '@cheyi/domain/rental/pickup-return/codes'
import type { Insertable, Selectable } from 'kysely'
import type { Context, Db } from '../../kernel/context.ts'
import type { DB } from '../../kernel/db/tables.gen.ts'

export type ExpenseRow = Selectable<DB['expenseItem']>
export type NewExpense = Insertable<DB['expenseItem']>

/** The valid charges of an order, in the order of their creation; for one handover, those that are settled with it. */
export function live(db: Db, orderId: string, type?: HandoverType): Promise<ExpenseRow[]> {
  let query = db.selectFrom('expenseItem').selectAll().where('orderId', '=', orderId).where('void', '=', false)
  if (type !== undefined) query = query.where('type', '=', type).where('bought', 'is', null)
  return query.orderBy('type').orderBy('id').execute()
}

/** The extensions that an order's late fees paid for, oldest first. */
export async function bought(ctx: Pick<Context, 'db' | 'query'>, orderId: string): Promise<TermExtension[]> {
  const valid = ctx.db
    .selectFrom('expenseItem')
    .select('bought')
    .where('orderId', '=', orderId)
    .where('void', '=', false)
  const rows = await ctx.query(valid.where('bought', 'is not', null).orderBy('id'))
  return rows.map((row) => row.bought!)
}

/** The valid charges of these marks. */
export async function ofMarks(db: Db, orderId: string, markIds: readonly string[]): Promise<ExpenseRow[]> {
  if (markIds.length === 0) return []
  const query = db.selectFrom('expenseItem').selectAll().where('orderId', '=', orderId).where('void', '=', false)
  return query.where('markId', 'in', markIds).execute()
}

/** Rows are not updated: a replaced one becomes void. */
export async function voidRows(db: Db, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await db.updateTable('expenseItem').set({ void: true }).where('id', 'in', ids).execute()
}

export async function insert(ctx: Context, rows: readonly NewExpense[]): Promise<ExpenseRow[]> {
  if (rows.length === 0) return []
  return ctx.db.insertInto('expenseItem').values(rows).returningAll().execute()
}
