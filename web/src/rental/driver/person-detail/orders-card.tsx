import { orderStatuses } from '@cheyi/domain/booking/order/codes'
import { formatPeriod } from '@cheyi/domain/near'
import { orderLink } from '../../../booking/order/parts/order-link.ts'
import { useNow } from '../../../kernel/now.ts'
import { useReach } from '../../../kernel/page/reach.ts'
import { None } from '../../../page/detail.tsx'
import { Card, Cell, Row, Stack } from '../../../ui/layout.tsx'
import { Money } from '../../../ui/show/money.tsx'
import { Plate } from '../../../ui/show/plate.tsx'
import { StatusDot } from '../../../ui/show/tag.tsx'
import type { PersonDetail } from '../parts/person-words.ts'

export function OrdersCard({ orders }: Pick<PersonDetail, 'orders'>) {
  const now = useNow()
  const reach = useReach()
  if (orders.length === 0) return <None of="租车记录" />
  return (
    <Card title="租车记录">
      {orders.map(({ orderId, orderKind, status, modelName, plate, pickupAt, returnAt, total }) => (
        <Cell
          key={orderId}
          label={
            <Row as="span" gap={[4, 8]} wrap>
              {modelName}
              {plate && <Plate plate={plate} size="s" />}
            </Row>
          }
          note={<span className="num">{formatPeriod(pickupAt, returnAt, now)}</span>}
          extra={
            <Stack as="span" gap={2} align="end">
              <StatusDot status={status}>{orderStatuses.text(status)}</StatusDot>
              <Money fen={total} />
            </Stack>
          }
          {...orderLink(reach, { orderId, orderKind })}
        />
      ))}
    </Card>
  )
}
