import type { Context } from '../../../kernel/context.ts'
import type { Columns } from '../../../kernel/db/columns.ts'

/** SQL of who booked an order `o` and when: who kept its draft need not have, and of a draft nobody else has. */
export const bookedSql = (
  o: string,
) => `select coalesce(max(l.account_id), ${o}.created_by) as by, coalesce(max(l.at), ${o}.created_at) as at
  from order_log l where l.order_id = ${o}.id and l.action = 'submit'`

export async function bookedOf(ctx: Context, orderId: string): Promise<Booked> {
  const [row] = await ctx.query<Booked>(
    `select booked.by as booked_by, booked.at as booked_at from "order" o cross join lateral (${bookedSql('o')}) booked where o.id = $1`,
    [orderId],
  )
  return row!
}

export interface Booked {
  readonly bookedBy: string
  readonly bookedAt: number
}

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
