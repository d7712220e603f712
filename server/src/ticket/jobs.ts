import { displayPlate } from '@cheyi/domain/check/plate'
import { notifyLevel, notifyType } from '@cheyi/domain/notify/notice'
import { ticketKinds } from '@cheyi/domain/ticket/codes'
import { isInHand, profileOf, ticketProfiles } from '@cheyi/domain/ticket/kinds'
import { OVERDUE_HOLD } from '@cheyi/domain/ticket/ticket'
import { formatDateTime, HOUR } from '@cheyi/domain/time'
import { type Context, found } from '../kernel/context.ts'
import type { Jobs } from '../kernel/process/jobs.ts'
import { notify } from '../notify/actions.ts'
import { holdOn } from '../stock/actions.ts'
import { tellOfCare } from './care.ts'
import { linkTo } from './plan.ts'
import * as store from './store.ts'
import { makeDueTickets } from './yearly/yearly-due.ts'

export const ticketJobs: Jobs = {
  due: { ticket: holdOverdue },
  merchants: [
    { name: 'yearlyTickets', schedule: { daily: '06:30' }, work: makeDueTickets },
    { name: 'careReminder', schedule: { daily: '08:30' }, work: tellOfCare },
  ],
}

const kinds = ticketProfiles.map(({ kind }) => kind)

/** A car whose ticket is in hand beyond its plan keeps its place ahead of now, and whoever sees to it is told every two hours. */
export async function holdOverdue(ctx: Context, ticketId: string): Promise<void> {
  const row = await store.lock(ctx, ticketId, kinds)
  if (row === undefined || !isInHand(row) || row.planEnd === null || row.planEnd >= ctx.now) return
  const of = profileOf(row.kind)
  await holdOn(ctx, { vehicleId: row.vehicleId, kind: of.occupancy, refId: row.id, to: ctx.now + OVERDUE_HOLD })
  const { plate } = found(await store.vehicleById(ctx, row.vehicleId))
  await notify(ctx, {
    type: notifyType.ticket,
    level: notifyLevel.normal,
    ref: `ticketLate/${row.id}/${Math.floor(ctx.now / (2 * HOUR))}`,
    once: true,
    title: `${ticketKinds.text(row.kind)}超时 ${displayPlate(plate)}`,
    body: `${row.no} 应于${formatDateTime(row.planEnd)}${of.words.end}，请跟进或调整${of.words.end}时间`,
    link: linkTo(row),
    to: row.assigneeId === null ? { key: of.key, storeIds: [row.storeId] } : { accountIds: [row.assigneeId] },
  })
}
