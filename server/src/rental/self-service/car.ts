import { Refusal } from '@cheyi/domain/refusal'
import { handoverType } from '@cheyi/domain/rental/pickup-return/codes'
import { metresTooFar } from '@cheyi/domain/rental/self-service/car'
import { doorsOf, giveByCustomer } from '../../fleet/vehicle-control/actions.ts'
import { found, type HandlerOf } from '../../kernel/context.ts'
import { settingsOf } from '../../platform/merchant/actions.ts'
import { hasTheCar } from './doors.ts'
import { tellFarFromCar } from './tell.ts'
import { opened } from './visit.ts'

/**
 * A command to the car by the customer beside it; the position is compared and not stored.
 * @throws Refusal linkExpired (5301) where the customer does not have the car now; farFromCar (5309) and
 * carPositionUnknown (5310), both on record; as `giveByCustomer`
 */
export const command: HandlerOf<'selfService', 'command'> = ({ command: type, position = null, ...input }, ctx) =>
  opened(ctx, input, true, async ({ ctx: inside, order, visit }) => {
    if (order.vehicleId === null || !(await hasTheCar(inside, order, visit))) throw new Refusal('linkExpired')
    const { latE6, lngE6 } = found(await doorsOf(inside, order.vehicleId))
    const car = latE6 === null || lngE6 === null ? null : { lat: latE6 / 1e6, lng: lngE6 / 1e6 }
    const { selfRangeM } = await settingsOf(
      inside,
      visit.type === handoverType.pickup ? order.storeId : order.returnStoreId,
    )
    const metres = metresTooFar(position, car, selfRangeM)
    if (metres !== null && metres > 0) tellFarFromCar(inside, order, visit, metres)
    const refused = refusalAt(metres, position !== null, car !== null)
    await giveByCustomer(inside, { vehicleId: order.vehicleId, orderId: order.id, type, refused })
    return {}
  })

function refusalAt(metres: number | null, hasPosition: boolean, hasCarPosition: boolean) {
  if (metres === null) {
    const 说明 = !hasPosition
      ? '请允许使用位置后再试'
      : hasCarPosition
        ? '定位不够准确，请到空旷处再试'
        : '车辆没有定位，请联系门店'
    return { key: 'carPositionUnknown', detail: { 说明 }, reason: 说明 } as const
  }
  return metres === 0 ? null : ({ key: 'farFromCar', detail: { n: metres }, reason: `距车辆约${metres}米` } as const)
}
