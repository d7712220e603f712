import { isOpenShift } from '@cheyi/domain/money/cash-shift/shift'
import { flowKind } from '@cheyi/domain/money/payment/codes'
import { type Context, requireFound } from '../../kernel/context.ts'
import * as store from './store.ts'

export { balances as moneyInTransit, recordArrival } from './arrivals.ts'

/**
 * Reverts a recorded cash deposit to the bank: the cash is in the store again, in the same shift while that is open. The caller posts
 * the reverse entry. Locks the store's cash shift and that shift.
 * @throws Refusal notFound (-4)
 */
export async function takeBackHandIn(ctx: Context, id: string) {
  const row = requireFound(await store.handInById(ctx.db, id))
  const name = requireFound(await store.lockCashShift(ctx, row.storeId))
  const shiftId = await openCashShift(ctx, row.shiftId)
  const { storeId, amountFen } = row
  return {
    orderId: null,
    storeId,
    storeIds: [storeId],
    shiftId,
    kind: flowKind.handIn,
    fen: amountFen,
    name,
    followed: false,
  } as const
}

/**
 * Reverts a recorded bank arrival: the money is in transit again. The caller posts the reverse entry. Locks the store's cashShift.
 * @throws Refusal notFound (-4)
 */
export async function takeBackArrival(ctx: Context, id: string) {
  const { storeId, amountFen, feeFen } = requireFound(await store.arrivalById(ctx.db, id))
  const name = requireFound(await store.lockCashShift(ctx, storeId))
  return {
    orderId: null,
    storeId,
    storeIds: [storeId],
    shiftId: null,
    kind: flowKind.channelSettlement,
    fen: amountFen + feeFen,
    name,
    followed: false,
  } as const
}

/** The caller's open shift, locked until the transaction ends; undefined without one. */
export const ownCashShift = (ctx: Context) => store.ownOpen(ctx, { lock: true })

/** Locks the shift that receives the money of a reversal, if it is still open; null for an ended one and without any. */
export async function openCashShift(ctx: Context, shiftId: string | null): Promise<string | null> {
  const shift = shiftId === null ? undefined : await store.lockShift(ctx.db, shiftId)
  return shift !== undefined && isOpenShift(shift.status) ? shift.id : null
}
