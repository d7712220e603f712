import { advance } from '@cheyi/domain/advance'
import type { Entry } from '@cheyi/domain/money/payment/ledger'
import { supplementStatus } from '@cheyi/domain/money/supplement/codes'
import { supplementSteps } from '@cheyi/domain/money/supplement/supplement'
import type { OrderRow } from '../../booking/order/actions.ts'
import type { Context } from '../../kernel/context.ts'
import { sql } from '../../kernel/db/sql.ts'
import { claimsEnd, claimsHavePictures } from '../claim/actions.ts'
import { cancelEach, runFollows } from './follow.ts'
import * as store from './store.ts'

export { supplementsFollowed } from './follow.ts'
export { askSupplement } from './save.ts'

claimsHavePictures('supplement', sql`select s.photo_ids from supplement s where s.id = c.id`)
claimsEnd('supplement', (ctx, ids) => runFollows(ctx, ids, advance(supplementSteps, 'pay', supplementStatus.waiting)))

/**
 * Cancels the supplements of an order that is cancelled before its pickup.
 * @returns the entries that withdraw their claims (journal 20), which the caller posts
 */
export async function endSupplements(ctx: Context, order: Pick<OrderRow, 'id' | 'status'>): Promise<Entry[]> {
  const rows = await store.standing(ctx, order.id)
  const entries: Entry[] = []
  for (const [status, same] of Map.groupBy(rows, store.statusOf))
    entries.push(...(await cancelEach(ctx, order, same, advance(supplementSteps, 'callOff', status))))
  return entries
}
