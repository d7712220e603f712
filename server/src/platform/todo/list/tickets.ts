import type { TicketTodo } from '@cheyi/contract/platform/todo'
import type { Context } from '../../../kernel/context.ts'

/** Data of a ticket in the list of the day, without kind and time. */
export type TicketTold = Omit<TicketTodo, 'kind' | 'at'>
type Tells = (ctx: Context, ids: readonly string[]) => Promise<readonly TicketTold[]>

let tells: Tells | undefined

/** Registers the loader of the ticket feature, which belongs to a later module that this one may not import. */
export function todosOfTickets(tell: Tells): void {
  tells = tell
}

export async function ticketsTold(ctx: Context, ids: readonly string[]): Promise<ReadonlyMap<string, TicketTold>> {
  const rows = ids.length === 0 ? [] : await tells!(ctx, ids)
  return new Map(rows.map((row) => [row.ticketId, row]))
}
