import { orderStatus } from '@cheyi/domain/booking/order/codes'
import type { Context } from '../../kernel/context.ts'
import type { OrderBrief, OrderNumber } from '../../kernel/orders.ts'

/* Orders as other modules name them. */

export const numbers = (ctx: Pick<Context, 'query'>, ids: readonly string[]) =>
  ctx.query<OrderNumber>(
    'select id as order_id, order_no, order_kind, plate from "order" where id = any ($1::bigint[]) order by id',
    [ids],
  )

const BRIEF = 'select id as order_id, order_no, order_kind, status, contact_name, pickup_at, return_at from "order"'

export const brief = (ctx: Pick<Context, 'query'>, orderId: string) =>
  ctx.query.first<OrderBrief>(`${BRIEF} where id = $1`, [orderId])

/** The order whose customer has the car. */
export const ofCar = (ctx: Pick<Context, 'query'>, vehicleId: string) =>
  ctx.query.first<OrderBrief>(`${BRIEF} where vehicle_id = $1 and status = ${orderStatus.pickedUp}`, [vehicleId])
