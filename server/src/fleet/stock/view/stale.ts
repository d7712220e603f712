import { orderStatus } from '@cheyi/domain/booking/order/codes'
import { orderHolds } from '@cheyi/domain/fleet/inventory/occupancy-codes'
import type { Context } from '../../../kernel/context.ts'
import { sql } from '../../../kernel/db/sql.ts'
import { orders } from '../../../kernel/orders.ts'

/** The columns that an occupancy copies from its order, and the values of the order: status, pickup, return, source. */
export interface StaleRow {
  readonly orderNo: string
  readonly kept: string
  readonly said: string
}

/**
 * Occupancies whose copied columns differ from their orders: triggers update them, so none are expected. Rows that
 * ended more than two days ago affect no answer any more and are left out.
 */
export const staleRows = (ctx: Pick<Context, 'query'>): Promise<StaleRow[]> =>
  ctx.query(
    sql<StaleRow>`select * from (
       select o.order_no, row(c.order_status, c.pickup_at, c.return_at, c.source)::text as kept,
         row(case when o.status between ${orderStatus.submitted} and ${orderStatus.arranged} then ${orderStatus.submitted} else o.status end, o.pickup_at, o.return_at, o.source)::text as said
         from occupancy c join ${orders.facts} o on o.merchant_id = c.merchant_id and o.id = c.ref_id
        where c.kind in (${orderHolds}) and c.active
          and c.to_at > app_now() - interval '2 days') c
      where kept <> said`,
  )
