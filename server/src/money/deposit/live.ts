import { isHolding } from '@cheyi/domain/money/deposit/hold'
import { askAgainAt, askNextAt, isAskDue, lostHolds } from '@cheyi/domain/money/deposit/live'
import { lockOrder } from '../../booking/order/actions.ts'
import type { Context } from '../../kernel/context.ts'
import type { Freeze } from '../../kernel/pay-port.ts'
import { holdEnded } from './hold-end.ts'
import * as holds from './hold-store.ts'
import * as store from './store.ts'

/* The provider's state of current authorizations, queried at intervals and after its notifications. */

/**
 * Takes the turn to query an authorization, so that no other server does until it is answered or the turn expires.
 * @returns the hold to query; undefined for an ended one, one of the card machine, and one that was queried just now
 */
export async function takeHoldTurn(ctx: Context, holdId: string): Promise<holds.HoldRow | undefined> {
  const { orderId } = (await holds.byId(ctx.db, holdId))!
  const order = await lockOrder(ctx, orderId)
  const row = (await holds.byId(ctx.db, holdId))!
  if (!isHolding(row.status) || row.channelId === null || !isAskDue(row, order, ctx.now)) return undefined
  await holds.askAt(ctx, row.outNo, { askAt: askAgainAt(ctx.now) })
  return row
}

/** Schedules a query of the whole authorization after a notification without a request from here. */
export const askAboutHold = (ctx: Context, holdNo: string): Promise<unknown> =>
  holds.askAt(ctx, holdNo, { askAt: ctx.now })

/**
 * Applies the amount that a provider reports as held. Nothing is decided while another request is unanswered: a refused capture, for
 * example, must be handled first.
 */
export async function applyFreezeState(ctx: Context, holdId: string, { state, restFen }: Freeze): Promise<void> {
  const { orderId, outNo } = (await holds.byId(ctx.db, holdId))!
  let order = await lockOrder(ctx, orderId)
  const rows = await holds.liveOf(ctx.db, outNo)
  const left = state === 'closed' ? 0 : state === 'held' ? restFen : null
  if (rows.length === 0 || left === null || (await holds.hasOpenStep(ctx, outNo))) return
  await holds.askAt(ctx, outNo, {
    askAt: askNextAt(Math.min(...rows.map(({ expireAt }) => expireAt)), ctx.now),
    askedAt: ctx.now,
  })
  for (const { hold, fen } of lostHolds(rows, left)) {
    const deposit = (await store.lockRows(ctx, orderId)).find(({ id }) => id === hold.depositId)!
    const row = (await holds.byId(ctx.db, hold.id))!
    order = await holdEnded(ctx, order, deposit, row, { gone: fen, by: 'provider' })
  }
}
