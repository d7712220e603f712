import { wasReturned } from '@cheyi/domain/booking/order/steps'
import { depositKind } from '@cheyi/domain/money/deposit/codes'
import { offlinePayWays } from '@cheyi/domain/money/payment/codes'
import { taskKind } from '@cheyi/domain/platform/todo/task'
import { type Instant, localDate, startOfDate } from '@cheyi/domain/time'
import { lockOrder, type OrderRow } from '../../booking/order/actions.ts'
import type { Context } from '../../kernel/context.ts'
import type { Jobs } from '../../kernel/process/jobs.ts'
import { awaitRegistration } from '../../kernel/registrations.ts'
import { openTask } from '../../platform/todo/actions.ts'
import { refreshSettlement } from '../payment/actions.ts'
import { authExpiry } from './expiry.ts'
import { releasableFen, releaseAfter, releaseHeld } from './release.ts'
import * as store from './store.ts'

export const depositJobs: Jobs = { due: { rentalRelease, violationRelease, authExpiry } }

/**
 * Releases what a debt retained of a rental deposit once the debt is paid, as the return released the rest. A release that a person
 * withdrew waits for a person.
 */
async function rentalRelease(ctx: Context, orderId: string): Promise<void> {
  const order = await lockOrder(ctx, orderId)
  if (!wasReturned(order.status)) return
  const row = (await store.lockRows(ctx, orderId)).find((one) => one.kind === depositKind.rental)
  if (row === undefined || row.withdrawnAt !== null) return
  await releaseHeld(ctx, order, { kinds: [depositKind.rental], after: await releaseAfter(ctx, order) })
  await refreshSettlement(ctx, orderId)
}

/** Whether the offices were queried about the cars of an order since a moment, and reported no violation. */
type NoneKnown = (ctx: Context, order: OrderRow, since: Instant) => Promise<boolean>

const nobodyKnows: NoneKnown = async () => false
let noneKnown = nobodyKnows
awaitRegistration(() => (noneKnown === nobodyKnows ? ['noneKnown'] : []))

/** Registers the query; the violation feature is in a higher layer. */
export function registerNoneKnown(ask: NoneKnown): void {
  noneKnown = ask
}

/**
 * Releases a violation deposit on its release day without a person, if a provider has answered since that day began that there is no
 * violation (no answer does not count) and the deposit goes back online. Otherwise it becomes a to-do: a person checks and releases it;
 * so do manual payouts and withdrawn releases. A deposit that an open debt retains is checked again every day. The to-do is the order's
 * `violation_free_at`; its task stores the finding of the day, and refreshes open pages.
 */
export async function violationRelease(ctx: Context, orderId: string): Promise<void> {
  const order = await lockOrder(ctx, orderId)
  const rows = await store.lockRows(ctx, orderId)
  const row = rows.find((one) => one.kind === depositKind.violation)
  const dueAt = row?.dueReleaseAt ?? null
  if (row === undefined || dueAt === null || ctx.now < dueAt) return
  const amount = releasableFen(order, rows, row)
  if (amount === 0) return
  const byItself = row.withdrawnAt === null && row.payWay !== null && !offlinePayWays.includes(row.payWay)
  if (byItself && (await noneKnown(ctx, order, startOfDate(localDate(dueAt))))) {
    const after = await releaseAfter(ctx, order)
    await releaseHeld(ctx, order, { kinds: [depositKind.violation], after })
    await refreshSettlement(ctx, orderId)
    return
  }
  await openTask(ctx, {
    kind: taskKind.violation,
    refId: row.id,
    orderId,
    storeId: order.returnStoreId,
    detail: { amount, dueAt, returnedAt: order.actualReturnAt! },
  })
}
