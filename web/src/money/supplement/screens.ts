import { orderKind } from '@cheyi/domain/booking/order/kind'
import { perKind } from '@cheyi/domain/booking/order/kinds'
import { id, screen } from '../../kernel/page/screen.ts'

/** The screens for charges that belong to no other process, for one kind of order. */
export const supplementScreensOf = perKind(({ base, pageKey, feature }) => ({
  supplement: screen({
    path: `${base}/supplement`,
    name: `${feature}.supplement`,
    title: '补款',
    permission: ['order.supplement'],
    also: pageKey,
    search: { orderId: id },
    narrow: true,
    file: 'money/supplement/entry',
  }),
}))

export const supplementScreens = supplementScreensOf(orderKind.short)
