import type { OrderKind } from '@cheyi/domain/booking/order/codes'
import { profileOf } from '@cheyi/domain/booking/order/kinds'
import { formatMoment } from '@cheyi/domain/near'
import { plateOrNo } from '@cheyi/domain/platform/check/plate'
import { notifyLevel, notifyType } from '@cheyi/domain/platform/notify/notice'
import { type DriverTaskType, driverTaskTypes } from '@cheyi/domain/rental/driver/codes'
import type { Context } from '../../kernel/context.ts'
import { screen } from '../../kernel/screen.ts'
import { notify } from '../../platform/notify/actions.ts'
import { cancelTasks } from './store-task.ts'

interface OfOrder {
  readonly id: string
  readonly orderNo: string
  readonly orderKind: OrderKind
  readonly plate: string | null
}

interface Task {
  readonly id: string
  readonly type: DriverTaskType
  readonly accountId: string
  readonly planAt: number
}

/**
 * Cancels the driver tasks of an order, or of one end of it; the assigned drivers are free again and are notified of the
 * reason.
 */
export async function callOffDrivers(ctx: Context, order: OfOrder, why: string, type?: DriverTaskType): Promise<void> {
  for (const task of await cancelTasks(ctx, order.id, type)) tellCalledOff(ctx, order, task, why)
}

/** Notifies a driver that a task was cancelled, through the channels that announced it. */
export const tellCalledOff = (ctx: Context, order: OfOrder, { id, type, accountId, planAt }: Task, why: string) =>
  notify(ctx, {
    type: notifyType.ticket,
    level: notifyLevel.important,
    ref: `driver/off/${id}/${accountId}/${planAt}`,
    title: `${driverTaskTypes.text(type)}任务取消 ${plateOrNo(order)}`,
    body: `原定 ${formatMoment(planAt, ctx.now)}，${why}`,
    link: screen(`${profileOf(order.orderKind).feature}.detail`, { orderId: order.id }),
    to: { accountIds: [accountId] },
  })
