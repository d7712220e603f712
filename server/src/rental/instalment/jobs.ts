import { isSoldByTerm } from '@cheyi/domain/booking/order/sold/snapshot'
import { awaitsPickup, wasPickedUp } from '@cheyi/domain/booking/order/steps'
import { datesBetween } from '@cheyi/domain/pricing/quote/long/months'
import { reminderOf } from '@cheyi/domain/rental/instalment/reminder'
import { localDate } from '@cheyi/domain/time'
import { lockOrder, notifyCustomer } from '../../booking/order/actions.ts'
import type { Context } from '../../kernel/context.ts'
import type { Jobs } from '../../kernel/process/jobs.ts'
import { postAll, refreshSettlement } from '../../money/payment/actions.ts'
import { billDue, standingRows } from './plan.ts'
import * as store from './store.ts'

export const instalmentJobs: Jobs = { due: { instalment: billInstalments, instalmentReminder: remindOfInstalments } }

/** Bills all instalments of an order that are due, however long the job did not run, and marks those that are late. */
export async function billInstalments(ctx: Context, orderId: string): Promise<void> {
  const order = await lockOrder(ctx, orderId)
  if (!isSoldByTerm(order.quoteSnapshot)) return
  await postAll(ctx, orderId, await billDue(ctx, orderId, localDate(ctx.now)))
  await refreshSettlement(ctx, orderId)
}

/**
 * Reminds the customer of instalments that are due soon or late, under the lock of the order, except those with a payment in
 * progress. The outbox accepts each reminder only once.
 */
export async function remindOfInstalments(ctx: Context, orderId: string): Promise<void> {
  const order = await lockOrder(ctx, orderId)
  if (!isSoldByTerm(order.quoteSnapshot) || !(awaitsPickup(order.status) || wasPickedUp(order.status))) return
  const { terms } = order.quoteSnapshot
  const today = localDate(ctx.now)
  const [rows, money] = await Promise.all([store.planRows(ctx.db, orderId), store.rentMoney(ctx, orderId)])
  for (const { row, filled, fee } of standingRows(rows, money, terms, today)) {
    const reminder = reminderOf({ ...row, agreedAt: order.createdAt }, terms.instalmentGraceDays, ctx.now)
    if (reminder === null) continue
    const lateFee = fee - filled.feePaid
    const amount = row.amountFen - filled.paid + lateFee
    const { ref } = reminder
    const { seq, dueOn } = row
    if (reminder.kind === 'instalmentDue')
      await notifyCustomer(ctx, order, 'instalmentDue', { ref, seq, dueOn, amount })
    else {
      const daysLate = datesBetween(dueOn, today)
      await notifyCustomer(ctx, order, 'instalmentLate', { ref, seq, daysLate, amount, lateFee })
    }
  }
}
