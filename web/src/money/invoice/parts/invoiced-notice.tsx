import { isIssued } from '@cheyi/domain/money/invoice/invoice'
import { calls, useRead } from '../../../kernel/call/calls.ts'
import { useMay } from '../../../kernel/user.ts'
import { Notice } from '../../../ui/layout.tsx'

/** Warns before a refund that an issued invoice must be reversed by a red invoice afterwards. */
export function InvoicedNotice({ orderId }: { readonly orderId: string }) {
  const enabled = useMay('order.fee', 'order.payment')
  const facts = useRead(calls.invoice.ofOrders, { orderId }, { enabled })
  const numbers = facts.data?.invoices.filter(({ status }) => isIssued(status)).map(({ number }) => number) ?? []
  return numbers.length > 0 ? <Notice>订单已开发票 {numbers.join('、')}，退款后超出实收的须红冲</Notice> : null
}
