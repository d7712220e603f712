import { advance } from '@cheyi/domain/advance'
import { cancelReason, orderStatus, responsibility } from '@cheyi/domain/booking/order/codes'
import { awaitsPickup, isOnRent, orderSteps } from '@cheyi/domain/booking/order/steps'
import {
  acceptDeadlineOf,
  alarmFrom,
  alarmNumber,
  arrivedBy,
  draftDropAt,
  isOverdue,
  isReminderDue,
  noShowWatch,
  timers,
  wasOutAtImport,
} from '@cheyi/domain/booking/order/timers'
import { isQuiet } from '@cheyi/domain/platform/notify/quiet-hours'
import { taskKind } from '@cheyi/domain/platform/todo/task'
import { noShowFrom } from '@cheyi/domain/pricing/terms/cancel'
import { can } from '@cheyi/domain/step'
import { addMonths, DAY, HOUR, localDate } from '@cheyi/domain/time'
import {
  lockOrder,
  logOrder,
  notifyCustomer,
  type OrderRow,
  readOrder,
  updateOrder,
} from '../../../booking/order/actions.ts'
import { tellOfOverdue, tellOfWaiting } from '../../../booking/order/notices.ts'
import { foldTallies } from '../../../booking/order/tally.ts'
import { placeSoftly, rollOverdue } from '../../../fleet/stock/actions.ts'
import { sumDriving } from '../../../fleet/vehicle-control/actions.ts'
import type { Context } from '../../../kernel/context.ts'
import { at } from '../../../kernel/db/instant.ts'
import type { Jobs } from '../../../kernel/process/jobs.ts'
import { hasOpenLink } from '../../../money/payment/actions.ts'
import { settingsOf } from '../../../platform/merchant/actions.ts'
import { repairPendingWork } from '../../../platform/pending-work/actions.ts'
import { openTask, openTaskOf } from '../../../platform/todo/actions.ts'
import { documentsPageOf } from '../../driver/actions.ts'
import { isHandedIn } from '../../pickup-return/actions.ts'
import { type CallOff, callOff } from '../cancel/cancel.ts'
import { outcomeOf } from '../cancel/cancel-terms.ts'
import { tallyDifferences } from './tally-differences.ts'

/*
 * The timers of orders. The rows come from an index on their due time; each row is read again under its lock and moved by
 * the state machine, so a timer that fires too early or twice has no effect.
 */

export const orderJobs: Jobs = {
  due: {
    draft,
    payTimeout,
    unaccepted: refuseUnaccepted,
    confirmAlarm,
    autoArrange,
    noShow,
    overdueRoll,
    reminder,
    tallies: foldTallies,
  },
  merchants: [
    { name: 'driving', schedule: { every: HOUR }, work: sumAllDriving },
    { name: 'tallies', schedule: timers.nightly, work: compareTallies },
    { name: 'waits', schedule: timers.nightly, work: compareWaits },
  ],
}

/** The system ends the order, and unless stated otherwise this costs the customer nothing. */
const bySystem = {
  by: 'system',
  reason: cancelReason.other,
  note: '',
  penalty: 0,
  penaltyFromDeposit: false,
} satisfies Partial<CallOff>

/** A draft that was not submitted within a day is dropped. */
async function draft(ctx: Context, orderId: string): Promise<void> {
  const order = await lockOrder(ctx, orderId)
  if (!can(orderSteps, 'dropDraft', order.status).ok || ctx.now < draftDropAt(order.createdAt)) return
  const status = advance(orderSteps, 'dropDraft', order.status)
  await callOff(ctx, order, { ...bySystem, action: 'dropDraft', status })
}

/**
 * An order whose time for online payment has passed ends and its car becomes free, except while the payment provider may
 * still report a success.
 */
async function payTimeout(ctx: Context, orderId: string): Promise<void> {
  const order = await lockOrder(ctx, orderId)
  const deadline = order.payDeadline
  if (!can(orderSteps, 'payTimeout', order.status).ok || deadline === null || ctx.now < deadline) return
  if (await hasOpenLink(ctx, orderId)) return
  const status = advance(orderSteps, 'payTimeout', order.status)
  await callOff(ctx, order, { ...bySystem, action: 'payTimeout', status })
}

/** An order that was not accepted in time is refused and refunded in full. */
async function refuseUnaccepted(ctx: Context, orderId: string): Promise<void> {
  const order = await lockOrder(ctx, orderId)
  const pickupAt = order.pickupAt
  const limit = acceptDeadlineOf({
    fromChannel: isFromChannel(order),
    confirmDeadline: order.confirmDeadline ?? pickupAt,
    pickupAt,
  })
  const facts = { now: ctx.now, limit }
  if (!can(orderSteps, 'refuseUnanswered', order.status, facts).ok) return
  const status = advance(orderSteps, 'refuseUnanswered', order.status, facts)
  await callOff(ctx, order, { ...bySystem, action: 'refuseUnanswered', status })
}

/** Notifies the store that an order has not been accepted yet. One log entry an hour prevents a second notice. */
async function confirmAlarm(ctx: Context, orderId: string): Promise<void> {
  const order = await lockOrder(ctx, orderId)
  const confirmDeadline = order.confirmDeadline
  if (!can(orderSteps, 'accept', order.status).ok || confirmDeadline === null) return
  const fromChannel = isFromChannel(order)
  const number = alarmNumber(ctx.now, alarmFrom({ fromChannel, createdAt: order.createdAt, confirmDeadline }))
  const alarm = `${confirmDeadline}/${number}`
  if (number < 0 || (await wasAlarmed(ctx, order.id, alarm))) return
  logOrder(ctx, order, { action: 'confirmAlarm', detail: { alarm } })
  tellOfWaiting(ctx, order)
}

const isFromChannel = (order: OrderRow): boolean => order.arrived === arrivedBy.channel

/** Shortly before its pickup, an order keeps its assigned car; an order without a car gets any suitable one, or becomes a to-do. */
async function autoArrange(ctx: Context, orderId: string): Promise<void> {
  const order = await lockOrder(ctx, orderId)
  const { lockWindowMinutes } = await settingsOf(ctx, order.storeId)
  const facts = { now: ctx.now, pickupAt: order.pickupAt, lockWindowMinutes }
  if (!can(orderSteps, 'autoArrange', order.status, facts).ok) return
  const car =
    order.vehicleId === null
      ? await placeSoftly(ctx, order)
      : { vehicleId: order.vehicleId, plate: order.plate, moved: [] }
  if (car === null) return
  const status = advance(orderSteps, 'autoArrange', order.status, facts)
  updateOrder(ctx, order, { status, vehicleId: car.vehicleId, plate: car.plate, pinned: false })
  logOrder(ctx, order, { action: 'autoArrange', to: status, detail: { plate: car.plate, moved: car.moved } })
}

/**
 * A customer who did not come becomes a to-do, so that the store can call them or cancel. After another day the order ends
 * by the no-show terms stored with it. A car that was out already when its order was imported is on the road instead: after the agreed
 * return it stays blocked until somebody records the pickup or cancels.
 */
async function noShow(ctx: Context, orderId: string): Promise<void> {
  const order = await lockOrder(ctx, orderId)
  if (awaitsPickup(order.status) && wasOutAtImport(order)) {
    if (order.vehicleId !== null && ctx.now >= order.returnAt) await rollOverdue(ctx, order)
    return
  }
  const { rule } = order.cancelRuleSnapshot
  const pickupAt = order.pickupAt
  const from = noShowFrom(rule, pickupAt)
  if (!awaitsPickup(order.status) || ctx.now < from) return
  const detail = noShowWatch(await openTaskOf(ctx, taskKind.noShow, order.id), from, ctx.now)
  const facts = { now: ctx.now, limit: detail.cancelledAt }
  if (!can(orderSteps, 'noShow', order.status, facts).ok) {
    await openTask(ctx, { kind: taskKind.noShow, refId: order.id, orderId: order.id, storeId: order.storeId, detail })
    return
  }
  const due = outcomeOf(ctx, order, { responsibility: responsibility.customer, noShow: true, waive: false })
  await callOff(ctx, order, {
    ...bySystem,
    action: 'noShow',
    status: advance(orderSteps, 'noShow', order.status, facts),
    reason: cancelReason.noShow,
    penalty: due.penalty,
    penaltyFromDeposit: due.mayDeductDeposit,
  })
}

/**
 * The assignment of a car that has not been returned is extended. After the grace period the order is overdue and the
 * customer is notified, unless they returned the car by self-service.
 */
async function overdueRoll(ctx: Context, orderId: string): Promise<void> {
  const order = await lockOrder(ctx, orderId)
  const returnAt = order.returnAt
  if (!isOnRent(order.status) || ctx.now < returnAt) return
  await rollOverdue(ctx, order)
  const { graceMinutes } = await settingsOf(ctx, order.storeId)
  if (!isOverdue(order.status, returnAt, graceMinutes, ctx.now) || (await isHandedIn(ctx, orderId))) return
  if (!order.overdue) {
    updateOrder(ctx, order, { overdue: true })
    tellOfOverdue(ctx, order)
  }
  if (!isQuiet(ctx.now)) await notifyCustomer(ctx, order, 'overdue')
}

/** Reminds the customer of the pickup or return, never at night. */
async function reminder(ctx: Context, orderId: string): Promise<void> {
  const order = await readOrder(ctx, orderId)
  if (awaitsPickup(order.status) && isReminderDue(order.pickupAt, order.createdAt, ctx.now))
    await notifyCustomer(ctx, order, 'pickupReminder', { documentsUrl: await documentsPageOf(ctx, order) })
  if (isOnRent(order.status) && isReminderDue(order.returnAt, order.actualPickupAt!, ctx.now))
    await notifyCustomer(ctx, order, 'returnReminder')
}

/**
 * Compares the stored sums with the rows that they summarize: what was billed on the days of this month and the last one, and in the first
 * night of a month on all days. A difference is logged, and not repaired automatically.
 */
async function compareTallies(ctx: Context): Promise<void> {
  const today = localDate(ctx.now)
  const since = today.endsWith('-01') ? undefined : addMonths(`${today.slice(0, 7)}-01`, -1)
  for (const difference of await tallyDifferences(ctx, since))
    ctx.tellDifference({ difference }, 'a sum that is kept differs')
}

/** Compares the stored pending work with a new evaluation. A difference is repaired and logged. */
async function compareWaits(ctx: Context): Promise<void> {
  for (const difference of await repairPendingWork(ctx))
    ctx.tellDifference({ difference }, 'what waits was not what was kept of it')
}

/** Whether this alarm was already sent; queried under the lock of the order, so that two jobs do not both send it. */
async function wasAlarmed(ctx: Context, orderId: string, alarm: string): Promise<boolean> {
  const rows = await ctx.query(
    `select 1 from order_log where order_id = $1 and action = 'confirmAlarm' and detail ->> 'alarm' = $2 limit 1`,
    [orderId, alarm],
  )
  return rows.length > 0
}

/** For so long after the return late reports are waited for. */
const SUMMED_FOR = 3 * DAY

/** Sums how cars are driven in rentals whose contract says so: those that run, and those that ended a few days ago. */
async function sumAllDriving(ctx: Context): Promise<void> {
  const rows = await ctx.query<{ id: string }>(
    `select id from "order" where (return_terms ->> 'drivingFacts')::boolean
        and (status = ${orderStatus.pickedUp} or actual_return_at > $1) order by id`,
    [at(ctx.now - SUMMED_FOR)],
  )
  for (const { id } of rows) await sumDriving(ctx, id)
}
