import { advance } from '@cheyi/domain/advance'
import type { Entry } from '@cheyi/domain/money/payment/ledger'
import { supplementStatus } from '@cheyi/domain/money/supplement/codes'
import { supplementSteps } from '@cheyi/domain/money/supplement/supplement'
import type { Context } from '../../kernel/context.ts'
import { claimsEnd } from '../claim/actions.ts'
import { setCancelled, setPaid, takenBack } from './follow.ts'
import * as store from './store.ts'

export { supplementsFollowed } from './follow.ts'
export { askSupplement } from './save.ts'

claimsEnd('supplement', (ctx, ids) => setPaid(ctx, ids, advance(supplementSteps, 'pay', supplementStatus.waiting)))

/**
 * Cancels the supplements of an order that is cancelled before its pickup.
 * @returns the entries that withdraw their claims (journal 20), which the caller posts
 */
export async function endSupplements(
  ctx: Context,
  order: { readonly id: string; readonly status: number },
): Promise<Entry[]> {
  const rows = await store.standing(ctx.db, order.id)
  for (const [status, same] of Map.groupBy(rows, (row) => row.status))
    await setCancelled(
      ctx,
      same.map(({ id }) => id),
      advance(supplementSteps, 'callOff', status),
    )
  return rows.flatMap((row) => takenBack(row, order.status))
}
