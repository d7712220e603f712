import type { OrderStatus } from '@cheyi/domain/order/codes'
import type { LogDetail } from '@cheyi/domain/order/log'
import type { Context } from '../kernel/context.ts'

export { findOrders, findOwing } from './find.ts'
export { clearContacts, clearCoordinates, forgetContacts } from './forget.ts'
export { lockOrder, noteLockedPools, type OrderRow, readOrder, seizeOrders, startAgain } from './lock.ts'
export { notifyCustomer } from './messages.ts'
export { freezeReturnTerms, returnTermsOf } from './return-terms.ts'
export {
  cacheDamage,
  cacheDeposits,
  cacheMoney,
  cacheSettlement,
  type Moved,
  nextAt,
  putOnCars,
  touchOrder,
  updateOrder,
} from './row.ts'
export { billedTally, ordersTally, tallies, vehiclesTally } from './tally.ts'
export { collectsDepositSql, namedByWait, payCheckSql, refundDueSql, waitSql } from './waits.ts'

/** What happened to an order, from which status to which; null where the status has no part in it. */
export interface LogEntry {
  readonly action: string
  readonly from: OrderStatus | null
  readonly to: OrderStatus | null
  readonly detail?: LogDetail
}

type LogLine = LogEntry & { readonly orderId: string }

const logLines = (ctx: Context, entries: readonly LogLine[]) =>
  ctx.db.insertInto('orderLog').values(
    entries.map(({ orderId, action, from, to, detail = {} }) => ({
      orderId,
      action,
      fromStatus: from,
      toStatus: to,
      actorName: ctx.identity.name === '' ? '系统' : ctx.identity.name,
      detail,
    })),
  )

/** Lines of orders' histories, read by staff: what happened, and by whom. One queued statement for all. */
export function logOrders(ctx: Context, entries: readonly LogLine[]): void {
  if (entries.length > 0) ctx.queue(logLines(ctx, entries))
}

/** One line, as {@link logOrders}. */
export const logOrder = (ctx: Context, orderId: string, entry: LogEntry): void =>
  logOrders(ctx, [{ orderId, ...entry }])

/** The same, waited for. @returns its id, which keys what is posted for this very step */
export async function logStep(ctx: Context, orderId: string, entry: LogEntry): Promise<string> {
  const { id } = await logLines(ctx, [{ orderId, ...entry }])
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
