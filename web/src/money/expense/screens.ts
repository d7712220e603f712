import { orderKind } from '@cheyi/domain/booking/order/kind'
import { perKind } from '@cheyi/domain/booking/order/kinds'
import { id, screen } from '../../kernel/page/screen.ts'

export const expenseScreensOf = perKind(({ base, pageKey, feature }) => ({
  feeDetail: screen({
    path: `${base}/fee-detail`,
    name: `${feature}.feeDetail`,
    title: '费用明细',
    permission: ['order.fee'],
    also: pageKey,
    search: { orderId: id },
    file: 'money/expense/fee-detail',
  }),
}))

export const expenseScreens = expenseScreensOf(orderKind.short)
