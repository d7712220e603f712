import { orderKind } from '@cheyi/domain/booking/order/kind'
import { perKind } from '@cheyi/domain/booking/order/kinds'
import { id, screen } from '../../kernel/page/screen.ts'

/** The screens for reimbursements that belong to no other process, for one kind of order. */
export const reimbursementScreensOf = perKind(({ base, pageKey, feature }) => ({
  reimbursement: screen({
    path: `${base}/initiate-reimbursement`,
    name: `${feature}.reimbursement`,
    title: '报销退款',
    permission: ['order.refund'],
    also: pageKey,
    search: { orderId: id },
    narrow: true,
    file: 'money/reimbursement/entry',
  }),
}))

export const reimbursementScreens = reimbursementScreensOf(orderKind.short)
