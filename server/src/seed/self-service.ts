import { contract } from '@cheyi/contract/index'
import { orderStatus } from '@cheyi/domain/order/codes'
import { handoverType } from '@cheyi/domain/pickup-return/codes'
import { selfStatus } from '@cheyi/domain/self-service/codes'
import { selfSlots } from '@cheyi/domain/self-service/visit'
import { HOUR, MINUTE } from '@cheyi/domain/time'
import { lockOrder } from '../order/actions.ts'
import { fillByCustomer, markRecord } from '../pickup-return/actions.ts'
import { current, update } from '../self-service/store.ts'
import type { Scene } from './life.ts'
import type { Stage } from './perform.ts'
import { takePictures } from './pictures.ts'

const type = handoverType.pickup

/** The next customers to come take their cars alone: one has handed in and waits to be looked at, one has just been sent the link. */
export async function takeAlone(stage: Stage, { now, cast, pictures }: Omit<Scene, 'lane'>): Promise<void> {
  const ctx = await stage.context(cast.manager, now)
  const rows = await ctx.db
    .selectFrom('order as o')
    .select(['o.id'])
    .where('o.status', '=', orderStatus.arranged)
    .where('o.vehicleId', 'is not', null)
    .where('o.renterId', 'is not', null)
    .where('o.pickupAt', '>', now - HOUR)
    .where('o.returnAt', '>', now + 2 * HOUR)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('pickupReturnRecord as r').select('r.id').whereRef('r.orderId', '=', 'o.id'))),
    )
    .orderBy('o.pickupAt')
    .limit(2)
    .execute()
  const [waiting, invited] = rows
  for (const row of [waiting, invited])
    if (row !== undefined)
      await stage.as(cast.manager, now - 30 * MINUTE)(contract.selfService.link, { orderId: row.id, type, way: 2 })
  if (waiting === undefined) return
  const byCustomer = await stage.context({ accountId: '0', name: '客户' }, now - 12 * MINUTE)
  const order = await lockOrder(byCustomer, waiting.id)
  const ids = await takePictures(byCustomer, pictures, 'pickup', selfSlots)
  for (const [i, slot] of selfSlots.entries())
    await fillByCustomer(byCustomer, order, type, {}, { slot, mediaId: ids[i]! })
  const [car] = await byCustomer.query<{ odometerKm: number }>('select odometer_km from vehicle where id = $1', [
    order.vehicleId,
  ])
  const read = { mileageKm: car!.odometerKm, fuelEighths: 8, batteryPct: 90 }
  await markRecord(byCustomer, await fillByCustomer(byCustomer, order, type, read), 'waiting')
  const visit = await current(byCustomer.db, order.id, type)
  const at = now - 4 * MINUTE
  await update(byCustomer, visit!, {
    status: selfStatus.waiting,
    agreedAt: now - 12 * MINUTE,
    submittedAt: at,
    handedInAt: at,
  })
}
