import { contract } from '@cheyi/contract/index'
import { Refusal, type RefusalDetail, type RefusalKey } from '@cheyi/domain/refusal'
import { handoverType } from '@cheyi/domain/rental/pickup-return/codes'
import { type NotBeside, notBeside } from '@cheyi/domain/rental/self-service/car'
import { giveByCustomer, placeOfCar } from '../../fleet/vehicle-control/actions.ts'
import { type HandlerOf, implement } from '../../kernel/context.ts'
import { partUploadGuard } from '../../platform/customer-link/actions.ts'
import { settingsOf } from '../../platform/merchant/actions.ts'
import {
  document,
  door,
  dropPhoto,
  enter,
  otp,
  paper,
  pay,
  photo,
  photoBegin,
  photoPart,
  place,
  save,
  submitPickup,
  submitReturn,
  task,
} from './customer.ts'
import { hasTheCar } from './doors.ts'
import { check, link, takeOver, verify } from './staff.ts'
import * as store from './store.ts'
import { tellFarFromCar } from './tell.ts'
import { withVisit } from './visit.ts'

/**
 * A command to the car by the customer beside it; the position is compared and not stored.
 * @throws Refusal linkExpired (5301) where the customer does not have the car now; farFromCar (5309),
 * carPositionUnknown (5310) and carPositionOld (5311), all on record; as `giveByCustomer`
 */
const command: HandlerOf<'selfService', 'command'> = ({ command: type, position = null, ...input }, ctx) =>
  withVisit(ctx, input, true, async ({ ctx: inside, order, visit }) => {
    if (order.vehicleId === null || !(await hasTheCar(inside, order, visit))) throw new Refusal('linkExpired')
    const storeId = visit.type === handoverType.pickup ? order.storeId : order.returnStoreId
    const [found, { selfDoorM }] = await Promise.all([placeOfCar(inside, order.vehicleId), settingsOf(inside, storeId)])
    const car = found === undefined ? null : { ...found, lat: found.latE6 / 1e6, lng: found.lngE6 / 1e6 }
    const why = notBeside(position, car, { rangeM: selfDoorM, now: inside.now })
    if (why?.why === 'far') tellFarFromCar(inside, order, visit, why.n)
    const phone = why === null ? '' : ((await store.headOf(inside.db, order.id, visit.type)).storePhones[0] ?? '')
    const refused = why === null ? null : refusalOf(why, phone)
    await giveByCustomer(inside, { vehicleId: order.vehicleId, orderId: order.id, type, refused })
    return {}
  })

interface Refused {
  readonly key: RefusalKey
  readonly detail: RefusalDetail
  /** For staff. */
  readonly reason: string
}

function refusalOf(not: NotBeside, phone: string): Refused {
  if (not.why === 'far') {
    const 距离 = `（距车辆约${not.n}米）`
    const 电话 = phone === '' ? '' : `，或致电门店${phone}`
    return { key: 'farFromCar', detail: { n: not.n, 距离, 电话 }, reason: `距车辆约${not.n}米` }
  }
  if (not.why === 'oldFix')
    return {
      key: 'carPositionOld',
      detail: { n: not.n, 多久: `（${not.n}分钟前）`, 电话: phone },
      reason: `车辆位置是${not.n}分钟前的`,
    }
  const reason =
    not.why === 'noPosition'
      ? '请允许使用位置后再试'
      : not.why === 'vague'
        ? '定位不够准确，请到空旷处再试'
        : `车辆没有定位，请致电门店${phone}`
  return { key: 'carPositionUnknown', detail: { 说明: `：${reason}` }, reason }
}

export const selfService = implement(
  contract.selfService,
  {
    link,
    takeOver,
    check,
    verify,
    door,
    otp,
    enter,
    task,
    save,
    place,
    command,
    photoBegin,
    photoPart,
    photo,
    document,
    dropPhoto,
    pay,
    paper,
    submitPickup,
    submitReturn,
  },
  { photoPart: partUploadGuard },
)
