import { formatMoney } from '@cheyi/domain/money'
import { dueFen } from '@cheyi/domain/money/debt/due'
import { badInput } from '@cheyi/domain/refusal'
import { lockOrder, type OrderRow } from '../../booking/order/actions.ts'
import type { Context } from '../../kernel/context.ts'
import { giveBackClaim } from '../../money/deposit/actions.ts'
import { type PaidBackBy, recordOfflineRefunds, refreshSettlement } from '../../money/payment/actions.ts'

/**
 * Pays back the credit of an order after a part of a claim was dropped, by the way in which the case was paid: into the
 * deposit from which it was deducted while that is held, otherwise to the customer. A debt of the order is deducted first.
 * The caller holds the lock on `order`.
 * @param by the proof of a refund that was already made by hand; null: refund by the original payment method
 * @returns the amount paid out to the customer, fen
 * @throws Refusal badInput (-2) for a refund by hand of an amount that returns into a deposit
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
