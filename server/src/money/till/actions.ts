import { flowKind } from '@cheyi/domain/money/payment/codes'
import { isOpenShift } from '@cheyi/domain/money/till/shift'
import { type Context, found } from '../../kernel/context.ts'
import * as store from './store.ts'

/**
 * Cash that was recorded as handed in lies in its store again, in the shift that it left while that is open; the reverse of its
 * entry is the caller's to post. Holds the store's till and that shift.
 * @throws Refusal notFound (-4)
 */
export async function takeBackHandIn(ctx: Context, id: string) {
  const row = found(await store.handInById(ctx.db, id))
  const name = found(await store.lockTill(ctx, row.storeId))
  const shiftId = await openTill(ctx, row.shiftId)
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
 * Money that was recorded as arrived is on its way again; the reverse of its entry is the caller's to post. Holds the store's till.
 * @throws Refusal notFound (-4)
 */
export async function takeBackArrival(ctx: Context, id: string) {
  const { storeId, amountFen, feeFen } = found(await store.arrivalById(ctx.db, id))
  const name = found(await store.lockTill(ctx, storeId))
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

/** The open shift of whoever acts, held until the transaction ends; undefined without one. */
export const ownTill = (ctx: Context) => store.ownOpen(ctx, { lock: true })

/** A shift that money comes back into, held, while it is open; null for one that has ended, and for none. */
export async function openTill(ctx: Context, shiftId: string | null): Promise<string | null> {
  const shift = shiftId === null ? undefined : await store.lockShift(ctx.db, shiftId)
  return shift !== undefined && isOpenShift(shift.status) ? shift.id : null
}
