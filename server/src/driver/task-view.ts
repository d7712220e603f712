import type { OutputOf } from '@cheyi/contract/call'
import type { contract } from '@cheyi/contract/index'
import { driverTaskType } from '@cheyi/domain/driver/codes'
import { pickupType, returnType } from '@cheyi/domain/order/codes'
import { ms } from '../kernel/instant.ts'
import type { TaskRow } from './store-task.ts'

export type TaskView = OutputOf<typeof contract.driver.tasksOfOrder>[number]

/** A task with the place its driver goes to: the customer's, or the store's where they meet there after all. */
export function taskView(row: TaskRow): TaskView {
  const delivers = row.type === driverTaskType.deliver
  const away = delivers ? row.pickup_type !== pickupType.store : row.return_type !== returnType.store
  const address = delivers ? row.pickup_address : row.return_address
  return {
    taskId: row.id,
    orderId: row.order_id,
    orderNo: row.order_no,
    orderStatus: row.order_status as TaskView['orderStatus'],
    type: row.type as TaskView['type'],
    status: row.status as TaskView['status'],
    planAt: ms(row.plan_at),
    accountId: row.account_id,
    driverName: row.driver_name,
    storeName: row.store_name,
    address: away ? address : row.store_address,
    distanceM: away ? (delivers ? row.pickup_distance_m : row.return_distance_m) : null,
    contactName: row.contact_name,
    phone: row.contact_phone_mask,
    modelName: row.model_name,
    plate: row.plate,
    version: row.version,
  }
}
