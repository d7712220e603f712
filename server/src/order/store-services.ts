import { orderItemType } from '@cheyi/domain/order/codes'
import type { Context } from '../kernel/context.ts'
import type { Columns } from '../kernel/db/columns.ts'

export interface ServiceRow {
  id: string
  itemType: Columns['itemType']
  code: string
  name: string
  qty: number
  unit: string
  unitPriceFen: number
  amountFen: number
  formula: string
}

/** The charges of an order that stand and are neither rent nor deposit, in the order of the bill. */
export const services = (query: Context['query'], orderId: string) =>
  query<ServiceRow>(
    `select id, item_type, code, name, qty, unit, unit_price_fen, amount_fen, formula from order_item
     where order_id = $1 and status = 'active' and item_type not in (${orderItemType.rental}, ${orderItemType.deposit})
     order by seq, id`,
    [orderId],
  )
