import { paymentStatus, reimbursementKind } from '@cheyi/domain/money/payment/codes'
import { reimbursementStatus } from '@cheyi/domain/money/reimbursement/reimbursement'
import type { Context } from '../../kernel/context.ts'

const open = [paymentStatus.waiting, paymentStatus.processing, paymentStatus.failed].join(', ')

/** SQL: a provider has the money of reimbursement `r`, or is about to be asked for it. */
export const underWaySql = (
  r: string,
) => `exists (select from payment p where p.order_id = ${r}.order_id and p.ref_type = 'reimbursement'
  and p.ref_id = ${r}.id and p.direction = 'out' and p.status in (${open}))`

/** What of rent and services was refunded by itself, or is with a provider, fen: ending early gives none of it back again. */
export async function refundedRent(ctx: Context, orderId: string): Promise<number> {
  const [row] = await ctx.query<{ fen: number }>(
    `select coalesce(sum((i ->> 'amount')::bigint), 0) as fen
       from reimbursement r cross join jsonb_array_elements(r.items) i
      where r.order_id = $1 and r.kind = ${reimbursementKind.refund} and i ->> 'code' in ('rent', 'service')
        and (r.status = ${reimbursementStatus.done} or ${underWaySql('r')})`,
    [orderId],
  )
  return Number(row!.fen)
}
