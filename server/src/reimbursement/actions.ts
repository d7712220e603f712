import type { Context } from '../kernel/context.ts'
import { at } from '../kernel/db/instant.ts'

export { reimbursementNotPaid, reimbursementPaid } from './by-route.ts'

/** Names and account tails of payees, of orders that were over before an instant. */
export async function clearPayees(ctx: Context, before: number, most: number): Promise<number> {
  const rows = await ctx.query(
    `update reimbursement set payee_name_enc = null, payee_tail = '' where id in (
       select r.id from reimbursement r join order_over v on v.order_id = r.order_id
        where (r.payee_name_enc is not null or r.payee_tail <> '') and r.created_at < $1 and v.over_at < $1 limit $2) returning 1`,
    [at(before), most],
  )
  return rows.length
}
