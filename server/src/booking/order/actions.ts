import type { OrderStatus } from '@cheyi/domain/booking/order/codes'
import type { LogDetail } from '@cheyi/domain/booking/order/log'
import type { Context } from '../../kernel/context.ts'
import { registerOrders } from '../../kernel/orders.ts'
import { recordsAreNamed } from '../../platform/audit/actions.ts'
import { brief, factsSql, numbers, ofCar } from './brief.ts'
import { orderName, orderNameSql } from './car.ts'
import { lockOrder, noteLockedPools, readOrder, seizeOrders, startAgain } from './lock.ts'
import { onRent, putOnCars, updateOrder } from './row.ts'
// Registers the query of orders that a colleague is asked about.
import './referral.ts'

export {
  carModelSql,
  carOutSql,
  carsOfSql,
  lateCarsOfSql,
  listedCarModelSql,
} from './car.ts'
export { dueSql, endedAtSql } from './due.ts'
export { findOrders, findOwing } from './find.ts'
export { clearContacts, clearCoordinates, forgetContacts } from './forget.ts'
export { insertItems, voidQuoted, voidRenewed } from './items.ts'
export type { OrderRow } from './lock.ts'
export { keepLanguage, notifyCustomer, queueMessage, readScene } from './messages.ts'
export { agreeReturnTerms, freezeReturnTerms, returnTermsOf } from './return-terms.ts'
export {
  cacheDamage,
  cacheDeposits,
  cacheMoney,
  cachePlan,
  cacheSettlement,
  cacheViolations,
  insertOrder,
  nextAt,
  saveDraft,
  touchOrder,
  unsettle,
} from './row.ts'
export { shopOf } from './shop.ts'
export { billedTally, ordersTally } from './tally.ts'
export { lockOrder, readOrder, seizeOrders, startAgain, updateOrder }

/** The order before the step; its status is null where it does not matter. */
interface Logged {
  readonly id: string
  readonly status: OrderStatus | null
}

/** A step of an order and the status that it led to; without a status where the order keeps its own. */
interface LogEntry {
  readonly action: string
  readonly to?: OrderStatus
  readonly detail?: LogDetail
}

type LogLine = LogEntry & { readonly order: Logged }

const logLines = (ctx: Context, entries: readonly LogLine[]) =>
  ctx.db.insertInto('orderLog').values(
    entries.map(({ order: { id, status }, action, to = status, detail = {} }) => ({
      orderId: id,
      action,
      fromStatus: status,
      toStatus: to,
      actorName: ctx.identity.name === '' ? '系统' : ctx.identity.name,
      detail,
    })),
  )

/** Writes lines of the histories of orders, which staff read: the step and its actor. One queued statement for all lines. */
export function logOrders(ctx: Context, entries: readonly LogLine[]): void {
  if (entries.length > 0) ctx.queue(logLines(ctx, entries))
}

export const logOrder = (ctx: Context, order: Logged, entry: LogEntry): void => logOrders(ctx, [{ order, ...entry }])

/**
 * As {@link logOrder}, but executed immediately.
 * @returns the ID of the line, which is the idempotency key of postings for this step
 */
export async function logStep(ctx: Context, order: Logged, entry: LogEntry): Promise<string> {
  const { id } = await logLines(ctx, [{ order, ...entry }])
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

recordsAreNamed('order', { sql: orderNameSql, text: orderName })

registerOrders({
  facts: factsSql,
  lock: lockOrder,
  read: readOrder,
  seize: seizeOrders,
  startAgain,
  noteLockedPools,
  update: updateOrder,
  numbers,
  brief,
  ofCar,
  onRent,
  putOnCars,
  log: logOrders,
})
