import { type OrderKind, type OrderStatus, orderStatus, orderStatuses } from '@cheyi/domain/booking/order/codes'
import { isCancelled, orderSteps, wasReturned } from '@cheyi/domain/booking/order/steps'
import { can } from '@cheyi/domain/step'
import type { Context } from '../../kernel/context.ts'
import { carModelSql } from './car.ts'
import { dueSql } from './due.ts'
import { keywordLookup } from './search.ts'

export interface FoundOrder {
  readonly orderId: string
  readonly orderNo: string
  readonly orderKind: OrderKind
  readonly status: OrderStatus
  readonly plate: string | null
  readonly modelName: string
  readonly contactName: string
  readonly phone: string
  readonly pickupAt: number
}

/** The number of candidates of each condition: the newest. */
const CANDIDATES = 50

const over = orderStatuses.values.filter((status) => isCancelled(status) || wasReturned(status)).join(', ')

/** Orders that match a typed keyword: open ones by their next due time, then the newest. At most one query. */
export async function findOrders(
  ctx: Context,
  keyword: string,
  kinds: readonly OrderKind[],
  limit: number,
): Promise<FoundOrder[]> {
  const lookup = kinds.length === 0 ? null : keywordLookup(keyword, ctx.vault, { most: CANDIDATES })
  if (lookup === null) return []
  const order = `order by o.status in (${over}), case when o.status in (${over}) then null else o.next_at end, o.id desc`
  return ctx.query<FoundOrder>(
    `with o as materialized (
       select * from "order" o
        where o.id in (${lookup.text}) and o.order_kind in (${kinds.join(', ')})
          and (o.status <> ${orderStatus.cancelled} or o.prev_status is distinct from ${orderStatus.notSubmitted})
        ${order} limit ${limit})
     select o.id as order_id, o.order_no, o.order_kind, o.status, o.plate, ${carModelSql('o', 'm.name')} as model_name, o.contact_name, o.contact_phone_mask as phone, o.pickup_at
       from o join model m on m.id = o.model_id ${order}`,
    lookup.values,
  )
}

export interface OwingOrder {
  readonly orderId: string
  readonly orderNo: string
  readonly orderKind: OrderKind
  readonly contactName: string
  readonly plate: string | null
  readonly status: OrderStatus
  readonly pickupAt: number
  readonly storeId: string
  readonly owedFen: number
  readonly prepayFen: number | null
  readonly prepayDueFen: number
}

/** SQL: the few orders `o` with a debt, a credit or a refund in progress; it must equal the condition of their partial index. */
const OWED = 'o.owed_fen <> 0 or o.refunding_fen <> 0'

/** Orders with a debt that match a typed keyword, or whose payer is a company, oldest first. */
export async function findOwing(
  ctx: Context,
  wanted: string | { readonly payer: string },
  kinds: readonly OrderKind[],
  limit: number,
): Promise<OwingOrder[]> {
  const lookup =
    kinds.length === 0
      ? null
      : typeof wanted === 'string'
        ? keywordLookup(wanted, ctx.vault, { ofFew: OWED })
        : {
            text: `select o.id from "order" o where o.payer_name = $1 and o.payer_name <> '' and (${OWED})`,
            values: [wanted.payer],
          }
  if (lookup === null) return []
  const collectable = orderStatuses.values.filter((status) => can(orderSteps, 'collect', status).ok)
  return ctx.query<OwingOrder>(
    `select o.id as order_id, o.order_no, o.order_kind, o.contact_name, o.plate, o.status, o.pickup_at, o.store_id, ${dueSql('o')} as owed_fen, o.prepay_fen, o.prepay_due_fen
       from "order" o where o.id in (${lookup.text}) and ${dueSql('o')} > 0 and o.order_kind in (${kinds.join(', ')})
        and o.status in (${collectable.join(', ')})
      order by o.pickup_at, o.id limit ${limit}`,
    lookup.values,
  )
}
