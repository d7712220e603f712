import { type OrderKind, orderKind } from '@cheyi/domain/order/kind'
import { profileOf } from '@cheyi/domain/order/kinds'
import { id, screen } from '../kernel/page/screen.ts'

/** The screens about what is paid back outside of any flow, of one kind of order. */
export function reimbursementScreensOf(kind: OrderKind) {
  const { base, pageKey } = profileOf(kind)
  return {
    entry: screen({
      path: `${base}/initiate-reimbursement`,
      name: `${pageKey.replace('.list', '')}.reimbursement`,
      title: '报销退款',
      permission: ['order.refund'],
      also: pageKey,
      search: { orderId: id },
      narrow: true,
      file: 'reimbursement/entry',
    }),
  }
}

export const reimbursementScreens = reimbursementScreensOf(orderKind.short)
