import { paymentStatus, reimbursementKind } from '@cheyi/domain/money/payment/codes'
import { reimbursementStatus } from '@cheyi/domain/money/reimbursement/codes'
import type { Context } from '../../kernel/context.ts'

const open = [paymentStatus.waiting, paymentStatus.processing, paymentStatus.failed].join(', ')

/** SQL: a provider is processing the payout of reimbursement `r`, or it is queued there. */
export const underWaySql = (
  r: string,
) => `exists (select from payment p where p.order_id = ${r}.order_id and p.ref_type = 'reimbursement'
  and p.ref_id = ${r}.id and p.direction = 'out' and p.status in (${open}))`

/**
 * The rent and services that were refunded separately, or are being refunded by a provider, fen: an early end must not refund them
 * again.
 */
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
