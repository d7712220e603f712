import { type PickupType, pickupType, type ReturnType, returnType } from '../../booking/order/codes.ts'
import { Refusal } from '../../refusal.ts'
import { HOUR, type Instant } from '../../time.ts'
import { type DriverTaskType, driverTaskStatus, driverTaskType } from './codes.ts'
import { isOpenTask } from './steps.ts'

/** Planned length of a delivery or collection, including the drive and the handover. */
export const TASK_LENGTH = HOUR

/** The planned time of a task. */
export interface PlannedTask {
  readonly planAt: Instant
  readonly status: number
}

/** Throws noDelivery (5102) when the customer comes to the store, so that nothing is to be driven. */
export function requireDelivery(
  type: DriverTaskType,
  order: { readonly pickupType: PickupType; readonly returnType: ReturnType },
): void {
  const atStore =
    type === driverTaskType.deliver ? order.pickupType === pickupType.store : order.returnType === returnType.store
  if (atStore) throw new Refusal('noDelivery')
}

/** Throws driverBusy (5101) when another open task of the driver is less than an hour away. */
export function requireFree(planAt: Instant, others: readonly PlannedTask[]): void {
  const clash = others.find((task) => isOpenTask(task.status) && Math.abs(task.planAt - planAt) < TASK_LENGTH)
  if (clash !== undefined) throw new Refusal('driverBusy', { planAt: clash.planAt })
}

/**
 * When a driver is free after the running or next task (of the open tasks of a day); null when there is none. A
 * running task that takes longer than planned occupies the driver until now at least; one that did not begin within
 * its hour does not.
 */
export function busyUntil(tasks: readonly PlannedTask[], now: Instant): Instant | null {
  const ends = tasks
    .filter((task) => isOpenTask(task.status))
    .map((task) => {
      const end = task.planAt + TASK_LENGTH
      return task.status === driverTaskStatus.running ? Math.max(end, now) : end
    })
    .filter((end) => end >= now)
  return ends.length === 0 ? null : Math.min(...ends)
}
