import { formatMoment } from '@cheyi/domain/near'
import { plateOrNo } from '@cheyi/domain/platform/check/plate'
import { notifyLevel, notifyType } from '@cheyi/domain/platform/notify/notice'
import { driverTaskType, driverTaskTypes } from '@cheyi/domain/rental/driver/codes'
import type { OrderRow } from '../../booking/order/actions.ts'
import type { Context } from '../../kernel/context.ts'
import { at } from '../../kernel/db/instant.ts'
import { notify } from '../../platform/notify/actions.ts'
import { tasksLink } from './link.ts'
import { openStatuses } from './store-task.ts'

/** The return time has changed: the collection moves by the same interval and its driver is notified. */
export async function moveCollection(ctx: Context, order: OrderRow, returnAt: number): Promise<void> {
  const tasks = await ctx.query<{ id: string; accountId: string; planAt: number }>(
    `update driver_task set plan_at = plan_at + ($3::timestamptz - $2::timestamptz)
      where order_id = $1 and type = ${driverTaskType.collect} and status in (${openStatuses.join(', ')})
     returning id, account_id, plan_at`,
    [order.id, at(order.returnAt), at(returnAt)],
  )
  for (const { id, accountId, planAt } of tasks)
    notify(ctx, {
      type: notifyType.ticket,
      level: notifyLevel.important,
      ref: `driver/${id}/${accountId}/${planAt}`,
      title: `${driverTaskTypes.text(driverTaskType.collect)}任务改期 ${plateOrNo(order)}`,
      body: `改为 ${formatMoment(planAt, ctx.now)}`,
      link: tasksLink(planAt, ctx.now),
      to: { accountIds: [accountId] },
    })
}
