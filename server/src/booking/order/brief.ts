import { orderStatus } from '@cheyi/domain/booking/order/codes'
import type { Context } from '../../kernel/context.ts'
import { snakeCase } from '../../kernel/db/letter-case.ts'
import type { Sql } from '../../kernel/db/sql.ts'
import type { DB } from '../../kernel/db/tables.gen.ts'
import type { OrderBrief, OrderNumber } from '../../kernel/orders.ts'

/* Orders as other modules name them. */

const facts = [
  'merchantId',
  'id',
  'orderNo',
  'orderKind',
  'status',
  'source',
  'contactName',
  'companyId',
  'storeId',
  'returnStoreId',
  'modelId',
  'vehicleId',
  'plate',
  'pickupAt',
  'returnAt',
  'actualPickupAt',
  'actualReturnAt',
  'createdBy',
] as const satisfies readonly (keyof DB['order'])[]

/** Orders with the columns that lower modules join, as a relation in a statement: which, where, when, and in which car, but no money. */
export const factsSql = `(select ${facts.map(snakeCase).join(', ')} from "order")` as Sql

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
