import { depositKind } from '@cheyi/domain/deposit/codes'
import { wasReturned } from '@cheyi/domain/order/steps'
import { taskKind } from '@cheyi/domain/todo/task'
import type { Context } from '../kernel/context.ts'
import type { Jobs } from '../kernel/process/jobs.ts'
import { lockOrder } from '../order/actions.ts'
import { refreshSettlement } from '../payment/actions.ts'
import { openTask } from '../todo/actions.ts'
import { authExpiry } from './expiry.ts'
import { releasableFen, releaseAfter, releaseHeld } from './release.ts'
import * as store from './store.ts'

export const depositJobs: Jobs = { due: { rentalRelease, violationRelease, authExpiry } }

/**
 * What a debt kept of a rental deposit goes back once the debt is paid, as the return sent the rest. What a person took
 * back from its way waits for a person.
 */
async function rentalRelease(ctx: Context, orderId: string): Promise<void> {
  const order = await lockOrder(ctx, orderId)
  if (!wasReturned(order.status)) return
  const row = (await store.lockRows(ctx.db, orderId)).find((one) => one.kind === depositKind.rental)
  if (row === undefined || row.withdrawnAt !== null) return
  await releaseHeld(ctx, order, { kinds: [depositKind.rental], after: await releaseAfter(ctx, order) })
  await refreshSettlement(ctx, orderId)
}

/**
 * On its day a violation deposit becomes a to-do: no provider tells about violations yet, so a person looks and gives it
 * back. What an open debt keeps is looked at again every day. The to-do is the order's `violation_free_at`; its task keeps
 * what was found on the day, and has the pages that are open ask again.
 */
async function violationRelease(ctx: Context, orderId: string): Promise<void> {
  const order = await lockOrder(ctx, orderId)
  const rows = await store.lockRows(ctx.db, orderId)
  const row = rows.find((one) => one.kind === depositKind.violation)
  const dueAt = row?.dueReleaseAt ?? null
  if (row === undefined || dueAt === null || ctx.now < dueAt) return
  const amount = releasableFen(order, rows, row)
  if (amount === 0) return
  await openTask(ctx, {
    kind: taskKind.violation,
    refId: row.id,
    orderId,
    storeId: order.returnStoreId,
    detail: { amount, dueAt, returnedAt: order.actualReturnAt! },
  })
}
