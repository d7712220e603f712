import type { Insertable } from 'kysely'
import type { Context, Db } from '../../kernel/context.ts'
import type { DB } from '../../kernel/db/tables.gen.ts'

export const insert = (db: Db, row: Insertable<DB['writeOff']>) => db.insertInto('writeOff').values(row).execute()

/** The total of an order's write-offs, and the part that was not recovered, fen. */
export async function sums(ctx: Context, orderId: string): Promise<{ readonly all: number; readonly open: number }> {
  const [row] = await ctx.query<{ all: number; open: number }>(
    `select coalesce(sum(amount_fen), 0) as "all", coalesce(sum(amount_fen - recovered_fen), 0) as open
       from write_off where order_id = $1`,
    [orderId],
  )
  return row!
}

/** Recovers an amount from the oldest write-offs first. */
export const recover = (ctx: Context, orderId: string, fen: number): Promise<unknown> =>
  ctx.query(
    `with open as (
       select id, amount_fen - recovered_fen as fen,
         coalesce(sum(amount_fen - recovered_fen) over (order by id rows between unbounded preceding and 1 preceding), 0) as before
       from write_off where order_id = $1)
     update write_off w set recovered_fen = w.recovered_fen + least(o.fen, greatest($2 - o.before, 0))
       from open o where o.id = w.id and $2 > o.before`,
    [orderId, fen],
  )

export const byId = (db: Db, id: string) =>
  db.selectFrom('writeOff').select(['orderId', 'amountFen', 'recoveredFen']).where('id', '=', id).executeTakeFirst()

/** Marks a write-off as fully recovered, so that nothing of it counts as written off. */
export const takeBack = (db: Db, id: string, amountFen: number) =>
  db.updateTable('writeOff').set({ recoveredFen: amountFen }).where('id', '=', id).execute()
