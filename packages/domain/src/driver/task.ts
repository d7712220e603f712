import { type PickupType, pickupType, type ReturnType, returnType } from '../order/codes.ts'
import { Refusal } from '../refusal.ts'
import { HOUR, type Instant } from '../time.ts'
import { type DriverTaskType, driverTaskStatus, driverTaskType } from './codes.ts'
import { isOpenTask } from './steps.ts'

/** How long a delivery or collection keeps its driver, way and handover together. */
export const TASK_LENGTH = HOUR

/** A job of a driver, as far as the clock goes. */
export interface PlannedTask {
  readonly planAt: Instant
  readonly status: number
}

/** Throws noDelivery (5102) when the customer comes to the store for it: there is nothing to drive. */
export function requireDelivery(
  type: DriverTaskType,
  order: { readonly pickupType: PickupType; readonly returnType: ReturnType },
): void {
  const atStore =
    type === driverTaskType.deliver ? order.pickupType === pickupType.store : order.returnType === returnType.store
  if (atStore) throw new Refusal('noDelivery')
}

/** Throws driverBusy (5101) when one of the driver's other open tasks falls into the hour of this one. */
export function requireFree(planAt: Instant, others: readonly PlannedTask[]): void {
  const clash = others.find((task) => isOpenTask(task.status) && Math.abs(task.planAt - planAt) < TASK_LENGTH)
  if (clash !== undefined) throw new Refusal('driverBusy', { planAt: clash.planAt })
}

/**
 * When a driver is through with the task under way or the next one among these (the open ones of a day); null when there
 * is none. A task under way that takes longer than planned keeps the driver until now at least; one that never began
 * within its hour does not.
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
