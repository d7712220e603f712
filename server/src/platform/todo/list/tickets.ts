import type { TicketTodo } from '@cheyi/contract/platform/todo'
import type { Context } from '../../../kernel/context.ts'

/** What the list of the day says of a ticket besides when and why. */
export type TicketTold = Omit<TicketTodo, 'kind' | 'at'>
type Tells = (ctx: Context, ids: readonly string[]) => Promise<readonly TicketTold[]>

let tells: Tells | undefined

/** The room of tickets, which stands above, says how they are told on the list of the day. */
export function todosOfTickets(tell: Tells): void {
  tells = tell
}

/** By their ids. */
export async function ticketsTold(ctx: Context, ids: readonly string[]): Promise<ReadonlyMap<string, TicketTold>> {
  const rows = ids.length === 0 ? [] : await tells!(ctx, ids)
  return new Map(rows.map((row) => [row.ticketId, row]))
}
