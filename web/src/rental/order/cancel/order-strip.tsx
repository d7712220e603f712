import { orderStatuses } from '@cheyi/domain/booking/order/codes'
import { formatPeriod } from '@cheyi/domain/near'
import type { OrderDetail } from '../../../booking/order/parts/order-words.ts'
import { useNow } from '../../../kernel/now.ts'
import { Card, Note, Row, Text } from '../../../ui/layout.tsx'
import { Plate } from '../../../ui/show/plate.tsx'
import { StatusDot } from '../../../ui/show/tag.tsx'

export function OrderStrip({ order }: { order: OrderDetail }) {
  const now = useNow()
  const { model, vehicle, contactName, pickupAt, returnAt, status } = order
  return (
    <Card pad>
      <Row gap={[4, 8]} wrap>
        <b>{model.name}</b>
        {vehicle && <Plate plate={vehicle.plate} size="s" />}
        <Text push>
          <StatusDot status={status}>{orderStatuses.text(status)}</StatusDot>
        </Text>
      </Row>
      <Note top={4} num>
        {contactName} · {formatPeriod(pickupAt, returnAt, now)}
      </Note>
    </Card>
  )
}
