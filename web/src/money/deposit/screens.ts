import { orderKind } from '@cheyi/domain/booking/order/kind'
import { perKind } from '@cheyi/domain/booking/order/kinds'
import { id, screen } from '../../kernel/page/screen.ts'

export const depositScreensOf = perKind(({ base, pageKey, feature }) => ({
  payment: screen({
    path: `${base}/payment`,
    name: `${feature}.payment`,
    title: '租车押金扣款',
    permission: ['deposit.deduct'],
    also: pageKey,
    search: { orderId: id },
    narrow: true,
    file: 'money/deposit/payment',
  }),
}))

export const depositScreens = depositScreensOf(orderKind.short)
