import { advance } from '@cheyi/domain/advance'
import { type Account, type Entry, waived } from '@cheyi/domain/money/payment/ledger'
import { supplementStatus } from '@cheyi/domain/money/supplement/codes'
import { earnedBy, supplementSteps } from '@cheyi/domain/money/supplement/supplement'
import type { Context } from '../../kernel/context.ts'
import { claimsEnd } from '../claim/actions.ts'
import * as store from './store.ts'

claimsEnd('supplement', (ctx, ids) =>
  store.setPaid(ctx, ids, advance(supplementSteps, 'pay', supplementStatus.waiting)),
)

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
    await store.setCancelled(
      ctx,
      same.map(({ id }) => id),
      advance(supplementSteps, 'callOff', status),
    )
  return rows.flatMap((row) => takenBack(row, order.status))
}

/** The entry that withdraws the claim of a supplement; none if it posted nothing. */
export const takenBack = (row: store.SupplementRow, orderStatus: number): Entry[] =>
  row.credited === null ? [] : [waived(row.id, row.amountFen, earnedBy(row.credited as Account, orderStatus))]
