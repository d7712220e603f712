import type { Context } from '../../kernel/context.ts'
import { at } from '../../kernel/db/instant.ts'

/** Erases payer names of payments that were made before an instant. */
export async function clearPayers(ctx: Context, before: number, most: number): Promise<number> {
  const rows = await ctx.query(
    `update payment set payer_name_enc = null where id in (
       select p.id from payment p join order_over v on v.order_id = p.order_id
        where p.payer_name_enc is not null and p.created_at < $1 and v.over_at < $1 limit $2) returning 1`,
    [at(before), most],
  )
  return rows.length
}

/** Erases the bodies of provider notifications from before an instant; their rows stay as evidence that they arrived. */
export async function clearPayNotices(ctx: Context, before: number, most: number): Promise<number> {
  const rows = await ctx.query(
    `update pay_notice set body_enc = null where id in (
       select id from pay_notice where body_enc is not null and at < $1 limit $2) returning 1`,
    [at(before), most],
  )
  return rows.length
}
