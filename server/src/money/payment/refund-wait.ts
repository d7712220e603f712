import { refundByHandSql, refundFailedSql } from '../../booking/order/actions.ts'
import type { Context } from '../../kernel/context.ts'

/**
 * SQL: why payments `p` of an order make its refund wait for a person; failures come first. Null when none does. A manual payout of a
 * deposit has its own to-do; one whose release failed is a failed refund.
 */
export const pendingRefundSql = (p: string): string =>
  `case when bool_or(${refundFailedSql(p)}) then 'failed' when bool_or(${refundByHandSql(p)}) then 'byHand' end`

/** Whether the order has an outgoing payment, sent or pending. */
export const moneyWentOut = async (ctx: Context, orderId: string): Promise<boolean> =>
  (await ctx.query(`select from payment where order_id = $1 and direction = 'out' limit 1`, [orderId])).length > 0
