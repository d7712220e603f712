import { advance } from '@cheyi/domain/advance'
import { reimbursementSteps } from '@cheyi/domain/money/reimbursement/reimbursement'
import type { Context } from '../../kernel/context.ts'
import { at } from '../../kernel/db/instant.ts'
import { refundsOfOrder } from '../payment/actions.ts'
import * as store from './store.ts'

/** The refunds of an order's charges that a provider is processing, fen. */
export const refundsLeaving = async (ctx: Context, orderId: string): Promise<number> =>
  (await store.refundsUnderWay(ctx, orderId)).reduce((sum, { amountFen }) => sum + amountFen, 0)

/**
 * Handles the cancellation of an order while providers process refunds of its charges: the charges no longer exist, and the pending
 * money becomes a part of the refund of the order. `order` is under its lock.
 */
export async function callOffRefunds(ctx: Context, orderId: string): Promise<void> {
  const rows = await store.refundsUnderWay(ctx, orderId)
  if (rows.length === 0) return
  for (const { id, status } of rows)
    await store.update(ctx.db, id, {
      status: advance(reimbursementSteps, 'callOff', status),
      decideNote: '订单已取消，随订单退款',
      decidedAt: ctx.now,
    })
  await refundsOfOrder(
    ctx,
    orderId,
    rows.map(({ id }) => id),
  )
}

export { reimbursementNotPaid, reimbursementPaid } from './by-route.ts'

/** Erases names and account digits of payees, for orders that ended before an instant. */
export async function clearPayees(ctx: Context, before: number, most: number): Promise<number> {
  const rows = await ctx.query(
    `update reimbursement set payee_name_enc = null, payee_tail = '' where id in (
       select r.id from reimbursement r join order_over v on v.order_id = r.order_id
        where (r.payee_name_enc is not null or r.payee_tail <> '') and r.created_at < $1 and v.over_at < $1 limit $2) returning 1`,
    [at(before), most],
  )
  return rows.length
}
