import type { Context } from '../../../kernel/context.ts'

/**
 * SQL for the account that booked an order `o` and the time. The account that saved the draft may be another one; for a
 * draft itself it is the only one.
 */
export const bookedSql = (
  o: string,
) => `select coalesce(max(l.account_id), ${o}.created_by) as by, coalesce(max(l.at), ${o}.created_at) as at
  from order_log l where l.order_id = ${o}.id and l.action = 'submit'`

export async function bookerOf(ctx: Context, orderId: string): Promise<Booked> {
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

/** The maximum length of a rental at a store, days. */
export async function maxRentDays(ctx: Context, storeId: string): Promise<number> {
  const [row] = await ctx.query<{ days: number }>('select max_rent_days as days from store where id = $1', [storeId])
  return row!.days
}
