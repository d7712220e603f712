import type { contract } from '@cheyi/contract/index'
import type { OutputOf } from '@cheyi/contract/kernel/call'
import { orderStatus } from '@cheyi/domain/booking/order/codes'
import { bandOf, isLateRisk, lengthBands, type Returns } from '@cheyi/domain/booking/order/late-risk'
import { isOnRent } from '@cheyi/domain/booking/order/steps'
import type { Context } from '../../../kernel/context.ts'
import type { Columns } from '../../../kernel/db/columns.ts'
import { settingSql } from '../../../platform/merchant/actions.ts'

type Told = OutputOf<typeof contract.order.detail>['before']

interface Row {
  readonly orderId: string
  readonly orderNo: string
  readonly orderKind: Columns['orderKind']
  readonly status: Columns['order.status']
  readonly returnAt: number
  readonly days: number
  readonly graceMinutes: number
  readonly customer: Returns
  readonly like: Returns
}

/** The number of similar rentals of a store that are evaluated, the newest first. */
const LIKE_MOST = 300

const counted = `json_build_object('returned', count(*), 'late', count(*) filter (
  where c.actual_return_at > c.return_at + make_interval(mins => a.grace_minutes)))`
const band = (days: string) =>
  `case ${lengthBands.map(({ most }, n) => (most === null ? `else ${n}` : `when ${days} <= ${most} then ${n}`)).join(' ')} end`

/**
 * The order that has the car before an order with an assigned car (a planned car may still change), with the return history
 * of its customer and of similar rentals. Only orders within the caller's scope are counted.
 */
const BEFORE = `
  select a.id as order_id, a.order_no, a.order_kind, a.status, a.return_at, a.days, a.grace_minutes,
    (select ${counted} from "order" c where c.renter_id = a.renter_id and c.actual_return_at is not null) as customer,
    (select ${counted} from (select * from "order" r where r.order_kind = a.order_kind and r.return_store_id = a.return_store_id
        and r.status = ${orderStatus.returned} order by r.id desc limit ${LIKE_MOST}) c
      where ${band('c.days')} = ${band('a.days')}) as like
   from "order" b cross join lateral (
     select x.*, ${settingSql('graceMinutes', 's.settings')} as grace_minutes
       from "order" x join store s on s.id = x.return_store_id
      where x.vehicle_id = b.vehicle_id and x.id <> b.id and x.status in (${orderStatus.arranged}, ${orderStatus.pickedUp})
        and x.pickup_at < b.pickup_at
      order by x.pickup_at desc limit 1) a
   where b.id = $1 and b.status = ${orderStatus.arranged}`

/** The previous renter of the car, where a late return is likely; null: no warning is shown. */
export async function lateBefore(ctx: Context, orderId: string): Promise<Told> {
  const [row] = await ctx.query<Row>(BEFORE, [orderId])
  if (row === undefined) return null
  const { status, graceMinutes, days, ...told } = row
  const isOut = isOnRent(status)
  if (!isLateRisk({ ...told, graceMinutes, isOut }, ctx.now)) return null
  return { ...told, band: bandOf(days), overdue: isOut && ctx.now > told.returnAt }
}
