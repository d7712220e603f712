import { type OrderKind, orderKind } from '@cheyi/domain/order/kind'
import { profileOf } from '@cheyi/domain/order/kinds'
import { flag, id, screen } from '../kernel/page/screen.ts'

export function screensOf(kind: OrderKind) {
  const { base, pageKey, room } = profileOf(kind)
  return {
    arrange: screen({
      path: `${base}/arrange-vehicles`,
      name: `${room}.arrange`,
      title: '安排车辆',
      permission: ['order.arrange'],
      also: pageKey,
      /** `upgrade`: cars of other models too. */
      search: { orderId: id, upgrade: flag },
      narrow: true,
      live: true,
      file: 'arrange/arrange',
    }),
  }
}

export const arrangeScreens = screensOf(orderKind.short)
