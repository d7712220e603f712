import { KeyValue, type KeyValueRow } from '../../ui/show/rows.tsx'
import type { OrderDetail } from './order-words.ts'

interface OrderSubjectProps {
  readonly order: Pick<OrderDetail, 'orderNo' | 'contactName'>
  /** What the sheet is about besides. */
  readonly more?: readonly KeyValueRow[]
}

/** Whose order money moves for: a sheet may be opened from a list, with no order in sight. */
export const OrderSubject = ({ order, more = [] }: OrderSubjectProps) => (
  <KeyValue rows={[{ label: '客户', value: order.contactName }, { label: '订单', value: order.orderNo }, ...more]} />
)
