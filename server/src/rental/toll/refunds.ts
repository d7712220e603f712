import { advance } from '@cheyi/domain/advance'
import { tollStatus } from '@cheyi/domain/rental/toll/codes'
import { tollSteps } from '@cheyi/domain/rental/toll/toll'
import { can } from '@cheyi/domain/step'
import type { Context } from '../../kernel/context.ts'
import { pendingWorkChanges } from '../../platform/pending-work/actions.ts'
import * as store from './store.ts'

/*
 * Lines of money back (退费). Each is a negative cost of its car. With the line that it pays back, it comes to nothing for the merchant, so
 * no customer is asked for that line. Where a customer was already asked, the money back is a to-do (待退客户): staff cancel the unpaid
 * supplement, or refund the paid one, by the ways of every order.
 */

export const PAID_BACK = '服务商已退费'
const allows = (step: 'payBack' | 'owe' | 'withdraw' | 'clear', { status }: Pick<store.TollRow, 'status'>): boolean =>
  can(tollSteps, step, status).ok

/** Pairs money back with the lines that it pays back. The caller holds the lock on the register of lines and is within `ctx.elevated`. */
export async function pairRefunds(ctx: Context): Promise<void> {
  const paired = new Map<string, string>()
  const taken = new Set<string>()
  for (const { backId, lineId } of await store.refundPairs(ctx)) {
    if (paired.has(backId) || taken.has(lineId)) continue
    paired.set(backId, lineId)
    taken.add(lineId)
  }
  if (paired.size === 0) return
  const rows = await store.lockEach(ctx, [...paired].flat())
  const byId = new Map(rows.map((row) => [row.id, row]))
  pendingWorkChanges(ctx, 'toll', [...byId.keys()])
  for (const [backId, lineId] of paired) {
    const [back, line] = [byId.get(backId)!, byId.get(lineId)!]
    // Voided since it was read.
    if (!allows('owe', back)) continue
    const { vehicleId, storeId } = back.vehicleId === null ? line : back
    if (allows('payBack', line)) {
      const status = advance(tollSteps, 'payBack', line.status)
      store.update(ctx, line, { status, byHand: true, reason: PAID_BACK })
      store.update(ctx, back, {
        status: advance(tollSteps, 'payBack', back.status),
        refundOf: line.id,
        vehicleId,
        storeId,
      })
    } else if (allows('withdraw', line)) {
      const { orderId } = line
      const status = advance(tollSteps, 'owe', back.status)
      store.update(ctx, back, { status, refundOf: line.id, vehicleId, orderId, storeId: line.storeId })
    }
  }
}

/** What the provider gave back of these lines is owed to no customer, because the supplement that asked for them was cancelled. */
export async function clearRefunds(ctx: Context, lineIds: readonly string[]): Promise<void> {
  const backs = await ctx.elevated(() => store.lockRefunds(ctx, lineIds))
  if (backs.length === 0) return
  const lines = backs.map(({ refundOf }) => refundOf!)
  const ids = backs.filter((back) => allows('clear', back)).map(({ id }) => id)
  pendingWorkChanges(ctx, 'toll', ids)
  const of = { reason: PAID_BACK, byHand: true }
  await store.setEach(ctx, lines, { status: advance(tollSteps, 'payBack', tollStatus.toCharge), ...of })
  await store.setEach(ctx, ids, { status: advance(tollSteps, 'clear', tollStatus.toReturn), ...of })
}
