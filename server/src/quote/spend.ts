import type { Context, Db } from '../kernel/context.ts'

/** The quote under its lock, so that two orders cannot spend it. */
export const lockQuote = (db: Db, quoteId: string) =>
  db
    .selectFrom('quote')
    .select(['inputs', 'snapshot', 'expiresAt', 'usedByOrderId'])
    .where('id', '=', quoteId)
    .forUpdate()
    .executeTakeFirst()

/** The quote that a draft was last saved with. */
export const quoteOf = (db: Db, orderId: string) =>
  db
    .selectFrom('quote')
    .select('inputs')
    .where('usedByOrderId', '=', orderId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()

/** Queues that an order was made by it: no other can be. */
export const spendQuote = (ctx: Context, quoteId: string, orderId: string): void =>
  ctx.queue(ctx.db.updateTable('quote').set({ usedByOrderId: orderId }).where('id', '=', quoteId))
