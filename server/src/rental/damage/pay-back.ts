import { formatMoney } from '@cheyi/domain/money'
import { dueFen } from '@cheyi/domain/money/debt/due'
import { badInput } from '@cheyi/domain/refusal'
import { lockOrder, type OrderRow } from '../../booking/order/actions.ts'
import type { Context } from '../../kernel/context.ts'
import { giveBackClaim } from '../../money/deposit/actions.ts'
import { type PaidBackBy, recordOfflineRefunds, refreshSettlement } from '../../money/payment/actions.ts'

/**
 * Gives back what an order has to its credit since a part of a claim was dropped, by what its case was paid with: into the deposit
 * it was taken from while that is held, else out to the customer. A debt of the order is met first. `order` is under its lock.
 * @param by what leaves is with the customer already, and this proves it; null: it goes as it came
 * @returns what leaves to the customer, fen
 * @throws Refusal badInput (-2) by hand for what goes into a deposit
 */
export async function payBackClaim(
  ctx: Context,
  order: OrderRow,
  claimId: string,
  { fen, refundId, by }: { readonly fen: number; readonly refundId: string; readonly by: PaidBackBy | null },
): Promise<number> {
  const back = Math.min(fen, Math.max(0, -dueFen(await lockOrder(ctx, order.id))))
  const paidOut = await giveBackClaim(ctx, order, claimId, { fen: back, refundId })
  await refreshSettlement(ctx, order.id)
  const intoDeposit = back - paidOut
  if (by !== null && intoDeposit > 0)
    throw badInput('payMode', `押金仍在押，其中${formatMoney(intoDeposit)}应退回押金，请选择原路退回`)
  if (by !== null && paidOut > 0) await recordOfflineRefunds(ctx, order, by, paidOut)
  return paidOut
}
