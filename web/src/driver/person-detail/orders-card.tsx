import { formatMoment } from '@cheyi/domain/near'
import { orderStatuses } from '@cheyi/domain/order/codes'
import { useNow } from '../../kernel/now.ts'
import { linkTo } from '../../order/parts/links.ts'
import { useReach } from '../../order/parts/use-reach.ts'
import { orderScreens } from '../../order/screens.ts'
import { Card } from '../../ui/show/card.tsx'
import { Cell } from '../../ui/show/cell.tsx'
import { Money } from '../../ui/show/money.tsx'
import { Plate } from '../../ui/show/plate.tsx'
import { StatusDot } from '../../ui/show/tag.tsx'
import type { PersonDetail } from '../parts/person-words.ts'

/** Their newest rentals. */
export function OrdersCard({ orders }: Pick<PersonDetail, 'orders'>) {
  const now = useNow()
  const reach = useReach()
  return (
    <Card title="租车记录" className="person-detail-orders">
      {orders.length === 0 && <p className="person-detail-none person-detail-inset">暂无租车记录</p>}
      {orders.map(({ orderId, status, modelName, plate, pickupAt, returnAt, total }) => (
        <Cell
          key={orderId}
          label={
            <span className="person-detail-line">
              {modelName}
              {plate && <Plate plate={plate} size="s" />}
            </span>
          }
          note={
            <span className="num">
              {formatMoment(pickupAt, now)} ~ {formatMoment(returnAt, now)}
            </span>
          }
          extra={
            <span className="person-detail-sum">
              <StatusDot status={status}>{orderStatuses.text(status)}</StatusDot>
              <Money fen={total} />
            </span>
          }
          {...linkTo(reach, orderScreens.detail, { orderId })}
        />
      ))}
    </Card>
  )
}
