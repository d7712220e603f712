import { refundByHandSql, refundFailedSql } from '../../booking/order/actions.ts'
import type { Context } from '../../kernel/context.ts'

/**
 * SQL of why the payments of an order, named by `p`, make its money wait for a person; failures come first. Null when
 * none does. A deposit to be given back by hand has a to-do of its own, one whose release failed is a failed refund.
 */
export const refundWaitSql = (p: string): string =>
  `case when bool_or(${refundFailedSql(p)}) then 'failed' when bool_or(${refundByHandSql(p)}) then 'byHand' end`

/** Whether money of an order went back to its customer, or is asked to. */
export const moneyWentOut = async (ctx: Context, orderId: string): Promise<boolean> =>
  (await ctx.query(`select from payment where order_id = $1 and direction = 'out' limit 1`, [orderId])).length > 0
