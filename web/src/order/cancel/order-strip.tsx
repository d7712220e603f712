import { formatMoment } from '@cheyi/domain/near'
import { orderStatuses } from '@cheyi/domain/order/codes'
import { useNow } from '../../kernel/now.ts'
import { Card } from '../../ui/show/card.tsx'
import { Plate } from '../../ui/show/plate.tsx'
import { StatusDot } from '../../ui/show/tag.tsx'
import type { OrderDetail } from '../parts/order-words.ts'

/** Which order this is about. */
export function OrderStrip({ order }: { order: OrderDetail }) {
  const now = useNow()
  const { model, vehicle, contactName, pickupAt, returnAt, status } = order
  return (
    <Card pad>
      <div className="order-cancel-line">
        <b>{model.name}</b>
        {vehicle && <Plate plate={vehicle.plate} size="s" />}
        <span className="order-cancel-end">
          <StatusDot status={status}>{orderStatuses.text(status)}</StatusDot>
        </span>
      </div>
      <p className="order-cancel-note num">
        {contactName} · {formatMoment(pickupAt, now)} ~ {formatMoment(returnAt, now)}
      </p>
    </Card>
  )
}
