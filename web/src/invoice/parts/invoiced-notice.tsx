import { formatMoney } from '@cheyi/domain/money'
import { calls } from '../../kernel/call/calls.gen.ts'
import { useRead } from '../../kernel/call/calls.ts'
import { useMay } from '../../kernel/user.ts'
import { Notice } from '../../ui/modal/notice.tsx'

/** Before money of an order goes back: an invoice that stands is to be made red afterwards (orders.md §11.2). */
export function InvoicedNotice({ orderId }: { readonly orderId: string }) {
  const enabled = useMay('order.fee', 'order.payment')
  const facts = useRead(calls.invoice.ofOrders, { orderId }, { quiet: true, enabled })
  const invoiced = facts.data?.orders[0]?.invoiced ?? 0
  return invoiced > 0 ? <Notice>订单已开票 {formatMoney(invoiced)}，退款后超出实收的发票须红冲</Notice> : null
}
