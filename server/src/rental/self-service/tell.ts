import { displayPlate } from '@cheyi/domain/platform/check/plate'
import { notifyLevel, notifyType } from '@cheyi/domain/platform/notify/notice'
import { handoverType, handoverTypes } from '@cheyi/domain/rental/pickup-return/codes'
import type { OrderRow } from '../../booking/order/actions.ts'
import type { Context } from '../../kernel/context.ts'
import { screen } from '../../kernel/screen.ts'
import { notify } from '../../platform/notify/actions.ts'
import type { VisitRow } from './store.ts'

const checkOf = (order: OrderRow, { type }: VisitRow): string =>
  screen('selfService.merchantVerification', { orderId: order.id, type })

const storeOf = (order: OrderRow, { type }: VisitRow): string =>
  type === handoverType.pickup ? order.storeId : order.returnStoreId

/** A customer who returns a car need not wait, so the notice does not wake staff at night. */
const levelOf = ({ type }: VisitRow) => (type === handoverType.pickup ? notifyLevel.urgent : notifyLevel.important)
const waitsThere = ({ type }: VisitRow): string =>
  type === handoverType.pickup ? '正在现场等待' : '还车时间按提交时间计'
const customerOf = (order: OrderRow): string => order.contactName ?? '客户'

/** Notifies the reviewing staff of the store that a customer has submitted a handover and waits. */
export const tellHandedIn = (ctx: Context, order: OrderRow, visit: VisitRow): void =>
  notify(ctx, {
    type: notifyType.selfCheck,
    level: levelOf(visit),
    ref: `selfCheck/${visit.id}/${visit.version}`,
    once: true,
    title: `待自助验车 ${displayPlate(order.plate ?? '')}`,
    body: `${order.orderNo} ${customerOf(order)}已提交自助${handoverTypes.text(visit.type)}，${waitsThere(visit)}`,
    link: checkOf(order, visit),
    to: { key: 'order.selfVerify', storeIds: [storeOf(order, visit)] },
  })

/**
 * Notifies the reviewing staff of the store that photos of a renter's documents were uploaded: the contract can be signed
 * only after they are approved.
 */
export const tellPapers = (ctx: Context, order: OrderRow, visit: VisitRow): void =>
  notify(ctx, {
    type: notifyType.selfCheck,
    level: notifyLevel.important,
    // Once for all documents, and again when the newly requested photos were uploaded.
    ref: ['selfPapers', visit.id, ...Object.values(visit.paperReasons).map(({ mediaId }) => mediaId)].join('/'),
    once: true,
    title: `待核验证件 ${displayPlate(order.plate ?? '')}`,
    body: `${order.orderNo} ${customerOf(order)}已在自助取车页拍摄证件，核验后客户可签约取车`,
    link: checkOf(order, visit),
    to: { key: 'order.selfVerify', storeIds: [storeOf(order, visit)] },
  })

/** Notifies the reviewing staff of the store of the distance of a car whose return was refused for it, once for each return. */
export const notifyCustomerFarAway = (ctx: Context, order: OrderRow, visit: VisitRow, metres: number): void =>
  notify(ctx, {
    type: notifyType.selfCheck,
    level: levelOf(visit),
    ref: `selfPlace/${visit.id}`,
    once: true,
    title: `自助还车位置过远 ${displayPlate(order.plate ?? '')}`,
    body: `${order.orderNo} ${customerOf(order)}自助还车，定位距还车地点${metres}米，暂不能提交，请与客户确认停放位置`,
    link: checkOf(order, visit),
    to: { key: 'order.selfVerify', storeIds: [storeOf(order, visit)] },
  })

/** Notifies the reviewing staff of the store of a customer who is too far from their car to open it, once for each visit. */
export const tellFarFromCar = (ctx: Context, order: OrderRow, visit: VisitRow, metres: number): void =>
  notify(ctx, {
    type: notifyType.selfCheck,
    level: notifyLevel.important,
    ref: `selfCar/${visit.id}`,
    once: true,
    title: `客户不在车旁 ${displayPlate(order.plate ?? '')}`,
    body: `${order.orderNo} ${customerOf(order)}在手机上操作车门，定位距车辆约${metres}米，未执行，请与客户确认车辆位置`,
    link: checkOf(order, visit),
    to: { key: 'order.selfVerify', storeIds: [storeOf(order, visit)] },
  })

/** Minutes of waiting after which the store manager is notified. */
const FOR_MANAGER = 30

/**
 * As {@link tellHandedIn}, after a number of minutes without a decision. It rings only those who were not notified of this visit before:
 * the store manager.
 */
export const tellStillWaiting = (ctx: Context, order: OrderRow, visit: VisitRow, minutes: number): void =>
  notify(ctx, {
    type: notifyType.selfCheck,
    level: notifyLevel.urgent,
    ref: `selfCheck/${visit.id}/${visit.version}/${minutes}`,
    once: true,
    ringsOnce: `selfCheck/${visit.id}/`,
    title: `自助验车已等待${minutes}分钟 ${displayPlate(order.plate ?? '')}`,
    body: `${order.orderNo} ${customerOf(order)}在现场等待验车${minutes >= FOR_MANAGER ? '，请店长安排处理' : '，请尽快处理'}`,
    link: checkOf(order, visit),
    to: { key: minutes >= FOR_MANAGER ? 'order.override' : 'order.selfVerify', storeIds: [storeOf(order, visit)] },
  })
