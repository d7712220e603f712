import { type OrderKind, orderKind } from '@cheyi/domain/order/kind'
import { profileOf } from '@cheyi/domain/order/kinds'
import { id, screen } from '../kernel/page/screen.ts'

/** The screens about charges outside of any flow, of one kind of order. */
export function supplementScreensOf(kind: OrderKind) {
  const { base, pageKey } = profileOf(kind)
  return {
    entry: screen({
      path: `${base}/supplement`,
      name: `${pageKey.replace('.list', '')}.supplement`,
      title: '补款',
      permission: ['order.supplement'],
      also: pageKey,
      search: { orderId: id },
      narrow: true,
      file: 'supplement/entry',
    }),
  }
}

export const supplementScreens = supplementScreensOf(orderKind.short)
