import type { TicketTodo, Todo } from '@cheyi/contract/platform/todo'
import type { DriverTaskType } from '@cheyi/domain/rental/driver/codes'
import type { Context } from '../../../kernel/context.ts'

/*
 * The data of orders and tickets in the list of the day. Their features are in higher modules, which this one may not import, so they
 * register how it is loaded.
 */

/** Data of an order, without what the row of pending work and its position in the list say. */
export type OrderTold = Omit<
  Todo,
  'kind' | 'action' | 'actionLabel' | 'storeName' | 'address' | 'driverName' | 'at' | 'amountFen' | 'promisedAt'
> & {
  readonly pickupStore: string
  readonly returnStore: string
  readonly pickupAddress: string
  readonly returnAddress: string
  readonly drivers: Readonly<Partial<Record<DriverTaskType, string>>> | null
}

/** Data of a ticket, without kind and time. */
export type TicketTold = Omit<TicketTodo, 'kind' | 'at'>

type Tells<T> = (ctx: Context, ids: readonly string[]) => Promise<readonly T[]>

let tellsOrders: Tells<OrderTold>
let tellsTickets: Tells<TicketTold>

export function todosOfOrders(tells: Tells<OrderTold>): void {
  tellsOrders = tells
}

export function todosOfTickets(tells: Tells<TicketTold>): void {
  tellsTickets = tells
}

export async function ordersTold(ctx: Context, ids: readonly string[]): Promise<ReadonlyMap<string, OrderTold>> {
  const rows = ids.length === 0 ? [] : await tellsOrders(ctx, [...new Set(ids)])
  return new Map(rows.map((row) => [row.orderId, row]))
}

export async function ticketsTold(ctx: Context, ids: readonly string[]): Promise<ReadonlyMap<string, TicketTold>> {
  const rows = ids.length === 0 ? [] : await tellsTickets(ctx, ids)
  return new Map(rows.map((row) => [row.ticketId, row]))
}
