import type { PayKind } from '@cheyi/domain/money/payment/codes'
import type { OrderRow } from '../../booking/order/actions.ts'
import type { Context } from '../../kernel/context.ts'
import type { OrderMoney } from './books.ts'
import { refreshSettlement } from './settle.ts'

/** What waits for its payment. */
export interface AwaitedPayment {
  /** What it is and why, as its customer reads it. */
  readonly name: string
  readonly why: string
  /** Fen, all of it at once. */
  readonly amount: number
  /** Until when it may be asked for. */
  readonly deadline: number
}

/** How a room's things are paid that count only once they are: nothing of them is billed before. */
export interface PaidFirst {
  readonly refType: 'renewal'
  /**
   * What of an order waits, whatever its deadline: a payment that its provider knew of before it was given up counts. null:
   * it counts by now, or came to nothing. @throws Refusal notFound (-4)
   */
  readonly waiting: (ctx: Context, order: OrderRow, refId: string) => Promise<AwaitedPayment | null>
  /** Its money is booked: it counts from now on. `order` is under its lock. */
  readonly paid: (ctx: Context, order: OrderRow, refId: string) => Promise<OrderMoney>
}

const rooms = new Map<PayKind, PaidFirst>()

/** The rooms stand above this one: each says it once, while it loads. */
export function paidFirst(kind: PayKind, room: PaidFirst): void {
  rooms.set(kind, room)
}

export const paidFirstOf = (kind: PayKind): PaidFirst | undefined => rooms.get(kind)

/** What may be asked for now of what a payment names; null once its time is over. @throws Refusal notFound (-4) */
export async function askedFirst(
  ctx: Context,
  order: OrderRow,
  { payKind: kind, refId }: { readonly payKind: PayKind; readonly refId?: string | null | undefined },
): Promise<AwaitedPayment | null> {
  const waits = refId == null ? null : await paidFirstOf(kind)?.waiting(ctx, order, refId)
  return waits != null && ctx.now < waits.deadline ? waits : null
}

/** The order's money after a payment that was booked: what counts only once it is paid counts from now on. */
export async function counted(
  ctx: Context,
  order: OrderRow,
  { payKind: kind, refId }: { readonly payKind: PayKind; readonly refId: string | null },
): Promise<OrderMoney> {
  const first = paidFirstOf(kind)
  return first === undefined || refId === null ? refreshSettlement(ctx, order.id) : first.paid(ctx, order, refId)
}
