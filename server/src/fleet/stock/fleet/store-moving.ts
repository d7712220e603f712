import { orderStatus } from '@cheyi/domain/booking/order/codes'
import { occupancyKind } from '@cheyi/domain/fleet/inventory/occupancy-codes'
import type { Context } from '../../../kernel/context.ts'
import { at } from '../../../kernel/db/instant.ts'
import { sql } from '../../../kernel/db/sql.ts'
import type { PoolKey } from '../store.ts'

/*
 * Statements about cars that tickets move from one pool to another.
 */

/** The pool that expects the car of a ticket; none if the car stays in its pool. */
export const expecting = (ctx: Context, refId: string): Promise<PoolKey[]> =>
  ctx.query<{ storeId: string; modelId: string }>(
    "select store_id, model_id from pool_delta where ref_type = 'relocation' and ref_id = $1 and delta > 0 and not consumed",
    [refId],
  )

/** Ids of the orders of a pool that wait for this car and begin before an instant; null: all of them. */
export async function waitingBefore(
  ctx: Context,
  key: PoolKey,
  vehicleId: string,
  before: number | null,
): Promise<string[]> {
  const rows = await ctx.query<{ id: string }>(
    sql`select c.ref_id as id from occupancy c
      where c.store_id = $1 and c.model_id = $2 and c.vehicle_id = $3 and c.kind = ${occupancyKind.order} and c.active and not c.on_rent
        and ($4::timestamptz is null or c.from_at < $4) and c.order_status = ${orderStatus.submitted}
      order by c.ref_id`,
    [key.storeId, key.modelId, vehicleId, before === null ? null : at(before)],
  )
  return rows.map(({ id }) => id)
}

/** The car has arrived: its planned moves are done. */
export const consume = (ctx: Context, refId: string): void =>
  ctx.queue(
    "update pool_delta set consumed = true, at = least(at, app_now()) where ref_type = 'relocation' and ref_id = $1 and not consumed",
    [refId],
  )

/** The car is expected at another time. */
export const shift = (ctx: Context, refId: string, to: number): void =>
  ctx.queue(
    "update pool_delta set at = $2 where ref_type = 'relocation' and ref_id = $1 and delta > 0 and not consumed",
    [refId, at(to)],
  )
