import { type PayKind, payKind } from '@cheyi/domain/money/payment/codes'
import type { OrderRow } from '../../booking/order/actions.ts'
import type { Context } from '../../kernel/context.ts'
import { awaitRegistration } from '../../kernel/registrations.ts'
import type { OrderMoney } from './books.ts'
import { refreshSettlement } from './settle.ts'

/** An item that takes effect only when it is paid. */
export interface AwaitedPayment {
  /** Name and reason, as the customer reads them. */
  readonly name: string
  readonly why: string
  /** Fen, paid in one sum. */
  readonly amount: number
  /** End of the payment period. */
  readonly deadline: number
}

/** The hooks of a feature whose items take effect, and are billed, only when they are paid. */
export interface PaidFirst {
  readonly refType: 'renewal'
  /**
   * The pending item, even after its deadline: a payment that the provider accepted before the item was given up counts. Null when the
   * item is already in effect or its price is 0. @throws Refusal notFound (-4)
   */
  readonly waiting: (ctx: Context, order: OrderRow, refId: string) => Promise<AwaitedPayment | null>
  /** Puts the item into effect after its payment was posted. `order` is under its lock. */
  readonly paid: (ctx: Context, order: OrderRow, refId: string) => Promise<OrderMoney>
}

const features = new Map<PayKind, PaidFirst>()
awaitRegistration(() => (features.has(payKind.renewal) ? [] : ['renewals']))

/** Registers the hooks of a feature. Such features are in higher layers, so they register when they load. */
export function registerPaidFirst(kind: PayKind, feature: PaidFirst): void {
  features.set(kind, feature)
}

export const paidFirstOf = (kind: PayKind): PaidFirst | undefined => features.get(kind)

/** The pending item that may be paid now; null after its deadline. @throws Refusal notFound (-4) */
export async function pendingItemOf(
  ctx: Context,
  order: OrderRow,
  { payKind: kind, refId }: { readonly payKind: PayKind; readonly refId?: string | null | undefined },
): Promise<AwaitedPayment | null> {
  const waits = refId == null ? null : await paidFirstOf(kind)?.waiting(ctx, order, refId)
  return waits != null && ctx.now < waits.deadline ? waits : null
}

/** The order's money after a posted payment; puts an item that was waiting for it into effect. */
export async function countPayment(
  ctx: Context,
  order: OrderRow,
  { payKind: kind, refId }: { readonly payKind: PayKind; readonly refId: string | null },
): Promise<OrderMoney> {
  const first = paidFirstOf(kind)
  return first === undefined || refId === null ? refreshSettlement(ctx, order.id) : first.paid(ctx, order, refId)
}
