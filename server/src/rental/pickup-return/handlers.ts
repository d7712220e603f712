import { contract } from '@cheyi/contract/index'
import { advance } from '@cheyi/domain/advance'
import { orderSteps } from '@cheyi/domain/booking/order/steps'
import { Refusal } from '@cheyi/domain/refusal'
import { handoverType } from '@cheyi/domain/rental/pickup-return/codes'
import { readOrder } from '../../booking/order/actions.ts'
import { implement } from '../../kernel/context.ts'
import { takeBacks } from '../order/modify/actions.ts'
import { confirm } from './confirm.ts'
import { situationOf } from './facts.ts'
import { lastInspection, records, reissue } from './records.ts'
import { closeLost, lostPreview } from './return/close-lost.ts'
import { latePreview, postLate } from './return/late.ts'
import { save } from './save.ts'
import { settle } from './settlement.ts'
import { task } from './task.ts'
import { takeBackPickup } from './undo/pickup.ts'
import { takeBackReturn } from './undo/return.ts'

// `update_status` belongs to the feature of orders, which is in a lower layer and cannot import handovers.
takeBacks.undoPickup = takeBackPickup
takeBacks.undoReturn = takeBackReturn

export const pickupReturn = implement(contract.pickupReturn, {
  confirm,
  closeLost,
  lostPreview,
  latePreview,
  chargeLate: postLate,
  reissue,
  async settlement({ orderId, actualReturnAt, returnStoreId, mileageKm, fuelEighths, batteryPct }, ctx) {
    const order = await readOrder(ctx, orderId)
    advance(orderSteps, 'return', order.status)
    const situation = await situationOf(ctx, order, handoverType.return)
    if (situation.vehicle === null) throw new Refusal('orderStatusRefuses')
    const readings = {
      mileageKm,
      fuelEighths: fuelEighths ?? null,
      batteryPct: batteryPct ?? null,
      returnStoreId: returnStoreId ?? situation.record?.returnStoreId ?? null,
    }
    return (await settle(ctx, situation, actualReturnAt, readings)).view
  },
  pickUp: (input, ctx) => save(handoverType.pickup, input, ctx),
  returnVehicle: (input, ctx) => save(handoverType.return, input, ctx),
  lastInspection,
  records,
  task,
})
