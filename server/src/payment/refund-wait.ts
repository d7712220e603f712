import { MAX_MONEY_OUT_FAILURES } from '@cheyi/domain/order/timers'
import { payKind, payMode, paymentStatus } from '@cheyi/domain/payment/codes'
import type { Context } from '../kernel/context.ts'

const failed = (p: string) =>
  `${p}.direction = 'out' and ${p}.status = ${paymentStatus.failed} and ${p}.fail_count >= ${MAX_MONEY_OUT_FAILURES}`

const byHand = (p: string) =>
  `${p}.direction = 'out' and ${p}.status = ${paymentStatus.waiting} and ${p}.pay_mode = ${payMode.offlineOut}
      and ${p}.pay_kind not in (${payKind.rentalDeposit}, ${payKind.violationDeposit})`

/** SQL of whether a payment `p` is one that waits for a person to go back. */
export const waitingRefund = (p: string): string => `(${failed(p)} or ${byHand(p)})`

/**
 * SQL of why the payments of an order, named by `p`, make its money wait for a person; failures come first. Null when
 * none does. A deposit to be given back by hand has a to-do of its own, one whose release failed is a failed refund.
 */
export const refundWaitSql = (p: string): string =>
  `case when bool_or(${failed(p)}) then 'failed' when bool_or(${byHand(p)}) then 'byHand' end`

/** Whether money of an order went back to its customer, or is asked to. */
export const moneyWentOut = async (ctx: Context, orderId: string): Promise<boolean> =>
  (await ctx.query(`select from payment where order_id = $1 and direction = 'out' limit 1`, [orderId])).length > 0
