import { type OrderStatus, orderStatuses } from '@cheyi/domain/booking/order/codes'
import { addMonths, startOfDate, toIso } from '@cheyi/domain/time'
import type { OpenHandlerOf } from './implement.ts'
import * as store from './store.ts'

/** Orders of one page. */
const MOST_ORDERS = 500

/** What the merchant's ledger has for the orders that ended in a month: each side finds its differences by itself. */
export const statement: OpenHandlerOf<'statement'> = async ({ month, after }, ctx, { source }) => {
  const asked = { ...monthOf(month), after: after ?? null, most: MOST_ORDERS + 1 }
  const rows = await store.endedOrders(ctx, source, asked)
  const page = rows.slice(0, MOST_ORDERS)
  const listed = page.map(({ id, netFen, commissionFen, ...row }) => ({
    ...row,
    orderId: id,
    commissionFen,
    grossFen: netFen + commissionFen,
  }))
  return { ...statementOf(listed), next: rows.length > MOST_ORDERS ? page.at(-1)!.id : null }
}

/** The first instant of a month, and the first after it. */
export const monthOf = (month: string) => {
  const first = `${month}-01`
  return { from: startOfDate(first), until: startOfDate(addMonths(first, 1)) }
}

interface Settled {
  readonly channelOrderNo: string
  readonly orderId: string
  readonly orderNo: string
  readonly status: OrderStatus
  readonly endedAt: number
  readonly grossFen: number
  readonly commissionFen: number
}

export function statementOf(rows: readonly Settled[]) {
  const orders = rows.map((row) => ({
    ...row,
    statusName: orderStatuses.text(row.status),
    endedAt: toIso(row.endedAt),
    netFen: row.grossFen - row.commissionFen,
  }))
  const sum = (name: 'grossFen' | 'commissionFen' | 'netFen') => orders.reduce((total, row) => total + row[name], 0)
  return {
    orders,
    grossFen: sum('grossFen'),
    commissionFen: sum('commissionFen'),
    netFen: sum('netFen'),
    next: null,
  }
}
