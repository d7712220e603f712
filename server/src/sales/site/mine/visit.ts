import { Refusal } from '@cheyi/domain/refusal'
import { type OrderRow, readOrder } from '../../../booking/order/actions.ts'
import type { Context } from '../../../kernel/context.ts'
import { type Proof, phoneOf, requireProof, type Visit } from '../visit.ts'
import * as store from './store.ts'

/** A customer behind the code of their mobile. */
export interface Customer extends Proof {
  readonly phone: ReturnType<typeof phoneOf>
}

/**
 * From here on the transaction shows the orders of the proved mobile alone: those booked on the page, at the counter and on platforms, at
 * every store of the merchant.
 * @throws Refusal invalidToken (-9)
 */
export async function customerOf(ctx: Context, visit: Visit): Promise<Customer> {
  const proof = await requireProof(ctx, visit)
  const phone = phoneOf(ctx, proof.mobile)
  ctx.showOrders(await ctx.elevated(() => store.idsOf(ctx, phone)))
  return { ...proof, phone }
}

/** @throws Refusal invalidToken (-9), orderNotFound (2002) for an order of somebody else */
export async function ownOrder(
  ctx: Context,
  visit: Visit,
  orderId: string,
): Promise<{ readonly customer: Customer; readonly row: store.RentalRow; readonly order: OrderRow }> {
  const customer = await customerOf(ctx, visit)
  const [row] = await store.rentals(ctx, customer.phone, 1, orderId)
  if (row === undefined) throw new Refusal('orderNotFound')
  return { customer, row, order: await readOrder(ctx, orderId) }
}
