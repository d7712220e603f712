import { profileOf } from '@cheyi/domain/booking/order/kinds'
import { awaitsAcceptance } from '@cheyi/domain/booking/order/steps'
import { formatMoment } from '@cheyi/domain/near'
import type { PermissionKey } from '@cheyi/domain/permission'
import { plateOrNo } from '@cheyi/domain/platform/check/plate'
import { type NotifyType, notifyLevel, notifyType } from '@cheyi/domain/platform/notify/notice'
import { DAY } from '@cheyi/domain/time'
import type { Context } from '../../kernel/context.ts'
import { screen } from '../../kernel/screen.ts'
import { type Notice, notify } from '../../platform/notify/actions.ts'
import type { OrderRow } from './actions.ts'

/*
 * Notices to staff about orders: for the accounts with the permission for the task, at the stores of the order. They contain
 * no customer data.
 */

type Told = Pick<
  OrderRow,
  'id' | 'orderNo' | 'orderKind' | 'status' | 'storeId' | 'returnStoreId' | 'pickupAt' | 'returnAt' | 'plate'
>

const tell = (
  ctx: Context,
  order: Told,
  type: NotifyType,
  key: PermissionKey,
  { storeIds, ...words }: Pick<Notice, 'level' | 'title' | 'body'> & { readonly storeIds: readonly string[] },
): void =>
  notify(ctx, {
    type,
    ...words,
    ref: `order/${order.id}`,
    link: screen(`${profileOf(order.orderKind).feature}.detail`, { orderId: order.id }),
    to: { key, storeIds },
  })

/** A new order was received: it must be accepted, or needs a car. Those that somebody has not read yet become one notice. */
export const tellOfNew = (ctx: Context, order: Told): void => {
  const waits = awaitsAcceptance(order.status)
  const { feature } = profileOf(order.orderKind)
  const ref = `orderNew/${waits ? 'confirm' : 'arrange'}/`
  notify(ctx, {
    type: notifyType.orderNew,
    level: waits ? notifyLevel.important : notifyLevel.normal,
    ref: `${ref}${order.id}`,
    gathers: {
      ref,
      title: waits ? '{n}个新订单待接单' : '{n}个新订单',
      link: screen(`${feature}.list`, { status: order.status }),
    },
    title: `新订单 ${order.orderNo}`,
    body: `${formatMoment(order.pickupAt, ctx.now)} 取车${waits ? '，请尽快接单' : ''}`,
    link: screen(`${feature}.detail`, { orderId: order.id }),
    to: { key: waits ? 'order.confirm' : 'order.arrange', storeIds: [order.storeId] },
  })
}

export const tellOfWaiting = (ctx: Context, order: Told): void =>
  tell(ctx, order, notifyType.confirmSoon, 'order.confirm', {
    level: notifyLevel.important,
    title: `待接单 ${order.orderNo}`,
    body: `${formatMoment(order.pickupAt, ctx.now)} 取车，仍未接单`,
    storeIds: [order.storeId],
  })

/** The time before the pickup from which a car may already be prepared for it. */
const PREPARED = 3 * DAY

/**
 * Shortly before the pickup the staff that assign cars are notified, because a car may be prepared; earlier only the
 * managers of the store.
 */
export const tellOfCancel = (ctx: Context, order: Told): void => {
  const key = order.pickupAt - ctx.now > PREPARED ? 'order.override' : 'order.arrange'
  tell(ctx, order, notifyType.orderCancelled, key, {
    level: notifyLevel.normal,
    title: `订单取消 ${order.orderNo}`,
    body: `原定 ${formatMoment(order.pickupAt, ctx.now)} 取车`,
    storeIds: [order.storeId],
  })
}

export const tellOfOverdue = (ctx: Context, order: Told): void =>
  tell(ctx, order, notifyType.overdue, 'order.return', {
    level: notifyLevel.important,
    title: `超时未还 ${plateOrNo(order)}`,
    body: `应于 ${formatMoment(order.returnAt, ctx.now)} 还车`,
    storeIds: [order.returnStoreId],
  })
