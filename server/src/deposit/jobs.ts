import { depositKind } from '@cheyi/domain/deposit/codes'
import type { Context } from '../kernel/context.ts'
import { ms, msOrNull } from '../kernel/instant.ts'
import type { Jobs } from '../kernel/jobs.ts'
import { lockOrder, openTask } from '../order/actions.ts'
import { releasableFen, VIOLATION_DUE } from './release.ts'
import * as store from './store.ts'

export const depositJobs: Jobs = { due: { violationRelease } }

/**
 * On its day a violation deposit becomes a to-do: no provider tells about violations yet, so a person looks and gives it
 * back. What an open debt keeps is looked at again every day.
 */
async function violationRelease(ctx: Context, orderId: string): Promise<void> {
  const order = await lockOrder(ctx, orderId)
  const rows = await store.lockRows(ctx.db, orderId)
  const row = rows.find((one) => one.kind === depositKind.violation)
  const dueAt = msOrNull(row?.due_release_at ?? null)
  if (row === undefined || dueAt === null || ctx.now < dueAt) return
  const amount = releasableFen(order, rows, row)
  if (amount === 0) return
  await openTask(ctx, {
    kind: VIOLATION_DUE,
    refId: row.id,
    orderId,
    storeId: order.return_store_id,
    detail: { amount, dueAt, returnedAt: ms(order.actual_return_at!) },
  })
}
