import './order-row.css'
import { formatDay, formatMoment } from '@cheyi/domain/near'
import { memo } from 'react'
import { useDesktop } from '../../../kernel/device/media-query.ts'
import { cx } from '../../../ui/class-names.ts'
import { Skeleton, SkeletonBar } from '../../../ui/frame/skeleton.tsx'
import { Box, Note, Row } from '../../../ui/layout.tsx'
import { Money } from '../../../ui/show/money.tsx'
import { Plate } from '../../../ui/show/plate.tsx'
import { type ItemProps, OrderHead, OrderLink, PlanLine } from './order-card.tsx'

export function RowsSkeleton() {
  return (
    <div className="order-rows-skeleton">
      <Skeleton cards={7}>
        <SkeletonBar width="40%" />
        <SkeletonBar width="62%" height={18} />
        <SkeletonBar width="100%" />
      </Skeleton>
    </div>
  )
}

/** An order of the list pane, beside which its detail opens; the detail has the actions. */
export const OrderRow = memo(function OrderRow(props: ItemProps & { readonly current: boolean }) {
  const { order, now, sourceName, storeNamed, current } = props
  // The narrower pane of a tablet cannot show both times.
  const until = useDesktop() ? formatMoment : formatDay
  return (
    <Box
      as="article"
      pad={[12, 16]}
      line="below"
      className={cx('order-row', current && 'order-row-current')}
      aria-current={current || undefined}
    >
      <OrderHead order={order} now={now} sourceName={sourceName} />
      <Row gap={[4, 8]} top={8} wrap>
        <Box as={OrderLink} weight="b" cut order={order} className="row-link" />
        <Plate plate={order.plate} size="s" />
        {storeNamed && <Note cut>{order.storeName}</Note>}
      </Row>
      <Row gap={8} top={4} justify="between" note num className="order-row-foot">
        <span className="cut">
          {formatMoment(order.pickupAt, now)} ~ {until(order.returnAt, now)} · {order.contactName}
        </span>
        <Money fen={order.total} />
      </Row>
      {order.plan && <PlanLine plan={order.plan} now={now} />}
    </Box>
  )
})
