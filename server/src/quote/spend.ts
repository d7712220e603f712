import type { Selectable } from 'kysely'
import type { Context, Db } from '../kernel/context.ts'
import { sql } from '../kernel/db/sql.ts'
import type { DB } from '../kernel/db/tables.gen.ts'

/** The quote under its lock, so that two orders cannot spend it. */
export const lockQuote = async (
  ctx: Context,
  quoteId: string,
): Promise<Pick<Selectable<DB['quote']>, 'inputs' | 'snapshot' | 'expiresAt' | 'usedByOrderId'> | undefined> =>
  (
    await ctx.query(
      sql<
        Pick<Selectable<DB['quote']>, 'inputs' | 'snapshot' | 'expiresAt' | 'usedByOrderId'>
      >`select inputs, snapshot, expires_at, used_by_order_id from quote where id = $1 for update`,
      [quoteId],
    )
  )[0]

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
