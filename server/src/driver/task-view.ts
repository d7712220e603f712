import type { contract } from '@cheyi/contract/index'
import type { OutputOf } from '@cheyi/contract/kernel/call'
import { driverTaskType } from '@cheyi/domain/driver/codes'
import { pickupType, returnType } from '@cheyi/domain/order/codes'
import type { TaskRow } from './store-task.ts'

export type TaskView = OutputOf<typeof contract.driver.tasksOfOrder>[number]

/** A task with the place its driver goes to: the customer's, or the store's where they meet there after all. */
export function taskView(row: TaskRow): TaskView {
  const delivers = row.type === driverTaskType.deliver
  const away = delivers ? row.pickupType !== pickupType.store : row.returnType !== returnType.store
  const address = delivers ? row.pickupAddress : row.returnAddress
  return {
    ...row,
    taskId: row.id,
    address: away ? address : row.storeAddress,
    lng: away ? (delivers ? row.pickupLng : row.returnLng) : row.storeLng,
    lat: away ? (delivers ? row.pickupLat : row.returnLat) : row.storeLat,
    distanceM: away ? (delivers ? row.pickupDistanceM : row.returnDistanceM) : null,
    phone: row.contactPhoneMask,
  }
}
