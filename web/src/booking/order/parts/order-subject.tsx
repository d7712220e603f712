import { KeyValue, type KeyValueRow } from '../../../ui/show/rows.tsx'
import type { OrderDetail } from './order-words.ts'
import { useDetail } from './use-detail.ts'
import { useOrderVouchers } from './vouchers.tsx'

interface OrderSubjectProps {
  readonly order: Pick<OrderDetail, 'orderId' | 'orderNo' | 'contactName'>
  /** Further facts of the sheet. */
  readonly more?: readonly KeyValueRow[]
}

/** The same for an order of which the sheet has only the id. */
export function SubjectOf({ orderId, more }: { readonly orderId: string } & Pick<OrderSubjectProps, 'more'>) {
  const order = useDetail(orderId).data
  return order ? <OrderSubject order={order} more={more} /> : null
}

/** The order of a payment: a sheet can be opened from a list, where the order is not shown. */
export function OrderSubject({ order, more = [] }: OrderSubjectProps) {
  const { orderId, orderNo, contactName } = order
  const vouchers = useOrderVouchers(orderId)
  const proven = vouchers === null ? [] : [{ label: '已有凭证', value: vouchers }]
  return (
    <KeyValue rows={[{ label: '客户', value: contactName }, { label: '订单', value: orderNo }, ...more, ...proven]} />
  )
}
