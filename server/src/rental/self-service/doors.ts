import type { contract } from '@cheyi/contract/index'
import type { OutputOf } from '@cheyi/contract/kernel/call'
import { commandType, onlineStates } from '@cheyi/domain/fleet/vehicle-control/codes'
import { commandsOf } from '@cheyi/domain/fleet/vehicle-control/traccar/tracker'
import { storedRefusal } from '@cheyi/domain/refusal'
import { handoverType } from '@cheyi/domain/rental/pickup-return/codes'
import { hasCar, isLocked } from '@cheyi/domain/rental/self-service/car'
import type { OrderRow } from '../../booking/order/actions.ts'
import { doorsOf } from '../../fleet/vehicle-control/actions.ts'
import type { Context } from '../../kernel/context.ts'
import * as store from './store.ts'

/* The doors of a car in self-service, as its terminal reports them. */

export type Doors = OutputOf<typeof contract.selfService.task>['doors']

/** Whether the customer has the car of this order now. */
export async function hasTheCar(ctx: Context, order: OrderRow, visit: store.VisitRow): Promise<boolean> {
  const back = visit.type === handoverType.return ? visit : await store.current(ctx, order.id, handoverType.return)
  const { type, status } = visit
  return hasCar({ type, status, orderStatus: order.status, returnStatus: back?.status ?? null })
}

/** The doors of a car; null: it has no terminal that opens them. */
export async function doorsView(ctx: Context, vehicleId: string | null): Promise<Doors> {
  const doors = vehicleId === null ? undefined : await doorsOf(ctx, vehicleId)
  // Most trackers cannot open a car.
  if (doors === undefined || !commandsOf(doors).includes(commandType.unlock)) return null
  const { type, commandState, refusal, at } = doors
  const last = type === null ? null : { type, state: commandState!, at: at! }
  return {
    online: doors.state === onlineStates.code.online,
    locked: isLocked({ locked: doors.locked, last }),
    last: last && { ...last, why: storedRefusal(refusal) },
  }
}

/** The doors of the car for its customer; null also while they do not have it. */
export const doorsOfCustomer = async (ctx: Context, order: OrderRow, visit: store.VisitRow): Promise<Doors> =>
  (await hasTheCar(ctx, order, visit)) ? doorsView(ctx, order.vehicleId) : null
