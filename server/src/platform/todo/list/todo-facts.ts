import type { TicketTodo, Todo } from '@cheyi/contract/platform/todo'
import type { DriverTaskType } from '@cheyi/domain/rental/driver/codes'
import type { Context } from '../../../kernel/context.ts'

/*
 * The data of orders and tickets in the list of the day. Their features are in higher modules, which this one may not import, so they
 * register how it is loaded.
 */

/** Data of an order, without what the row of pending work and its position in the list say. */
export type OrderTodoFacts = Omit<
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
export type TicketTodoFacts = Omit<TicketTodo, 'kind' | 'at'>

type Tells<T> = (ctx: Context, ids: readonly string[]) => Promise<readonly T[]>

let tellsOrders: Tells<OrderTodoFacts>
let tellsTickets: Tells<TicketTodoFacts>

export function todosOfOrders(tells: Tells<OrderTodoFacts>): void {
  tellsOrders = tells
}

export function todosOfTickets(tells: Tells<TicketTodoFacts>): void {
  tellsTickets = tells
}

export async function loadOrderTodos(
  ctx: Context,
  ids: readonly string[],
): Promise<ReadonlyMap<string, OrderTodoFacts>> {
  const rows = ids.length === 0 ? [] : await tellsOrders(ctx, [...new Set(ids)])
  return new Map(rows.map((row) => [row.orderId, row]))
}

export async function loadTicketTodos(
  ctx: Context,
  ids: readonly string[],
): Promise<ReadonlyMap<string, TicketTodoFacts>> {
  const rows = ids.length === 0 ? [] : await tellsTickets(ctx, ids)
  return new Map(rows.map((row) => [row.ticketId, row]))
}
