import { pickupType } from '@cheyi/domain/booking/order/codes'
import { displayPlate } from '@cheyi/domain/platform/check/plate'
import { driverTaskType } from '@cheyi/domain/rental/driver/codes'
import type { OrderDetail } from '../../../booking/order/parts/order-words.ts'
import { backToOrder } from '../../../booking/order/parts/profile.ts'
import { isStale } from '../../../form/stale.ts'
import { calls, useWrite } from '../../../kernel/call/calls.ts'
import { feedback } from '../../../kernel/call/feedback.ts'
import { refusedAs } from '../../../kernel/call/refused.ts'
import { type Candidate, canTake } from '../parts/candidate.ts'
import { customerAgrees, needsConsent } from '../parts/consent.ts'
import { movingAgreed, tellMoved } from '../parts/moving.ts'
import { isTaken, takenText } from '../parts/taken.ts'
import { unarrange } from '../parts/unarrange.ts'
import { errandsOf } from './drivers.ts'
import { isUnchanged } from './plan.ts'

export interface ArrangeOptions {
  readonly onStale: () => void
  readonly onTaken: () => void
}

export interface Arranging {
  readonly confirm: (car: Candidate | undefined, pinned: boolean) => Promise<void>
  readonly unarrange: () => Promise<void>
  readonly pending: boolean
}

const asksConsent = refusedAs('upgradeNeedsConsent')

export function useArrange(order: OrderDetail, { onStale, onTaken }: ArrangeOptions): Arranging {
  const { orderId, version } = order
  const plan = useWrite(calls.arrange.plan, {
    handles: (failure) => isStale(failure) || asksConsent(failure) || isTaken(failure),
    onFailure(failure) {
      if (isStale(failure)) onStale()
      if (!isTaken(failure)) return
      feedback.toast(takenText(failure), 'error')
      onTaken()
    },
  })
  const back = () => backToOrder(order)

  async function confirm(car: Candidate | undefined, pinned: boolean): Promise<void> {
    if (!car) return feedback.toast('请选择车辆')
    if (!canTake(car)) return feedback.toast(car.why ?? '该车辆在租期内已被占用', 'error')
    if (isUnchanged(car, pinned, order)) return back()
    const upgrade = needsConsent(car, order)
    if (upgrade && !(await customerAgrees(car))) return
    if (!(await movingAgreed(car.moves))) return
    if (!(await goesWithoutDriver(order))) return
    await put(car, pinned, upgrade)
  }

  async function put(car: Candidate, pinned: boolean, upgrade: boolean): Promise<void> {
    const done = await plan.run({ orderId, vehicleId: car.vehicleId, pinned, upgrade: upgrade || undefined, version })
    if (!done) {
      // The server's answer decides which cars are of the ordered model.
      const why = plan.why()
      if (why && asksConsent(why) && !upgrade && (await customerAgrees(car))) await put(car, pinned, true)
      return
    }
    feedback.toast(`已排车 ${displayPlate(car.plate)}`)
    await tellMoved(done.moved, car.moves)
    back()
  }

  return { confirm, unarrange: () => unarrange(plan.run, { orderId, version }), pending: plan.pending }
}

/** A delivery without a driver is possible after a confirmation. */
async function goesWithoutDriver(order: OrderDetail): Promise<boolean> {
  if (order.pickupType === pickupType.store) return true
  const delivery = errandsOf(order).find(({ type }) => type === driverTaskType.deliver)
  if (!delivery || delivery.task) return true
  return feedback.ask({
    title: '请选择送车员',
    text: '本单上门送车，还没有安排送车员',
    confirm: '稍后安排',
    cancel: '去选择',
  })
}
