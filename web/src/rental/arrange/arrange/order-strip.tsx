import { orderStatuses, pickupType, pickupTypes } from '@cheyi/domain/booking/order/codes'
import { formatSold } from '@cheyi/domain/booking/order/sold/length'
import { formatPeriod } from '@cheyi/domain/near'
import type { Instant } from '@cheyi/domain/time'
import type { OrderDetail } from '../../../booking/order/parts/order-words.ts'
import { Box, Note, Row } from '../../../ui/layout.tsx'
import { StatusDot } from '../../../ui/show/tag.tsx'

/** Customer, model and times of the order. */
export function OrderStrip({ order, now }: { order: OrderDetail; now: Instant }) {
  const { pickupAt, returnAt } = order
  const facts = [
    formatPeriod(pickupAt, returnAt, now),
    formatSold(order),
    order.pickupType === pickupType.store ? order.pickupPlace.storeName : pickupTypes.text(order.pickupType),
  ]
  return (
    <Box pad={[2, 16, 12]} narrow>
      <Row gap={12} justify="between">
        <b>
          {order.contactName} · {order.model.name}
        </b>
        <StatusDot status={order.status}>{orderStatuses.text(order.status)}</StatusDot>
      </Row>
      <Note top={4} num>
        {facts.join(' · ')}
      </Note>
    </Box>
  )
}
