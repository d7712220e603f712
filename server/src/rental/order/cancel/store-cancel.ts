import type { SoldSnapshot } from '@cheyi/domain/booking/order/sold/snapshot'
import { orderHolds } from '@cheyi/domain/fleet/inventory/occupancy-codes'
import type { Context, Db } from '../../../kernel/context.ts'
import { sql } from '../../../kernel/db/sql.ts'

/** The snapshot that a quote was priced from; undefined when the quote does not exist. */
export async function quoteSnapshot(db: Db, quoteId: string): Promise<SoldSnapshot | undefined> {
  const row = await db.selectFrom('quote').select('snapshot').where('id', '=', quoteId).executeTakeFirst()
  return row?.snapshot
}

/** Whether an order still occupies capacity; an order without a car does so too while a conflict is open. */
export async function holdsCapacity(ctx: Context, orderId: string): Promise<boolean> {
  const rows = await ctx.query(
    sql`select 1 from occupancy where kind in (${orderHolds}) and ref_id = $1 and active
      limit 1`,
    [orderId],
  )
  return rows.length > 0
}
