import { badInput, Refusal } from '@cheyi/domain/refusal'
import { driverTaskType } from '@cheyi/domain/rental/driver/codes'
import { isOpenTask } from '@cheyi/domain/rental/driver/steps'
import { lockOrder, logOrder, notifyCustomer } from '../../booking/order/actions.ts'
import { type Context, type HandlerOf, requireFound } from '../../kernel/context.ts'
import { at } from '../../kernel/db/instant.ts'
import * as store from './store-task.ts'

/**
 * Records that a driver has arrived and notifies the customer. It is no step of the task, which continues with the handover.
 * A repetition keeps the first time. An account that plans tasks may record it for a driver who phones.
 * @throws Refusal notFound (-4), forbidden (-3) for another driver's task, orderStatusRefuses (2001) for a task that has
 *   ended
 */
export const arrive: HandlerOf<'driver', 'arrive'> = async ({ taskId, lng, lat }, ctx) => {
  if ((lng === undefined) !== (lat === undefined))
    throw badInput(lng === undefined ? 'lng' : 'lat', '经度与纬度须同时给出')
  const order = await lockOrder(ctx, requireFound(await store.byId(ctx.db, taskId)).orderId)
  const task = requireFound(await store.byId(ctx.db, taskId))
  if (task.accountId !== ctx.accountId) ctx.require('order.arrange')
  if (task.arrivedAt !== null) return { arrivedAt: task.arrivedAt }
  if (!isOpenTask(task.status)) throw new Refusal('orderStatusRefuses')
  await store.setArrived(ctx.db, taskId, { arrivedAt: ctx.now, arrivedLng: lng ?? null, arrivedLat: lat ?? null })
  const driver = await store.driverOf(ctx.db, task.accountId)
  const delivers = task.type === driverTaskType.deliver
  const place = (delivers ? order.pickupAddress : order.returnAddress) || '门店'
  if (driver.mobileEnc !== null)
    await notifyCustomer(ctx, order, 'driverArrived', {
      ref: taskId,
      name: driver.name,
      phone: ctx.vault.open('account.mobile', driver.id, driver.mobileEnc),
      type: task.type,
      place,
    })
  logOrder(
    ctx,
    { id: order.id, status: null },
    { action: 'driverArrived', detail: { type: task.type, driver: driver.name } },
  )
  ctx.audit({ targetType: 'order', targetId: order.id, after: { type: task.type, arrivedAt: ctx.now } })
  return { arrivedAt: ctx.now }
}

/** Deletes the positions of drivers who arrived before a given time. @returns the number of rows, at most `most` */
export async function clearDriverPlaces(ctx: Context, before: number, most: number): Promise<number> {
  const rows = await ctx.query(
    `update driver_task set arrived_lng = null, arrived_lat = null where id in (
       select id from driver_task where arrived_lng is not null and arrived_at < $1 limit $2) returning 1`,
    [at(before), most],
  )
  return rows.length
}
