import type { Context } from '../../kernel/context.ts'
import type { Columns } from '../../kernel/db/columns.ts'

/** Voids the lines that an order was quoted at; they stay as history. @returns what they came to */
export async function voidQuoted(ctx: Context, orderId: string) {
  const rows = await ctx.query<{ amountFen: number; reduceType: Columns['reduceType'] | null }>(
    `update order_item set status = 'void' where order_id = $1 and source = 'quote' and status = 'active'
     returning amount_fen, reduce_type`,
    [orderId],
  )
  return rows.map((row) => ({ amount: row.amountFen, reduceType: row.reduceType }))
}

/** The longest rental that a store takes. */
export async function maxRentDays(ctx: Context, storeId: string): Promise<number> {
  const [row] = await ctx.query<{ days: number }>('select max_rent_days as days from store where id = $1', [storeId])
  return row!.days
}
