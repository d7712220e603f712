import type { Entry } from '@cheyi/domain/money/payment/ledger'
import type { OrderRow } from '../../booking/order/actions.ts'
import type { Context } from '../../kernel/context.ts'
import { endClaims } from '../claim/steps/actions.ts'
import type * as store from './store.ts'

/* What happens to supplements after they were asked: they are paid or cancelled, and the records that caused them follow. */

type Follow = (ctx: Context, ids: readonly string[], status: number) => Promise<unknown>
const follows: Follow[] = []

/** Registers how the records of a feature follow the status of the supplements that they were charged with. */
export const supplementsFollowed = (one: Follow) => void follows.push(one)

export async function runFollows(ctx: Context, ids: readonly string[], status: number): Promise<void> {
  for (const one of follows) await one(ctx, ids, status)
}

/** Cancels supplements with their claims. @returns the entries to post (J20) */
export async function cancelEach(
  ctx: Context,
  order: Pick<OrderRow, 'id' | 'status'>,
  rows: readonly store.SupplementRow[],
  status: number,
): Promise<Entry[]> {
  const entries = await endClaims(ctx, order, rows)
  await runFollows(
    ctx,
    rows.map(({ id }) => id),
    status,
  )
  return entries
}
