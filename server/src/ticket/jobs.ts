import { displayPlate } from '@cheyi/domain/check/plate'
import { notifyLevel, notifyType } from '@cheyi/domain/notify/notice'
import { isInHand, OVERDUE_HOLD } from '@cheyi/domain/ticket/maintaince'
import { formatDateTime, HOUR } from '@cheyi/domain/time'
import { type Context, found } from '../kernel/context.ts'
import type { Jobs } from '../kernel/process/jobs.ts'
import { screen } from '../kernel/screen.ts'
import { notify } from '../notify/actions.ts'
import { holdOn } from '../stock/actions.ts'
import { KIND } from './plan.ts'
import * as store from './store.ts'

export const ticketJobs: Jobs = { due: { ticket: holdOverdue } }

/** A car that should be back from the garage keeps its place ahead of now, and whoever sees to it is told every two hours. */
export async function holdOverdue(ctx: Context, ticketId: string): Promise<void> {
  const row = await store.lock(ctx, ticketId)
  if (row === undefined || !isInHand(row.status) || row.planEnd === null || row.planEnd >= ctx.now) return
  await holdOn(ctx, { vehicleId: row.vehicleId, kind: KIND, refId: row.id, to: ctx.now + OVERDUE_HOLD })
  const { plate } = found(await store.vehicleById(ctx, row.vehicleId))
  await notify(ctx, {
    type: notifyType.ticket,
    level: notifyLevel.normal,
    ref: `ticketLate/${row.id}/${Math.floor(ctx.now / (2 * HOUR))}`,
    once: true,
    title: `维保超时 ${displayPlate(plate)}`,
    body: `${row.no} 应于${formatDateTime(row.planEnd)}完工，请跟进或调整完工时间`,
    link: screen('ticket.detail', { ticketId: row.id }),
    to:
      row.assigneeId === null
        ? { key: 'ticket.maintaince', storeIds: [row.storeId] }
        : { accountIds: [row.assigneeId] },
  })
}
