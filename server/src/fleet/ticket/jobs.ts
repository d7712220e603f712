import { occupancyKind } from '@cheyi/domain/fleet/inventory/occupancy-codes'
import { ticketKinds } from '@cheyi/domain/fleet/ticket/codes'
import { isInHand, isWaiting, profileOf, ticketProfiles } from '@cheyi/domain/fleet/ticket/kinds'
import { givesWayTo, type Keeper, OVERDUE_HOLD } from '@cheyi/domain/fleet/ticket/ticket'
import { formatMoment } from '@cheyi/domain/near'
import { displayPlate } from '@cheyi/domain/platform/check/plate'
import { notifyLevel, notifyType } from '@cheyi/domain/platform/notify/notice'
import { Refusal } from '@cheyi/domain/refusal'
import { HOUR, MINUTE } from '@cheyi/domain/time'
import { type Context, requireFound } from '../../kernel/context.ts'
import type { Jobs } from '../../kernel/process/jobs.ts'
import { settingsOf } from '../../platform/merchant/actions.ts'
import { notify } from '../../platform/notify/actions.ts'
import { postpone, prolongBlock } from '../stock/actions.ts'
import { tellOfCare } from './care.ts'
import { giveBack, linkTo, logOf, tell, whoSees } from './plan.ts'
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
  await prolongBlock(ctx, { vehicleId: row.vehicleId, kind: of.occupancy, refId: row.id, to: ctx.now + OVERDUE_HOLD })
  const { plate } = requireFound(await store.vehicleById(ctx, row.vehicleId))
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

/**
 * A ticket that has not begun is postponed until its late car may be back, and the person in charge is notified. If the
 * new time would take the car from other orders, the ticket stays and becomes a conflict.
 */
async function giveWay(ctx: Context, row: store.TicketRow): Promise<void> {
  const { planStart, planEnd, vehicleId } = row
  const keeper = await store.keeperOf(ctx, row)
  if (planStart === null || planEnd === null || keeper === undefined) return
  const from = givesWayTo(planStart, await termsOf(ctx, row, keeper), ctx.now)
  if (from === null) return
  const of = profileOf(row.kind)
  const block = { vehicleId, kind: of.occupancy, refId: row.id, from, to: from + planEnd - planStart }
  const moved = await postpone(ctx, { ...block, toStoreId: row.changeHome ? row.toStoreId : null }).catch(ignoreRefusal)
  const words = keeper.kind === occupancyKind.order ? `订单 ${keeper.no} 未还车` : `${keeper.no} 未完成`
  if (moved === null) {
    const note = `计划 ${formatMoment(planStart, ctx.now)} ${of.words.begin}，${words}，此后车辆已有安排，请改期`
    return tellOf(ctx, row, { ref: `ticketAwaits/${row.id}/${keeper.refId}/${planStart}`, what: '冲突', note })
  }
  if (keeper.kind !== occupancyKind.order)
    await prolongBlock(ctx, { vehicleId, kind: keeper.kind, refId: keeper.refId, to: ctx.now + OVERDUE_HOLD })
  const note = `${words}，计划${of.words.begin}顺延至 ${formatMoment(moved.from, ctx.now)}`
  // One entry in its history, even if it is postponed several times.
  const before = row.log.at(-1)?.action === 'giveWay' ? row.log.slice(0, -1) : row.log
  const log = [...before, logOf(ctx, 'giveWay', note)]
  tell(ctx, await store.update(ctx, row, { planStart: moved.from, planEnd: moved.to, log }))
  await tellOf(ctx, row, { ref: `ticketGaveWay/${row.id}/${Math.floor(ctx.now / (2 * HOUR))}`, what: '顺延', note })
}

async function tellOf(
  ctx: Context,
  row: store.TicketRow,
  { ref, what, note }: { readonly ref: string; readonly what: string; readonly note: string },
): Promise<void> {
  const { plate } = requireFound(await store.vehicleById(ctx, row.vehicleId))
  notify(ctx, {
    type: notifyType.ticket,
    level: notifyLevel.important,
    ref,
    once: true,
    title: `${ticketKinds.text(row.kind)}${what} ${displayPlate(plate)}`,
    body: `${row.no} ${note}`,
    link: linkTo(row),
    to: whoSees(row),
  })
}

type Found = NonNullable<Awaited<ReturnType<typeof store.keeperOf>>>

/** A car of a customer is prepared before a ticket begins; a car of another ticket is ready. */
async function termsOf(ctx: Context, { storeId }: store.TicketRow, { kind, dueAt }: Found): Promise<Keeper> {
  if (kind !== occupancyKind.order) return { dueAt, ready: 0, ahead: OVERDUE_HOLD }
  const { turnaroundMinutes, graceMinutes, overdueHoldMinutes } = await settingsOf(ctx, storeId)
  const ready = turnaroundMinutes * MINUTE
  return { dueAt: dueAt + graceMinutes * MINUTE, ready, ahead: ready + overdueHoldMinutes * MINUTE }
}

/** A refusal because the car was taken meanwhile is not a failure of the timer: it tries again. */
function ignoreRefusal(error: unknown): null {
  if (error instanceof Refusal) return null
  throw error
}
