import { orderStatuses } from '@cheyi/domain/booking/order/codes'
import { formatPeriod } from '@cheyi/domain/near'
import { orderLink } from '../../../booking/order/parts/order-link.ts'
import { useContact } from '../../../booking/order/parts/use-contact.ts'
import { useReach } from '../../../kernel/page/reach.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/show/card.tsx'
import { Cell } from '../../../ui/show/cell.tsx'
import type { CarDetail } from './car-words.ts'

interface OrderCardProps {
  readonly title: string
  readonly order: NonNullable<CarDetail['order']>
  readonly now: number
}

/** The customer who has the car, with a link to call them for an account that may open the order. */
export function OrderCard({ title, order, now }: OrderCardProps) {
  const to = orderLink(useReach(), order)
  const { contact, pending } = useContact(order.orderId)
  return (
    <Card
      title={title}
      extra={
        to && (
          <Button size="s" icon="phone" loading={pending} onClick={() => void contact()}>
            联系客户
          </Button>
        )
      }
    >
      <Cell
        label={`${order.orderNo} ${order.contactName}`}
        note={`${formatPeriod(order.pickupAt, order.returnAt, now)} · ${orderStatuses.text(order.status)}`}
        onClick={to && (() => to.onClick())}
      />
    </Card>
  )
}
