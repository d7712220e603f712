import { orderStatuses } from '@cheyi/domain/booking/order/codes'
import { formatPeriod } from '@cheyi/domain/near'
import { orderLink } from '../../../booking/order/parts/order-link.ts'
import { useContact } from '../../../booking/order/parts/use-contact.ts'
import { useReach } from '../../../kernel/user.ts'
import { Button, Card, Cell } from '../../../ui/layout.tsx'
import type { CarDetail } from './car-words.ts'

/** Calls the customer who has the car, for an account that may open the order. */
export function CallButton({ order }: { readonly order: NonNullable<CarDetail['order']> }) {
  const { contact, pending } = useContact(order.orderId)
  if (!orderLink(useReach(), order)) return null
  return (
    <Button size="s" icon="phone" loading={pending} onClick={() => void contact()}>
      联系客户
    </Button>
  )
}

interface OrderCardProps {
  readonly title: string
  readonly order: NonNullable<CarDetail['order']>
  /** The button that calls the customer is already on the map's card. */
  readonly isCalledAbove?: boolean
  readonly now: number
}

/** The customer who has the car, with a link to call them for an account that may open the order. */
export function OrderCard({ title, order, isCalledAbove = false, now }: OrderCardProps) {
  const to = orderLink(useReach(), order)
  return (
    <Card title={title} extra={!isCalledAbove && <CallButton order={order} />}>
      <Cell
        label={`${order.orderNo} ${order.contactName}`}
        note={`${formatPeriod(order.pickupAt, order.returnAt, now)} · ${orderStatuses.text(order.status)}`}
        onClick={to && (() => to.onClick())}
      />
    </Card>
  )
}
