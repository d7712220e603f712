import { orderStatus } from '@cheyi/domain/booking/order/codes'
import type { Context } from '../../kernel/context.ts'
import type { OrderBrief } from '../../kernel/orders.ts'

/* Orders as other modules name them: of those that the caller sees, or of all where it is elevated. */

const BRIEF =
  'select id as order_id, order_no, order_kind, status, contact_name, plate, pickup_at, return_at from "order"'

export const briefs = (ctx: Pick<Context, 'query'>, ids: readonly string[]): Promise<OrderBrief[]> =>
  ctx.query<OrderBrief>(`${BRIEF} where id = any ($1::bigint[]) order by id`, [ids])

/** The order whose customer has the car. */
export async function ofCar(ctx: Pick<Context, 'query'>, vehicleId: string): Promise<OrderBrief | undefined> {
  const [row] = await ctx.query<OrderBrief>(`${BRIEF} where vehicle_id = $1 and status = ${orderStatus.pickedUp}`, [
    vehicleId,
  ])
  return row
}
