import { ticketKinds } from '@cheyi/domain/fleet/ticket/codes'
import { isInHand, isWaiting, profileOf, ticketProfiles } from '@cheyi/domain/fleet/ticket/kinds'
import { OVERDUE_HOLD } from '@cheyi/domain/fleet/ticket/ticket'
import { formatMoment } from '@cheyi/domain/near'
import { displayPlate } from '@cheyi/domain/platform/check/plate'
import { notifyLevel, notifyType } from '@cheyi/domain/platform/notify/notice'
import { HOUR } from '@cheyi/domain/time'
import { type Context, found } from '../../kernel/context.ts'
import type { Jobs } from '../../kernel/process/jobs.ts'
import { notify } from '../../platform/notify/actions.ts'
import { holdOn } from '../stock/actions.ts'
import { tellOfCare } from './care.ts'
import { giveWay } from './give-way.ts'
import { giveBack, linkTo, whoSees } from './plan.ts'
import * as store from './store.ts'
import { makeDueTickets } from './yearly/yearly-due.ts'

export const ticketJobs: Jobs = {
  due: { ticket: goOn },
  merchants: [
    { name: 'yearlyTickets', schedule: { daily: '06:30' }, work: makeDueTickets },
    { name: 'careReminder', schedule: { daily: '08:30' }, work: tellOfCare },
  ],
}

const kinds = ticketProfiles.map(({ kind }) => kind)

/**
 * The timer of a ticket: a running one extends the block of its car, one that has not begun waits for its car until the
 * end of its plan.
 */
async function goOn(ctx: Context, ticketId: string): Promise<void> {
  const row = await store.lock(ctx, ticketId, kinds)
  if (row === undefined) return
  if (isInHand(row)) await holdOverdue(ctx, row)
  if (!isWaiting(row) || row.planEnd === null) return
  // Its plan is over: the car stayed where it was, and orders that wait for it elsewhere get another.
  if (row.planEnd <= ctx.now) await giveBack(ctx, row, false)
  else await giveWay(ctx, row)
}

/** Extends the block of a running ticket that is past its plan, and notifies the person in charge every two hours. */
async function holdOverdue(ctx: Context, row: store.TicketRow): Promise<void> {
  if (row.planEnd === null || row.planEnd >= ctx.now) return
  const of = profileOf(row.kind)
  await holdOn(ctx, { vehicleId: row.vehicleId, kind: of.occupancy, refId: row.id, to: ctx.now + OVERDUE_HOLD })
  const { plate } = found(await store.vehicleById(ctx, row.vehicleId))
  notify(ctx, {
    type: notifyType.ticket,
    level: notifyLevel.normal,
    ref: `ticketLate/${row.id}/${Math.floor(ctx.now / (2 * HOUR))}`,
    once: true,
    title: `${ticketKinds.text(row.kind)}超时 ${displayPlate(plate)}`,
    body: `${row.no} 应于 ${formatMoment(row.planEnd, ctx.now)} ${of.words.end}，请跟进或调整${of.words.end}时间`,
    link: linkTo(row),
    to: whoSees(row),
  })
}
