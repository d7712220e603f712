import { pickupType, returnType } from '@cheyi/domain/booking/order/codes'
import { orderSteps } from '@cheyi/domain/booking/order/steps'
import { formatNear } from '@cheyi/domain/near'
import { driverTaskType } from '@cheyi/domain/rental/driver/codes'
import { isOpenTask } from '@cheyi/domain/rental/driver/steps'
import { can } from '@cheyi/domain/step'
import type { Instant } from '@cheyi/domain/time'
import type { OrderDetail } from '../../../booking/order/parts/order-words.ts'
import type { calls, OutputOf } from '../../../kernel/call/calls.ts'

/* The drivers who deliver the car to the customer and collect it. */

export type Driver = OutputOf<typeof calls.driver.box>[number]
export type DriverTask = OrderDetail['drivers'][number]

/** A drive that an order needs. */
export interface Errand {
  readonly type: DriverTask['type']
  /** For example 送车员, 取车员. */
  readonly title: string
  /** The store whose drivers may be sent. */
  readonly storeId: string
  readonly address: string
  readonly metres: number | null
  readonly planAt: Instant
  /** The current task; undefined when no driver is assigned. */
  readonly task: DriverTask | undefined
}

/** The errands of an order that can be assigned now. */
export function errandsOf(order: OrderDetail): Errand[] {
  const open = order.drivers.filter(({ status }) => isOpenTask(status))
  const taskOf = (type: DriverTask['type']) => open.find((task) => task.type === type)
  const may = (step: 'assignDelivery' | 'assignCollection') => can(orderSteps, step, order.status).ok
  const { pickupPlace, returnPlace } = order
  const delivery: Errand = {
    type: driverTaskType.deliver,
    title: '送车员',
    storeId: pickupPlace.storeId,
    address: pickupPlace.address,
    metres: pickupPlace.distanceM,
    planAt: order.pickupAt,
    task: taskOf(driverTaskType.deliver),
  }
  const collection: Errand = {
    type: driverTaskType.collect,
    title: '取车员',
    storeId: returnPlace.storeId,
    address: returnPlace.address,
    metres: returnPlace.distanceM,
    planAt: order.returnAt,
    task: taskOf(driverTaskType.collect),
  }
  return [
    ...(order.pickupType !== pickupType.store && may('assignDelivery') ? [delivery] : []),
    ...(order.returnType !== returnType.store && may('assignCollection') ? [collection] : []),
  ]
}

/** `申长路 688 号 · 约 4.2 km`. */
export const placeText = ({ address, metres }: Errand): string =>
  [address, metres === null ? null : `约 ${(metres / 1000).toFixed(1)} km`].filter(Boolean).join(' · ')

/** `今日 2 单 · 今天 11:30 前有任务`. */
export function loadText({ tasksToday, busyUntil }: Driver, now: Instant): string {
  const busy = busyUntil === null ? '空闲' : `${formatNear(busyUntil, now)} 前有任务`
  return `今日 ${tasksToday} 单 · ${busy}`
}

/** Drivers on duty first, then free ones, then those with fewer tasks. */
export const driversByReadiness = (drivers: readonly Driver[]): Driver[] =>
  drivers.toSorted(
    (a, b) =>
      Number(b.onDuty) - Number(a.onDuty) || (a.busyUntil ?? 0) - (b.busyUntil ?? 0) || a.tasksToday - b.tasksToday,
  )
