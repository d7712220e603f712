import { type OrderKind, orderKind } from '@cheyi/domain/order/kind'
import { profileOf } from '@cheyi/domain/order/kinds'
import { id, oneOf, screen } from '../kernel/page/screen.ts'

export function expenseScreensOf(kind: OrderKind) {
  const { base, pageKey, room } = profileOf(kind)
  return {
    feeDetail: screen({
      path: `${base}/fee-detail`,
      name: `${room}.feeDetail`,
      title: '费用明细',
      permission: ['order.fee'],
      also: pageKey,
      /** `view`: the bill, or the movements of money. */
      search: { orderId: id, view: oneOf('bill', 'flow') },
      file: 'expense/fee-detail',
    }),
  }
}

export const expenseScreens = expenseScreensOf(orderKind.short)
