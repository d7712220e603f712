import { type OrderKind, type OrderStatus, orderKinds } from '@cheyi/domain/booking/order/codes'
import type { Slice } from '@cheyi/domain/insight/data/reckon'
import type { Window } from '@cheyi/domain/insight/data/window'
import { renewalStatus } from '@cheyi/domain/rental/renewal/codes'
import type { Context } from '../../kernel/context.ts'
import { at } from '../../kernel/db/instant.ts'
import { parameters } from '../../kernel/db/sql.ts'
import { isBooked, isCancelledSql } from './store.ts'

/*
 * Queries of the orders behind a figure.
 */

type Asking = Pick<Context, 'query'>

/** Figures for which an order counts one or nothing, by an indexed time: the orders can be found without their shares. */
const counted = {
  created: { time: 'created_at', where: 'true' },
  cancelled: { time: 'created_at', where: isCancelledSql },
  returns: { time: 'actual_return_at', where: 'o.actual_pickup_at is not null' },
  renewed: {
    time: 'actual_return_at',
    where: `o.actual_pickup_at is not null
      and exists (select from renewal r where r.order_id = o.id and r.status = ${renewalStatus.effective})`,
  },
} as const
export type CountedSum = keyof typeof counted
export const isCountedSum = (sum: string | undefined): sum is CountedSum =>
  sum !== undefined && Object.hasOwn(counted, sum)

/** Orders that a window counts, the newest first, after a given one or from the start. */
export const ordersCounted = async (
  ctx: Asking,
  sum: CountedSum,
  { from, until }: Window,
  { storeIds, modelIds, source, kind }: Slice,
  { after, most }: { readonly after: string | null; readonly most: number },
): Promise<string[]> => {
  const { time, where } = counted[sum]
  const { values, bind } = parameters()
  const last = after && bind(after)
  const lastAt = `(select l.${time} from "order" l where l.id = ${last})`
  const conditions = [
    `o.${time} >= ${bind(at(from))}::timestamptz and o.${time} < ${bind(at(until))}::timestamptz and ${isBooked} and ${where}`,
    last && `o.${time} <= ${lastAt} and (o.${time} < ${lastAt} or o.id < ${last})`,
    storeIds && `o.store_id = any (${bind(storeIds)}::bigint[])`,
    modelIds && `o.model_id = any (${bind(modelIds)}::bigint[])`,
    source && `o.source = ${bind(source)}::smallint`,
  ].filter((condition) => condition)
  const limit = bind(most)
  // The index of bookings is ordered within each kind.
  const kinds = kind !== undefined ? [kind] : time === 'created_at' ? orderKinds.values : [null]
  const parts = kinds.map(
    (
      one,
    ) => `(select o.id, o.${time} as at from "order" o where ${one === null ? '' : `o.order_kind = ${one} and`} ${conditions.join(' and ')}
      order by o.${time} desc, o.id desc limit ${limit})`,
  )
  const rows = await ctx.query<{ readonly id: string }>(
    `select id from (${parts.join(' union all ')}) x order by at desc, id desc limit ${limit}`,
    values,
  )
  return rows.map(({ id }) => id)
}

interface Shown {
  readonly orderId: string
  readonly orderNo: string
  readonly status: OrderStatus
  readonly orderKind: OrderKind
  readonly modelName: string
  readonly storeId: string
  readonly returnStoreId: string
  readonly storeName: string
  readonly pickupAt: number
  readonly returnAt: number
}

/** The columns of orders in the list. */
export const shownOrders = (ctx: Asking, ids: readonly string[]) =>
  ctx.query<Shown>(
    `select o.id as order_id, o.order_no, o.status, o.order_kind, m.name as model_name, o.store_id, o.return_store_id,
       s.name as store_name, coalesce(o.actual_pickup_at, o.pickup_at) as pickup_at, coalesce(o.actual_return_at, o.return_at) as return_at
      from "order" o join model m on m.id = o.model_id join store s on s.id = o.store_id where o.id = any ($1::bigint[])`,
    [ids],
  )
