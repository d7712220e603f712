import type { Context } from '../../kernel/context.ts'
import { at } from '../../kernel/db/instant.ts'

/** Names of payers, of money that moved before an instant. */
export async function clearPayers(ctx: Context, before: number, most: number): Promise<number> {
  const rows = await ctx.query(
    `update payment set payer_name_enc = null where id in (
       select p.id from payment p join order_over v on v.order_id = p.order_id
        where p.payer_name_enc is not null and p.created_at < $1 and v.over_at < $1 limit $2) returning 1`,
    [at(before), most],
  )
  return rows.length
}

/** What providers wrote before an instant; that they wrote, and of what, stays. */
export async function clearPayNotices(ctx: Context, before: number, most: number): Promise<number> {
  const rows = await ctx.query(
    `update pay_notice set body_enc = null where id in (
       select id from pay_notice where body_enc is not null and at < $1 limit $2) returning 1`,
    [at(before), most],
  )
  return rows.length
}
