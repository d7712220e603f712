import { deductResult } from '@cheyi/domain/money/deposit/codes'
import type { Context } from '../../../kernel/context.ts'

/**
 * Records which captured deductions these payments have refunded to the customer: result 3 once a deduction is refunded in full. Until
 * then it stays a successful deduction. One statement if a payment may belong to a deduction.
 */
export async function deductionsPaidBack(
  ctx: Pick<Context, 'query'>,
  paid: readonly { readonly id: string; readonly refType: string }[],
): Promise<void> {
  const ids = paid.flatMap(({ id, refType }) => (refType === 'deduction' || refType === 'reimbursement' ? [id] : []))
  if (ids.length === 0) return
  await ctx.query(
    `update deposit_deduction n set refunded_fen = n.refunded_fen + p.fen,
       result = case when n.refunded_fen + p.fen = n.amount_fen then ${deductResult.refunded} else n.result end
     from (select coalesce(o.ref_id, p.ref_id) as id, sum(p.amount_fen)::bigint as fen
             from payment p left join payment o on o.id = p.origin_payment_id and o.hold_step = 'capture'
            where p.id = any ($1::bigint[]) and (o.id is not null or p.ref_type = 'deduction') group by 1) p
     where n.id = p.id`,
    [ids],
  )
}
