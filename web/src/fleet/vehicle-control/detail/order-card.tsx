import { orderStatuses } from '@cheyi/domain/booking/order/codes'
import { formatPeriod } from '@cheyi/domain/near'
import { orderLink } from '../../../booking/order/parts/order-link.ts'
import { useContact } from '../../../booking/order/parts/use-contact.ts'
import { useReach } from '../../../kernel/page/reach.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/show/card.tsx'
import { Cell } from '../../../ui/show/cell.tsx'
import type { CarDetail } from '../parts/car-words.ts'

interface OrderCardProps {
  readonly order: NonNullable<CarDetail['order']>
  /** The position of the car is shown. */
  readonly placed: boolean
  readonly now: number
}

/** The order of the customer who has the car; where there is a map, the button that calls them is below it. */
export function OrderCard({ order, placed, now }: OrderCardProps) {
  const to = orderLink(useReach(), order)
  return (
    <Card title="当前订单" extra={!placed && <CallButton order={order} />}>
      <Cell
        label={`${order.orderNo} ${order.contactName}`}
        note={`${formatPeriod(order.pickupAt, order.returnAt, now)} · ${orderStatuses.text(order.status)}`}
        onClick={to && (() => to.onClick())}
      />
    </Card>
  )
}

/** Calls the customer who has the car, for an account that may open the order. */
export function CallButton({ order }: Pick<OrderCardProps, 'order'>) {
  const { contact, pending } = useContact(order.orderId)
  if (!orderLink(useReach(), order)) return null
  return (
    <Button size="s" icon="phone" loading={pending} onClick={() => void contact()}>
      联系客户
    </Button>
  )
}
