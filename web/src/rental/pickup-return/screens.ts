import { orderKind } from '@cheyi/domain/booking/order/kind'
import { perKind } from '@cheyi/domain/booking/order/kinds'
import { id, int, maybeId, screen } from '../../kernel/page/screen.ts'

/** The step of a flow is in the address: `rstep` from 1; `isJump` is where the flow was opened from. */
const flow = { orderId: id, rstep: int(1), isJump: int(1) }

/** Screens of pickups and returns, for one kind of order. */
export const screensOf = perKind(({ base, pageKey, feature }) => ({
  pickup: screen({
    path: `${base}/pickup`,
    name: `${feature}.pickup`,
    title: '办理取车',
    permission: ['order.pickup'],
    also: pageKey,
    search: flow,
    file: 'rental/pickup-return/pickup',
  }),
  return: screen({
    path: `${base}/return`,
    name: `${feature}.return`,
    title: '办理还车',
    permission: ['order.return'],
    also: pageKey,
    search: flow,
    file: 'rental/pickup-return/return',
  }),
  swap: screen({
    path: `${base}/swap`,
    name: `${feature}.swap`,
    title: '换车',
    permission: ['order.arrange'],
    also: pageKey,
    search: { orderId: id },
    narrow: true,
    file: 'rental/pickup-return/swap',
  }),
  taskManage: screen({
    path: `${base}/task-manage`,
    name: `${feature}.taskManage`,
    title: '任务管理',
    permission: ['order.pickup', 'order.return'],
    also: pageKey,
    /** `type`: 0 pickup, 1 return. */
    search: { orderId: id, type: int(0) },
    narrow: true,
    file: 'rental/pickup-return/task-manage',
  }),
  record: screen({
    path: `${base}/pickup-return-record`,
    name: `${feature}.pickupReturnRecord`,
    title: '取还记录',
    permission: ['order.record'],
    also: pageKey,
    search: { orderId: id },
    narrow: true,
    file: 'rental/pickup-return/record',
  }),
  reissue: screen({
    path: `${base}/reissue`,
    name: `${feature}.reissue`,
    title: '补传照片',
    permission: ['order.reissue'],
    also: pageKey,
    /** `recordId`: the record that receives the photos; the last one when missing. */
    search: { orderId: id, recordId: maybeId },
    narrow: true,
    file: 'rental/pickup-return/reissue',
  }),
}))

export const pickupReturnScreens = screensOf(orderKind.short)
