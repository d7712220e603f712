import { orderKind } from '@cheyi/domain/booking/order/kind'
import { perKind } from '@cheyi/domain/booking/order/kinds'
import { flag, id, screen } from '../../kernel/page/screen.ts'

export const screensOf = perKind(({ base, pageKey, feature }) => ({
  arrange: screen({
    path: `${base}/arrange-vehicles`,
    name: `${feature}.arrange`,
    title: '安排车辆',
    permission: ['order.arrange'],
    also: pageKey,
    /** `upgrade`: includes other models. */
    search: { orderId: id, upgrade: flag },
    narrow: true,
    live: true,
    file: 'rental/arrange/arrange',
  }),
}))

export const arrangeScreens = screensOf(orderKind.short)
